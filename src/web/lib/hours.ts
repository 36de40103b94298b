import { mapHours } from '../../lib/time/map-hours.ts';
import { WEEKDAYS } from '../../lib/time/weekdays.ts';
import { minutesOf, periodText, weekdayText } from './time.ts';

const WEEKDAY = new RegExp(`\\b(?:${WEEKDAYS.map((name) => `${name.slice(0, 3)}[a-z]*`).join('|')})\\b\\.?`, 'gi');
const PERIOD = /\b(\d{1,2}:[0-5]\d)\s*[-–]\s*(\d{1,2}:[0-5]\d)\b/g;

/**
 * Writes opening hours (`src/lib/time/opening-hours.ts`) by locale: `Mon–Fri 8:00 AM – 12:00 PM, 1:00 – 5:00 PM` of
 * `Mon-Fri 08:00-12:00,13:00-17:00`. What is in no known form stays as it is.
 */
export function hoursText(hours: string): string {
  return mapHours(hours, (days, times) => `${daysText(days)}${timesText(times)}`)
    .map((part) => part.trim())
    .join('; ');
}

/** Writes the English names of days in the language of the page. */
export const localizeDays = (days: string): string =>
  days.replace(WEEKDAY, (name) => weekdayText(WEEKDAYS.findIndex((day) => isStart(day, name)) + 1));

/** Writes the days of opening hours by locale: `Mon–Fri, Sun` of `Mon-Fri,Sun`. */
export const daysText = (days: string) =>
  localizeDays(days)
    .replace(/\s*[-–]\s*/g, '–')
    .replace(/\s*,\s*/g, ', ');

const isStart = (day: string, name: string) => day.toLowerCase().startsWith(name.slice(0, 3).toLowerCase());

const timesText = (times: string) => periodsText(times).replace(/\s*,\s*/g, ', ');

/** Writes the periods in a text by locale: `8:00 AM – 12:00 PM` of `08:00-12:00`. Times that no clock has stay as they are. */
export const periodsText = (text: string): string =>
  text.replace(PERIOD, (said: string, ...times: string[]) => {
    const [from, to] = [minutesOf(times[0] ?? ''), minutesOf(times[1] ?? '')];
    return Math.max(from, to) > 24 * 60 ? said : periodText(from, to);
  });

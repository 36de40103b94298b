import { WEEKDAYS, weekdayNumber } from '../../lib/time/weekdays.ts';
import { daysText, periodsText } from './hours.ts';
import { placeOf } from './moments.ts';
import { dateText, momentText } from './time.ts';

const WEEKDAY = `(?:${WEEKDAYS.join('|')})`;
/** `2199-03-05`, `Tuesday 2199-03-05 08:30`, `2199-03-05T08:30`: not a part of an id or of an instant with seconds. */
const MOMENT = new RegExp(
  `(?<![\\w-])(?:${WEEKDAY} )?(\\d{4}-\\d\\d-\\d\\d)(?:[ T]([01]\\d|2[0-3]):([0-5]\\d))?(?![\\w:-])`,
  'g',
);
const ZONE_NAME = '([A-Z]\\w*(?:/[\\w+-]+)+)';
/** `(America/New_York)`, `(times in America/New_York)`; `'America/New_York'` in a sentence of the platform that the server quotes */
const ZONE = new RegExp(`\\((?:times in )?${ZONE_NAME}\\)|'${ZONE_NAME}'`, 'g');
/** A date with its weekday after a quotation that ends with it: dates in words have their weekday. */
const WEEKDAY_AFTER = new RegExp(`(\\d{4}-\\d\\d-\\d\\d)" \\(${WEEKDAY} \\1\\)`, 'g');
/** The days of opening hours, such as `Mon-Fri` or `1st Sat`, before their times. */
const HOURS_DAYS = /(?<![\w-])([A-Z][a-z]{2,8}(?:\s*[-–,]\s*[A-Z][a-z]{2,8})*)(?= (?:\d{1,2}:[0-5]\d|closed\b))/g;
/** Where an appointment of a list begins. */
const ENTRY = new RegExp(`([:;]) (?=${WEEKDAY} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)`, 'g');

/**
 * Writes the dates, times and zones in a sentence of the server by locale, as the pages write their own. Several appointments
 * get a line each.
 */
export function timesInWords(sentence: string): string {
  const isList = (sentence.match(ENTRY) ?? []).length > 1;
  const localized = sentence.replace(HOURS_DAYS, hoursDaysText);
  return periodsText(isList ? localized.replace(ENTRY, '$1\n• ') : localized)
    .replace(WEEKDAY_AFTER, '$1"')
    .replace(MOMENT, (said: string, date: string, hours?: string, minutes?: string) => {
      const at = new Date(`${date}T${hours ?? '12'}:${minutes ?? '00'}Z`);
      if (Number.isNaN(at.getTime())) return said;
      return hours === undefined ? dateText(date) : momentText(at, 'UTC');
    })
    .replace(ZONE, (_, inBrackets?: string, quoted = '') => `(${placeOf(inBrackets ?? quoted)} time)`);
}

/** Only names of days: a sentence can have other words before a time. */
const hoursDaysText = (days: string): string =>
  days.split(/\s*[-–,]\s*/).every((name) => weekdayNumber(name) !== undefined) ? daysText(days) : days;

import { repetitionOf } from '../../lib/time/repeated-times.ts';

/** Times of the agenda. All arithmetic is on UTC instants; zones only decide what is shown. */

/** Minutes since local midnight, and the local date, of an instant in a zone. */
export interface LocalTime {
  /** YYYY-MM-DD */
  date: string;
  minutes: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, locale, options]);
  const known = formatters.get(key);
  if (known) return known;
  const created = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formatters.set(key, created);
  return created;
}

/** Converts an instant to the wall clock of a zone. */
export function localTime(instant: Date, zone: string): LocalTime {
  const parts = formatter(zone, 'en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '0';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The locale of the page; hosts can set another. */
let locale = 'en';
export function setLocale(tag: string | undefined): void {
  try {
    locale =
      tag === undefined ? Intl.DateTimeFormat().resolvedOptions().locale : (Intl.getCanonicalLocales(tag)[0] ?? 'en');
  } catch {
    locale = 'en';
  }
}

/** The locale in which the page writes numbers and dates. */
export const pageLocale = (): string => locale;

const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

/** How a time of day is written: with its offset if a clock change repeats it, because two times would look the same. */
export const clockOptions = (instant: Date, zone: string): Intl.DateTimeFormatOptions =>
  repetitionOf(instant.getTime(), zone) ? { ...CLOCK, timeZoneName: 'short' } : CLOCK;

/** 9:30 or 9:30 AM, by locale; 1:30 AM EDT if it comes twice. */
export const clockText = (instant: Date, zone: string): string =>
  formatter(zone, locale, clockOptions(instant, zone)).format(instant);

/** 9:30 – 10:15 AM, by locale. Times of two days have no dates. */
export function rangeText(start: Date, end: Date, zone: string): string {
  const isOneDay = localTime(start, zone).date === localTime(end, zone).date;
  const isPlain = [start, end].every((instant) => clockOptions(instant, zone) === CLOCK);
  if (!isOneDay || !isPlain) return `${clockText(start, zone)} – ${clockText(end, zone)}`;
  const clock = formatter(zone, locale, CLOCK);
  const hourOf = (at: Date) => clock.formatToParts(at).find(({ type }) => type === 'hour')?.value;
  // Many locales have `08:00` in ranges, and `8:00` alone: the hours beside them are of the second kind.
  return clock
    .formatRangeToParts(start, end)
    .map(({ type, value, source }) => (type === 'hour' ? hourOf(source === 'endRange' ? end : start) : value))
    .join('');
}

/** The year of dates (YYYY-MM-DD) that are not all in the present year. */
const yearOf = (dates: readonly string[], thisYear: string | undefined): Intl.DateTimeFormatOptions =>
  thisYear === undefined || dates.every((date) => date.startsWith(`${thisYear}-`)) ? {} : { year: 'numeric' };

/**
 * November 23 – 29, by locale. Dates are YYYY-MM-DD.
 * @param thisYear the present year, if others are to be shown.
 */
export const datesText = (first: string, last: string, thisYear?: string): string =>
  formatter('UTC', locale, { day: 'numeric', month: 'long', ...yearOf([first, last], thisYear) }).formatRange(
    new Date(`${first}T12:00:00Z`),
    new Date(`${last}T12:00:00Z`),
  );

/** Weekday and number of a date, by locale: `Mon`, `23`. */
export const shortDay = (date: string): { weekday: string; day: string } => {
  const at = new Date(`${date}T12:00:00Z`);
  return {
    weekday: formatter('UTC', locale, { weekday: 'short' }).format(at),
    day: formatter('UTC', locale, { day: 'numeric' }).format(at),
  };
};

/**
 * Tuesday, 24 November, by locale. `date` is YYYY-MM-DD.
 * @param thisYear the present year, if others are to be shown.
 */
export const dayText = (date: string, weekday: 'long' | 'short' = 'long', thisYear?: string): string =>
  formatter('UTC', locale, { weekday, day: 'numeric', month: weekday, ...yearOf([date], thisYear) }).format(
    new Date(`${date}T12:00:00Z`),
  );

/** Tue, Dec 24, 2199, by locale. `date` is YYYY-MM-DD. */
export const dateText = (date: string): string =>
  formatter('UTC', locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${date}T12:00:00Z`),
  );

/** The short name of a weekday, by locale. `number`: 1 Monday to 7 Sunday. */
export const weekdayText = (number: number): string =>
  // The first of January 2024 is a Monday.
  formatter('UTC', locale, { weekday: 'short' }).format(new Date(Date.UTC(2024, 0, number, 12)));

/** Date and time of an instant, by locale; with the year if it is not the present one. */
export function momentText(instant: Date, zone: string): string {
  const isThisYear = localTime(instant, zone).date.slice(0, 4) === localTime(new Date(), zone).date.slice(0, 4);
  return formatter(zone, locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...clockOptions(instant, zone),
  }).format(instant);
}

/** Minutes since midnight of `HH:MM`; 24:00 is 1440. */
export function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A period of a day by locale, in minutes since midnight: `9:30 – 10:15 AM`. */
export function periodText(from: number, to: number): string {
  const [start, end] = [from, to].map((minutes) => new Date(Date.UTC(2000, 0, 1, 0, minutes))) as [Date, Date];
  return from === 0 && to === 24 * 60 ? '24 hours' : rangeText(start, end, 'UTC');
}

/** `HH:MM` by locale, of minutes since midnight. */
export const minutesText = (minutes: number): string => clockText(new Date(Date.UTC(2000, 0, 1, 0, minutes)), 'UTC');

/** The IANA zone of this computer. */
export const computerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether a zone is known to this browser. */
export function isZone(zone: string | undefined): zone is string {
  if (!zone) return false;
  try {
    formatter(zone, 'en', { hour: 'numeric' });
    return true;
  } catch {
    return false;
  }
}

import { Temporal } from 'temporal-polyfill';
import { minuteText } from '../../lib/time/minute-text.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import { parseTime, TimeError } from '../../lib/time/parse.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { quoteCell as show } from '../quote-cell.ts';
import type { NumericTimes } from './numeric-times.ts';
import { type ClockReading, readClock, readClockRange, readLength, withColon } from './read-clock.ts';
import { expandCompact } from './read-compact.ts';
import { type DateOrder, readDay, weekdayProblem } from './read-day.ts';
import { dateOfDays, minutesOfDecimals, parseSerial } from './read-serial.ts';

/** The cells of a row that say when an appointment is. */
interface TimeCells {
  date: string;
  start: string;
  end: string;
  minutes: string;
}

/** Epoch milliseconds. */
interface ReadTimes {
  start: number;
  /** Undefined if the row does not say. */
  end: number | undefined;
  /** What the owner should check. */
  remark: string | undefined;
}

export interface TimeReading {
  /** IANA zone of the business, for times without an offset. */
  zone: string;
  order: DateOrder;
  /** A date of the file whose figures can have both orders. */
  inFigures: string | undefined;
  /** The numbers that the file has for dates and times. */
  numbers: NumericTimes;
}

/** A time with its offset, `Z` or `UTC`. */
const INSTANT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|UTC|GMT|\+\d{2}:?\d{2}|-\d{2}:?\d{2})$/i;
/** `2027-03-02 10:00-10:30`: an offset without seconds is written behind a `T`, or without a colon. */
const SHORT_RANGE = /^\S+ \d{2}:\d{2} ?-\d{2}:\d{2}$/;
const isInstant = (text: string) => INSTANT.test(expandCompact(text) ?? text) && !SHORT_RANGE.test(text);
/** A year that has all days. */
const LEAP_YEAR = 2024;
/** The longest appointment that ends on the next day, if the file has the time of its end only. */
const MAX_OVERNIGHT_MS = 12 * 60 * MINUTE_MS;

/** Reads when an appointment is. @returns the reason as a text, with a correct value, if that is not clear */
export function readTimes(cells: TimeCells, reading: TimeReading): ReadTimes | string {
  if (cells.start === '' && cells.date === '') return 'it has no start';
  // A length has priority over an end.
  for (const text of [cells.date, cells.start, cells.minutes === '' ? cells.end : '']) {
    const problem = reading.numbers.problem(text, reading.inFigures);
    if (problem) return problem;
  }
  // An offset looks like the end of a range.
  const range = isInstant(cells.start) ? undefined : readClockRange(cells.start, cells.date !== '');
  // Beside a column of dates, a number is an hour, or an hour and minutes.
  const timeOf = (text: string) => (cells.date === '' ? text : withColon(text));
  const startText = timeOf(range?.start ?? cells.start);
  const endText = timeOf(cells.end || (range?.end ?? ''));
  const start = readInstant(startText || cells.date, startText === '' ? '' : cells.date, reading);
  if (typeof start === 'string') return start;
  if (cells.minutes !== '') {
    const minutes = readLength(cells.minutes);
    if (minutes === undefined) return `${show(cells.minutes)} is not a length in minutes such as 45`;
    return { start: start.instant, end: start.instant + minutes * MINUTE_MS, remark: start.remark };
  }
  if (endText === '') return { start: start.instant, end: undefined, remark: start.remark };
  const end = readInstant(endText, start.date, reading);
  if (typeof end === 'string') return end;
  return { start: start.instant, end: endOf(start, end, reading), remark: start.remark };
}

interface LocalReading {
  instant: number;
  /** ISO 8601, in the zone of the business. */
  date: string;
  /** Minutes after midnight of the date; undefined of an instant with its offset. */
  minutes: number | undefined;
  remark: string | undefined;
}

/** Reads a time, on a date if it has none of its own. */
function readInstant(text: string, otherDate: string, reading: TimeReading): LocalReading | string {
  if (isInstant(text)) return offsetReading(text, reading);
  const clock = clockOf(text);
  if (!clock && dateOf(text, reading)) return `${show(text)} has no time: write it as 2026-03-02 14:30`;
  if (!clock) return `${show(text)} is not a time such as ${otherDate === '' ? '2026-03-02 14:30' : '14:30'}`;
  const dateText = clock.before || clockOf(otherDate)?.before || otherDate;
  const date = dateText === '' ? undefined : dateOf(dateText, reading);
  if (dateText === '') return `${show(text)} has no date: write it as 2026-03-02 14:30`;
  if (date === undefined) return `${show(dateText)} ${dateProblem(dateText, reading)}`;
  const contradiction = weekdayProblem(dateText, reading.order);
  if (contradiction) return `${show(dateText)} ${contradiction}`;
  return localReading(date, clock.minutes, reading);
}

/** Reads the time of day of a cell that `numbers` has no problem with. */
function clockOf(text: string): ClockReading | undefined {
  const serial = parseSerial(text);
  const minutes = serial && serial.decimals !== '' ? minutesOfDecimals(serial) : undefined;
  if (minutes !== undefined) return { before: serial?.days === undefined ? '' : String(serial.days), minutes };
  return readClock(expandCompact(text) ?? text);
}

function dateOf(text: string, { order }: TimeReading): string | undefined {
  const days = parseSerial(text)?.days;
  return days === undefined ? readDay(expandCompact(text) ?? text, order) : dateOfDays(days);
}

/** Says why a text is no date. */
function dateProblem(text: string, reading: TimeReading): string {
  const isDate = (other: string) => dateOf(other, reading) !== undefined;
  // The last days of months are those that not each month has.
  if (isDate(text.replace(/(?<!\d)(?:29|3[01])(?!\d)/, '28'))) return 'does not exist: correct the date';
  const isYearless = ['.', '/', ' '].some((separator) => isDate(`${text.replace(/\.$/, '')}${separator}${LEAP_YEAR}`));
  return isYearless ? 'has no year: write it as 2026-03-02' : 'is not a date such as 2026-03-02';
}

/** What a cell of figures is read as, for the report: `2024-03-09 12:00`, or a date or a time alone. Undefined if it is not read. */
export function describeTime(text: string, reading: TimeReading): string | undefined {
  if (reading.numbers.problem(text, reading.inFigures)) return undefined;
  const time = readInstant(text, '', reading);
  if (typeof time !== 'string')
    return minuteText(new Date(time.instant + offsetAt(time.instant, reading.zone)).toISOString());
  const minutes = clockOf(text)?.minutes;
  return minutes === undefined
    ? dateOf(text, reading)
    : Temporal.PlainTime.from('00:00').add({ minutes }).toString({ smallestUnit: 'minute' });
}

function offsetReading(written: string, { zone }: TimeReading): LocalReading | string {
  const text = expandCompact(written) ?? written;
  const instant = instantOf(text.replace(/\s?(?:UTC|GMT)$/i, 'Z').replace(/\s(?=[+-]\d{2}:?\d{2}$)/, ''));
  if (instant === undefined) return `${show(written)} is not a time that exists`;
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return { instant, date: local.toPlainDate().toString(), minutes: undefined, remark: undefined };
}

/** Returns undefined for a date that does not exist. */
function instantOf(text: string): number | undefined {
  try {
    return Date.parse(parseTime(text, undefined));
  } catch (error) {
    if (error instanceof TimeError) return undefined;
    throw error;
  }
}

function localReading(date: string, minutes: number, { zone }: TimeReading): LocalReading | string {
  const midnight = Temporal.PlainDate.from(date).toPlainDateTime();
  // By the clock: 24:00 is 00:00 of the next day.
  const local = midnight.add({ minutes });
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  const shown = local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  if (!earlier.toPlainDateTime().equals(local)) return `${shown} does not exist: the clocks are set forward then`;
  const isRepeated = !earlier.equals(later);
  const remark = `${shown} is twice on that day: it is read as the first; write ${later.toString({ timeZoneName: 'never', smallestUnit: 'minute' })} for the second`;
  return { instant: earlier.epochMilliseconds, date, minutes, remark: isRepeated ? remark : undefined };
}

/** The end of an appointment. Of one that ends after midnight, the file can have the time of its end only. */
function endOf(start: LocalReading, end: LocalReading, reading: TimeReading): number {
  if (end.instant > start.instant || end.date !== start.date || end.minutes === undefined) return end.instant;
  const nextDay = Temporal.PlainDate.from(end.date).add({ days: 1 }).toString();
  const next = localReading(nextDay, end.minutes, reading);
  return typeof next !== 'string' && next.instant - start.instant <= MAX_OVERNIGHT_MS ? next.instant : end.instant;
}

/** Of each form of numbers, the first one and what it is read as: the owner sees there whether the days are right. */
export const numbersReadAs = (times: TimeReading): Record<string, string> =>
  Object.fromEntries(
    times.numbers.examples.flatMap((text) => {
      const meant = describeTime(text, times);
      return meant === undefined ? [] : [[text, meant]];
    }),
  );

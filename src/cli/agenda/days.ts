import { UsageError } from '../../config/usage-error.ts';
import { addDays } from '../../lib/time/add-days.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { localDays } from '../../lib/time/local-days.ts';
import { TimeError } from '../../lib/time/parse.ts';
import { localDate, parseRange } from '../../lib/time/range.ts';
import { daysNamed } from '../../lib/time/typed-hours.ts';
import { weekdayName, weekdayNumber } from '../../lib/time/weekdays.ts';
import { readWrittenDate } from '../../lib/time/written-date.ts';

const WEEK_DAYS = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** With a slash, one writes the day first and the other the month. */
const COUNTRIES = ['GB', 'US'];
const RELATIVE = /^(yesterday|today|tomorrow)$/i;

/** The days to draw: local dates, and the time from the start of the first to the end of the last. */
export interface ShownDays extends Interval {
  days: { date: string; weekday: string }[];
}

export interface DayRequest {
  /** `today`, `tomorrow`, `yesterday`, a weekday in any of our languages (its next one, or today), or a date. */
  text: string;
  /** True: seven days, of which this is the first. */
  isWeek: boolean;
}

/** @throws UsageError for a text that is no day */
export function readDays({ text, isWeek }: DayRequest, zone: string, now: number): ShownDays {
  const first = firstDate(text.trim(), zone, now);
  try {
    const last = isWeek ? addDays(first, WEEK_DAYS - 1) : first;
    const { from = '', to = '' } = parseRange({ from: first, to: last }, zone, now);
    const interval = { start: Date.parse(from), end: Date.parse(to) };
    return { ...interval, days: localDays(interval, zone).map(({ date, weekday }) => ({ date, weekday })) };
  } catch (error) {
    if (!(error instanceof TimeError || error instanceof RangeError)) throw error;
    throw new UsageError(`"${text}" is not a date that exists. Write a day such as 2026-11-26, tomorrow or friday.`);
  }
}

function firstDate(text: string, zone: string, now: number): string {
  const today = localDate(now, zone);
  if (DATE.test(text)) return text;
  if (RELATIVE.test(text))
    return localDate(Date.parse(parseRange({ from: text }, zone, now).from ?? ''), zone).toString();
  const [date, otherDate] = new Set(COUNTRIES.flatMap((country) => readWrittenDate(text, country) ?? []));
  if (otherDate) throw new UsageError(`"${text}" can be ${date} or ${otherDate}. Write the one that is meant.`);
  if (date) return date;
  const english = weekdayNumber(text);
  const [weekday, otherDay] = new Set(english ? [english] : daysNamed(text));
  if (weekday && otherDay)
    throw new UsageError(
      `"${text}" can be ${weekdayName(weekday)} or ${weekdayName(otherDay)}. Write more of the weekday.`,
    );
  if (weekday === undefined) {
    throw new UsageError(
      `"${text}" is not a day. Write today, tomorrow, yesterday, a weekday such as friday, or a date such as 2026-11-26 or 26.11.2026.`,
    );
  }
  return today.add({ days: (weekday - today.dayOfWeek + WEEK_DAYS) % WEEK_DAYS }).toString();
}

import { UsageError } from '../../config/usage-error.ts';
import { addDays } from '../../lib/time/add-days.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { localDays } from '../../lib/time/local-days.ts';
import { TimeError } from '../../lib/time/parse.ts';
import { localDate, parseRange } from '../../lib/time/range.ts';
import { weekdayNumber } from '../../lib/time/weekdays.ts';

const WEEK_DAYS = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const RELATIVE = /^(yesterday|today|tomorrow)$/i;

/** The days to draw: local dates, and the time from the start of the first to the end of the last. */
export interface ShownDays extends Interval {
  days: { date: string; weekday: string }[];
}

export interface DayRequest {
  /** `today`, `tomorrow`, `yesterday`, a weekday (its next one, or today), or a date. */
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
  const weekday = weekdayNumber(text);
  if (weekday === undefined) {
    throw new UsageError(
      `"${text}" is not a day. Write today, tomorrow, yesterday, a weekday such as friday, or a date such as 2026-11-26.`,
    );
  }
  return today.add({ days: (weekday - today.dayOfWeek + WEEK_DAYS) % WEEK_DAYS }).toString();
}

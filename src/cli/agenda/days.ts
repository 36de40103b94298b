import { UsageError } from '../../config/usage-error.ts';
import { type DateOrder, readDay, weekdayProblem } from '../../imports/bookings/read-day.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { addDays } from '../../lib/time/add-days.ts';
import { WRITTEN_LANGUAGES } from '../../lib/time/date-languages.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { localDays } from '../../lib/time/local-days.ts';
import { TimeError } from '../../lib/time/parse.ts';
import { localDate, parseRange } from '../../lib/time/range.ts';
import { daysNamed } from '../../lib/time/typed-hours.ts';
import { weekdayName, weekdayNumber } from '../../lib/time/weekdays.ts';

const WEEK_DAYS = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ORDERS = ['day first', 'month first'] as const;
/** Years ahead in which a date without one is looked for, and the one before: 29 February can be eight years away. */
const YEARS = [0, 1, 2, 3, 4, 5, 6, 7, 8, -1];

/** The days to draw: local dates, and the time from the start of the first to the end of the last. */
export interface ShownDays extends Interval {
  days: { date: string; weekday: string }[];
}

interface DayRequest {
  /** `today`, `tomorrow`, `yesterday` or a weekday in any of our languages (its next one, or today), or a date, also without its year. */
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
  const relative = relativeDay(text);
  if (relative !== undefined) return today.add({ days: relative }).toString();
  const written = ORDERS.flatMap((order) => writtenDate(text, order, today.toString()) ?? []);
  const [date, otherDate] = new Set(written.flatMap((one) => (one.problem ? [] : one.date)));
  if (otherDate) throw new UsageError(`"${text}" can be ${date} or ${otherDate}. Write the one that is meant.`);
  if (date) return date;
  if (written[0]) throw new UsageError(`"${text}": ${written[0].date} ${written[0].problem}. Correct one of both.`);
  const english = weekdayNumber(text);
  const [weekday, otherDay] = new Set(english ? [english] : daysNamed(text));
  if (weekday && otherDay)
    throw new UsageError(
      `"${text}" can be ${weekdayName(weekday)} or ${weekdayName(otherDay)}. Write more of the weekday.`,
    );
  if (weekday === undefined) {
    throw new UsageError(
      `"${text}" is not a day. Write today, tomorrow, yesterday, a weekday such as friday, or a date such as 2026-11-26, 26.11.2026 or 26 November.`,
    );
  }
  return today.add({ days: (weekday - today.dayOfWeek + WEEK_DAYS) % WEEK_DAYS }).toString();
}

/** Returns 0 for `today`, 1 for `morgen`, -1 for `hier`. */
function relativeDay(text: string): number | undefined {
  const named = normalizeName(text);
  return [-1, 0, 1].find((days) =>
    WRITTEN_LANGUAGES.some(
      (language) =>
        normalizeName(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')) === named,
    ),
  );
}

/**
 * Reads a date in any writing. Without its year, it is the next one, today included; the last one, if only that is on the weekday that is
 * written with it, and is nearer: of a date in some days, the weekday is wrong.
 * @param today ISO 8601
 */
function writtenDate(text: string, order: DateOrder, today: string) {
  const read = (one: string) => {
    const date = readDay(one, order);
    return date ? [{ date, problem: weekdayProblem(one, order) }] : [];
  };
  const dates = YEARS.flatMap((years) => read(`${text} ${Number(today.slice(0, 4)) + years}`));
  const ahead = (date: string) => Date.parse(date) - Date.parse(today);
  const next = read(text)[0] ?? dates.find(({ date }) => ahead(date) >= 0);
  const last = dates.find(({ date, problem }) => ahead(date) < 0 && !problem);
  const isLast = next?.problem && last && -ahead(last.date) < ahead(next.date);
  return isLast ? last : next;
}

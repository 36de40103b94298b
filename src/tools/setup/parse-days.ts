import * as z from 'zod';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { addDays } from '../../lib/time/add-days.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { weekdayNumber } from '../../lib/time/weekdays.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { describePeriod, type Period } from './periods.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * What a time of day means for an argument. `exact`: the change begins or ends then. `day`: its day is meant, because hours have
 * an argument of their own. `whole_days`: it is refused, except the first minute of the first day and the last one of the last.
 */
type TimesMean = 'exact' | 'day' | 'whole_days';

/** Today in the zone of the business: `2026-11-26`. */
export async function todayIn(timeZone: string, { clock }: ToolContext): Promise<string> {
  const { localDate } = await import('../../lib/time/range.ts');
  return localDate(clock.now(), timeZone).toString();
}

/**
 * Returns the date of an argument, or the local time to the minute if times are exact. A time is read as the start of a booking.
 * @param options.first the first day, for an argument that is the last one.
 * @throws ToolError if it is none.
 */
export async function parseDay(
  argument: string,
  text: string,
  timeZone: string,
  context: ToolContext,
  { times = 'whole_days', first }: { times?: TimesMean; first?: string } = {},
): Promise<string> {
  const { localDate } = await import('../../lib/time/range.ts');
  const trimmed = text.trim();
  const today = localDate(context.clock.now(), timeZone);
  if (trimmed.toLowerCase() === 'today') return today.toString();
  if (trimmed.toLowerCase() === 'tomorrow') return today.add({ days: 1 }).toString();
  if (DATE.test(trimmed) && z.iso.date().safeParse(trimmed).success) return trimmed;
  if (weekdayNumber(trimmed) !== undefined) return nextWeekday(argument, trimmed, timeZone, context, first);
  const isEnd = argument === 'to';
  const time = await localMinute(trimmed, isEnd, timeZone, context);
  if (time === undefined) {
    const orTime = times === 'exact' ? ', or a local time such as 2026-11-26T13:00' : '';
    throw new ToolError(
      say`${argument}: ${quoted(text)} is not a date such as 2026-11-26, today or tomorrow${trusted(orTime)}.`,
    );
  }
  const date = time.slice(0, 10);
  if (time === `${date}${isEnd ? 'T23:59' : 'T00:00'}`) return date;
  if (isOtherTime(trimmed, time, times))
    throw new ToolError(
      say`${argument}: ${quoted(text)} has an offset, and is ${trusted(time.replace('T', ' '))} in ${trusted(timeZone)}. Write the date that is meant, without time and offset${trusted(times === 'exact' ? ', or this local time' : '')}.`,
    );
  if (times === 'exact') return time;
  // Without an offset, it is the midnight that was written, also if a clock change skips it.
  const midnight = OFFSET.test(trimmed) ? time : writtenMinute(trimmed);
  if (isEnd && midnight.endsWith('T00:00'))
    throw new ToolError(
      say`${argument}: ${quoted(text)} is the midnight before ${trusted(date)}. Write ${trusted(addDays(date, -1))} if that is the last day, or ${trusted(date)} to include it.`,
    );
  if (times === 'day') return date;
  throw new ToolError(
    say`${argument}: ${quoted(text)} is a time of day, and this changes whole days. Write ${trusted(date)}; set_special_hours takes hours of a day.`,
  );
}

/**
 * Returns the date of a weekday. Changes lie ahead, so that it is the next one, or as the last day the first one from `first` on.
 * @throws ToolError if it can be today.
 */
async function nextWeekday(
  argument: string,
  weekday: string,
  timeZone: string,
  { time }: ToolContext,
  first: string | undefined,
): Promise<string> {
  const { localDate } = await import('../../lib/time/range.ts');
  const range = first === undefined ? { from: weekday } : { from: first.slice(0, 10), to: weekday };
  const names = first === undefined ? { from: argument } : {};
  const { from = '', to } = await time.range(range, timeZone, { isAhead: true, names });
  // The end of a range is the first instant after its last day.
  return localDate(to === undefined ? Date.parse(from) : Date.parse(to) - 1, timeZone).toString();
}

/**
 * True for a text whose date is another one in the zone of the business, which a caller is unlikely to mean. An exact time is
 * meant, except the beginning and end of a day: `2026-11-26T00:00:00Z` is more likely the 26th than the evening before.
 */
function isOtherTime(text: string, time: string, times: TimesMean): boolean {
  if (!OFFSET.test(text)) return false;
  const written = writtenMinute(text);
  if (times !== 'exact') return written.slice(0, 10) !== time.slice(0, 10);
  return written !== time && /T(00:00|23:59)$/.test(written);
}

/** Returns a time as it is written, to the minute and without its offset. */
const writtenMinute = (text: string) => text.slice(0, '2026-11-26T13:00'.length).toUpperCase().replace(' ', 'T');

/** Returns a time as the clocks of the business show it, to the minute; undefined for any other text. */
async function localMinute(text: string, isEnd: boolean, timeZone: string, { time }: ToolContext) {
  try {
    // Where a clock change leaves two, the longer period.
    const instant = await time.parse(text, timeZone, { clockChange: isEnd ? 'later' : 'earlier' });
    const local = formatInstant(instant, timeZone)?.local.slice(0, '2026-11-26T13:00'.length);
    const written = writtenMinute(text);
    // A clock change that skips midnight begins the day later: it is no time of the day before.
    return OFFSET.test(text) || local?.slice(0, 10) === written.slice(0, 10) ? local : written;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Returns the days of a change, which must not be over. Without an end, it is the day of the beginning.
 * @throws ToolError
 */
export async function parseDays(
  { from, to }: { from: string; to?: string | undefined },
  timeZone: string,
  context: ToolContext,
  options: { times?: TimesMean } = {},
): Promise<Period> {
  const first = await parseDay('from', from, timeZone, context, options);
  const last =
    to === undefined ? first.slice(0, 10) : await parseDay('to', to, timeZone, context, { ...options, first });
  const period = { from: first, to: last };
  // A date as an end includes its whole day.
  const end = DATE.test(period.to) ? `${period.to}T24:00` : period.to;
  if (end < period.from) {
    const isSameDay = period.from.slice(0, 10) === period.to.slice(0, 10);
    throw new ToolError(
      isSameDay
        ? say`The end must be after the beginning: ${describePeriod(period)}.`
        : say`to must not be before from: ${describePeriod(period)}.`,
    );
  }
  const today = await todayIn(timeZone, context);
  if (period.to.slice(0, 10) < today)
    throw new ToolError(
      say`${describePeriod(period)} is in the past: today is ${trusted(today)} in ${trusted(timeZone)}.`,
    );
  return period;
}

import * as z from 'zod';
import { quoted, say, trusted } from '../../lib/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { describePeriod, type Period } from './periods.ts';

/** Input: the days of a change. */
export const daysInput = () => ({
  from: z.string().min(1).max(64).describe('Date such as 2026-11-26, today or tomorrow'),
  to: z.string().min(1).max(64).optional().describe('Last day, included; default: the same day'),
});

/** How to get affected bookings that an answer leaves out. */
export const FEWER_DAYS = 'repeat with dry_run for fewer days before the change, or use list_bookings with from and to';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

/** Today in the zone of the business: `2026-11-26`. */
export async function todayIn(timeZone: string, { clock }: ToolContext): Promise<string> {
  const { localDate } = await import('../../lib/time/range.ts');
  return localDate(clock.now(), timeZone).toString();
}

/**
 * Returns the date (or, if permitted, the local time) of an argument.
 * @throws ToolError if it is none.
 */
export async function parseDay(
  argument: string,
  text: string,
  timeZone: string,
  context: ToolContext,
  { mayBeTime = false } = {},
): Promise<string> {
  const { localDate } = await import('../../lib/time/range.ts');
  const trimmed = text.trim();
  const today = localDate(context.clock.now(), timeZone);
  if (trimmed.toLowerCase() === 'today') return today.toString();
  if (trimmed.toLowerCase() === 'tomorrow') return today.add({ days: 1 }).toString();
  const date = DATE.test(trimmed) ? trimmed : mayBeTime ? LOCAL_TIME.exec(trimmed)?.[1] : undefined;
  if (date !== undefined && z.iso.date().safeParse(date).success) return trimmed;
  const form = mayBeTime
    ? 'a date such as 2026-11-26, or a local time such as 2026-11-26T13:00'
    : 'a date such as 2026-11-26';
  throw new ToolError(say`${argument}: ${quoted(text)} is not ${trusted(form)}.`);
}

/** The day on which a change ends that has only a beginning: also one that begins at a time. */
const lastDay = (from: string) => LOCAL_TIME.exec(from.trim())?.[1] ?? from;

/**
 * Returns the days of a change, which must not be over.
 * @throws ToolError
 */
export async function parseDays(
  { from, to = lastDay(from) }: { from: string; to?: string | undefined },
  timeZone: string,
  context: ToolContext,
  options: { mayBeTime?: boolean } = {},
): Promise<Period> {
  const period = {
    from: await parseDay('from', from, timeZone, context, options),
    to: await parseDay('to', to, timeZone, context, options),
  };
  // A date as an end includes its whole day.
  const end = DATE.test(period.to) ? `${period.to}T24:00` : period.to;
  if (end < period.from) throw new ToolError(say`to must not be before from: ${describePeriod(period)}.`);
  const today = await todayIn(timeZone, context);
  if (period.to.slice(0, 10) < today)
    throw new ToolError(
      say`${describePeriod(period)} is in the past: today is ${trusted(today)} in ${trusted(timeZone)}.`,
    );
  return period;
}

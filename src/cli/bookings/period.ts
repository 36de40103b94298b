import { UsageError } from '../../config/usage-error.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { TimeError } from '../../lib/time/parse.ts';
import { localDate, parseRange } from '../../lib/time/range.ts';

/** Days of a zone, from the start of the first to the end of the last. */
export interface Period extends Interval {
  /** `2026-10-01` */
  first: string;
  last: string;
}

/** What was asked for, as `parseRange` reads it: days, or months such as `2026-10`. */
interface PeriodRequest {
  from: string | undefined;
  to: string | undefined;
}

const MONTH = /^\d{4}-\d{2}$/;

/** Returns the days that were asked for; without `from` those of last month. @throws UsageError */
export function readPeriod({ from, to }: PeriodRequest, zone: string, now: number): Period {
  const begin = from ?? to ?? 'last month';
  const end = to ?? (from === undefined || MONTH.test(from) ? begin : 'today');
  try {
    const range = parseRange({ from: begin, to: end }, zone, now);
    const interval = { start: Date.parse(range.from ?? ''), end: Date.parse(range.to ?? '') };
    const [first, last] = [localDate(interval.start, zone), localDate(interval.end - 1, zone)];
    if (from === undefined && to !== undefined) {
      throw new UsageError(`--to needs --from: the first day, such as --from ${last.with({ day: 1 })}.`);
    }
    return { ...interval, first: first.toString(), last: last.toString() };
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    // The first day alone is a period: it is ahead, and the last one was taken to be today.
    const only = to === undefined && from !== undefined ? readPeriod({ from, to: from }, zone, now) : undefined;
    if (only) throw new UsageError(`--from ${from} is ahead: state the last day, too, such as --to ${only.last}.`);
    throw notPeriod(begin, end);
  }
}

function notPeriod(from: string, to: string): UsageError {
  const days = from === to ? from : `${from} to ${to}`;
  return new UsageError(
    `"${days}" is no period: --from and --to are days or months that exist, and --to is not before --from, such as --from 2026-10 --to 2026-12.`,
  );
}

import { type Period, periodOf } from '../../../lib/activity/periods.ts';
import type { GroupKey } from '../../../lib/activity/tally.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../lib/time/units.ts';
import { weekdayName } from '../../../lib/time/weekdays.ts';

/** How a statement groups by time: by the number of units since the Monday before a piece of the window. */
export interface Buckets {
  /** Length of a unit; 0: time does not matter. */
  unitMs: number;
  /** Number of units after which the buckets begin again; 0: they do not. */
  cycle: number;
  /** True if every piece of the window must lie in one month, because buckets do not tell months apart. */
  isByMonth: boolean;
}

/** A part of a window in which the offset of the zone from UTC is constant. Times are epoch milliseconds. */
export interface Piece {
  from: number;
  /** Exclusive. */
  to: number;
  offsetMs: number;
  /** The Monday, 00:00 local time, at or before `from`. */
  monday: number;
}

/** Returns the coarsest buckets that tell all of these periods apart. */
export function bucketsOf(periods: readonly Period[]): Buckets {
  const has = (period: Period) => periods.includes(period);
  const isByMonth = has('month') && !has('day');
  const isUnique = has('day') || has('week');
  if (has('hour')) return { unitMs: HOUR_MS, cycle: isUnique ? 0 : has('weekday') ? 7 * 24 : 24, isByMonth };
  if (has('weekday')) return { unitMs: DAY_MS, cycle: isUnique ? 0 : 7, isByMonth };
  return { unitMs: has('day') ? DAY_MS : has('week') ? WEEK_MS : 0, cycle: 0, isByMonth };
}

/** Returns the piece of a window that begins at an instant. */
export function pieceAt(from: number, to: number, offsetMs: number): Piece {
  const day = Math.floor((from + offsetMs) / DAY_MS);
  // 1970-01-01, day 0, was a Thursday.
  const weekday = (((day + 3) % 7) + 7) % 7;
  return { from, to, offsetMs, monday: (day - weekday) * DAY_MS - offsetMs };
}

/** Returns the end of the local month of an instant, with a constant offset. */
export function endOfMonth(instant: number, offsetMs: number): number {
  const local = new Date(instant + offsetMs);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - offsetMs;
}

/** Returns the period of a bucket of a piece. Text order of keys is chronological. */
export function periodKey(period: Period, bucket: number, piece: Piece, { unitMs, isByMonth }: Buckets): GroupKey {
  const instant = period === 'month' && isByMonth ? piece.from : piece.monday + bucket * unitMs;
  const local = new Date(instant + piece.offsetMs);
  const weekday = weekdayName(local.getUTCDay() || 7);
  return periodOf(period, { local: local.toISOString(), weekday }) ?? { key: '', fields: { [period]: null } };
}

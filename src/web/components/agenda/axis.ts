import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import type { ClockChange, ZonedDay } from '../../../lib/time/zoned-day.ts';
import { localTime } from '../../lib/time.ts';
import type { Interval } from './types.ts';

/**
 * The vertical axis that the days of a grid share: minutes of the wall clock, a strip for each hour that the clocks of one of the
 * days show twice, and no place for an hour that the clocks of all days skip. On the other days nothing is in the strip. An hour
 * that the clocks of some days skip stays empty on these.
 */
export interface Axis extends Interval {
  strips: readonly Strip[];
}

export interface Strip {
  /** Minutes since midnight after which the clocks repeat `length` minutes, or skip them if it is negative. */
  after: number;
  length: number;
}

export function stripsOf(days: readonly ZonedDay[]): Strip[] {
  const strips = new Map<number, Strip>();
  for (const { change } of days) {
    if (!change || (change.by > 0 && !days.every(({ change: other }) => isSame(change, other)))) continue;
    const length = Math.max(-change.by, strips.get(change.minutes)?.length ?? -DAY_MINUTES);
    strips.set(change.minutes, { after: change.minutes, length });
  }
  return [...strips.values()].sort((a, b) => a.after - b.after);
}

const isSame = (one: ClockChange, other: ClockChange | undefined) =>
  one.minutes === other?.minutes && one.by === other.by;

/** The minute of the axis at which an instant of a day is; before the day its start, after it its end. */
export function axisMinute(instant: number, day: ZonedDay, strips: readonly Strip[]): number {
  const total = strips.reduce((sum, { length }) => sum + length, 0);
  if (instant >= day.end) return DAY_MINUTES + total;
  const { minutes } = localTime(new Date(Math.max(instant, day.start)), day.zone);
  const { change } = day;
  const passed = strips.filter(({ after }) =>
    change && change.by < 0 && change.minutes === after ? instant >= change.at : minutes >= after,
  );
  return minutes + passed.reduce((sum, { length }) => sum + length, 0);
}

/** The minute of the axis of a time that each day shows. */
const clockMinute = (minutes: number, strips: readonly Strip[]): number =>
  minutes + strips.reduce((sum, { after, length }) => sum + (minutes >= after ? length : 0), 0);

/** Part of a day without an interval that is drawn at least, in minutes of the axis. */
const [DEFAULT_START, DEFAULT_END] = [9 * 60, 17 * 60];
const MIN_LENGTH = 4 * 60;

/** The axis that has room for all intervals, from one full hour to another. */
export function axisOf(days: readonly ZonedDay[], intervals: readonly Interval[]): Axis {
  const strips = stripsOf(days);
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    for (const one of intervals) {
      if (one.start >= day.end || one.end <= day.start) continue;
      start = Math.min(start, axisMinute(one.start, day, strips));
      end = Math.max(end, axisMinute(one.end, day, strips));
    }
  }
  if (end < start)
    [start, end] = [DEFAULT_START, DEFAULT_END].map((minute) => clockMinute(minute, strips)) as [number, number];
  start = Math.max(0, Math.floor(start / 60) * 60);
  const last = clockMinute(DAY_MINUTES, strips);
  end = Math.min(last, Math.ceil(end / 60) * 60);
  if (end - start < MIN_LENGTH) end = Math.min(last, start + MIN_LENGTH);
  return { start: Math.min(start, end - Math.min(MIN_LENGTH, end)), end, strips };
}

export interface HourMark {
  minute: number;
  /** Minutes since midnight that the clock shows. */
  clock: number;
  /** The second time on a day whose clocks are set back. */
  isRepeated: boolean;
}

/** The full hours of an axis. */
export function hourMarks({ start, end, strips }: Axis): HourMark[] {
  const marks: HourMark[] = [];
  const isSkipped = (clock: number) => strips.some(({ after, length }) => clock >= after && clock < after - length);
  for (let clock = 0; clock < DAY_MINUTES; clock += 60) {
    if (isSkipped(clock)) continue;
    marks.push({ minute: clockMinute(clock, strips), clock, isRepeated: false });
  }
  for (const { after, length } of strips) {
    if (length < 0) continue;
    const minute = clockMinute(after, strips) - length;
    marks.push({ minute, clock: after - length, isRepeated: true });
  }
  return marks.filter(({ minute }) => minute >= start && minute < end).sort((a, b) => a.minute - b.minute);
}

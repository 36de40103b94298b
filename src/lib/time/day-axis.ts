import type { Interval } from './intervals.ts';
import { offsetAt } from './offset.ts';
import { MINUTE_MS } from './units.ts';
import { DAY_MINUTES } from './whole-day.ts';
import type { ClockChange, ZonedDay } from './zoned-day.ts';

/**
 * The axis of time that days share where they are drawn next to each other: minutes of the wall clock, a strip for each hour that the clocks
 * of one of the days show twice, and no place for an hour that the clocks of all days skip. On the other days nothing is in the strip. An
 * hour that the clocks of some days skip stays empty on these. The axis of a single day is the minutes that have passed of it.
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
  const at = Math.max(instant, day.start);
  const minutes = Math.floor((at + offsetAt(at, day.zone)) / MINUTE_MS) % DAY_MINUTES;
  const { change } = day;
  const passed = strips.filter(({ after }) =>
    change && change.by < 0 && change.minutes === after ? instant >= change.at : minutes >= after,
  );
  return minutes + passed.reduce((sum, { length }) => sum + length, 0);
}

/** The minute of the axis of a time that each day shows. */
export const clockMinute = (minutes: number, strips: readonly Strip[]): number =>
  minutes + strips.reduce((sum, { after, length }) => sum + (minutes >= after ? length : 0), 0);

/** Returns the minutes of the axis that the clocks skip on a day, where other days of the axis have them. */
export function skippedOn({ change }: ZonedDay, strips: readonly Strip[]): Interval | undefined {
  if (!change || change.by < 0 || strips.some(({ after }) => after === change.minutes)) return undefined;
  const { minutes, by } = change;
  return { start: clockMinute(minutes, strips), end: clockMinute(minutes + by, strips) };
}

/** Returns the minutes of the axis that a day does not have: those that clocks show twice on another day, or skip on this one. */
export function gapsOf(day: ZonedDay, strips: readonly Strip[]): Interval[] {
  const repeated = strips.filter(({ after, length }) => length > 0 && day.change?.minutes !== after);
  const gaps = repeated.map(({ after, length }) => {
    const end = clockMinute(after, strips);
    return { start: end - length, end };
  });
  return [...gaps, ...[skippedOn(day, strips)].filter((skipped) => skipped !== undefined)];
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

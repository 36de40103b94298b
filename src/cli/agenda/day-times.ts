import { formatClock } from '../../lib/time/clock-text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { repeatedEnd } from '../../lib/time/repeated-ends.ts';
import { repetitionOf } from '../../lib/time/repeated-times.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { DAY_MINUTES } from '../../lib/time/whole-day.ts';
import { instantOn, type ZonedDay } from '../../lib/time/zoned-day.ts';

/**
 * The minutes of an agenda are those that have passed since the start of its day. On almost all days clocks show the same. Where clocks
 * are set back they show some times twice, so that what they show does not tell which of two appointments is the earlier one.
 */

/** The minutes that have passed of a day at an instant. */
export const minuteAt = (instant: number, { start }: ZonedDay): number => Math.floor((instant - start) / MINUTE_MS);

export const instantAt = (minute: number, { start }: ZonedDay): number => start + minute * MINUTE_MS;

/** The minutes that a day has. */
export const lengthOf = (day: ZonedDay): number => minuteAt(day.end, day);

/** The minutes of the day that an interval takes; its end is rounded up, so that a short one is not lost. */
export const periodOf = ({ start, end }: Interval, day: ZonedDay): OpenPeriod => ({
  from: Math.max(0, minuteAt(start, day)),
  to: Math.min(lengthOf(day), Math.ceil((end - day.start) / MINUTE_MS)),
});

/**
 * Converts periods between times that clocks show. Of a time that they show twice, hours take the instant that makes them shorter, as the
 * platform does (`openIntervals`), and absences the one that makes them longer.
 */
export function passedPeriods(
  periods: readonly OpenPeriod[],
  day: ZonedDay,
  kind: 'hours' | 'absence' = 'hours',
): OpenPeriod[] {
  const isHours = kind === 'hours';
  return periods
    .map(({ from, to }) => {
      const start = instantOn(day, from, isHours ? 'later' : 'earlier');
      return periodOf({ start, end: instantOn(day, to, isHours ? repeatedEnd(to, periods) : 'later') }, day);
    })
    .filter(({ from, to }) => from < to);
}

/** What clocks show at a minute of a day: `09:05`; `02:30 again` when they show it for the second time. */
export const clockText = (minute: number, day: ZonedDay): string =>
  `${clockAt(minute, day)}${isShownAgain(minute, day) ? ' again' : ''}`;

const isShownAgain = (minute: number, day: ZonedDay) =>
  minute < lengthOf(day) && repetitionOf(instantAt(minute, day), day.zone) === 'later';

/** The same for programs: `02:30+01:00` where clocks show it twice. */
export function exactClock(minute: number, day: ZonedDay): string {
  const instant = instantAt(minute, day);
  const isRepeated = minute < lengthOf(day) && repetitionOf(instant, day.zone) !== undefined;
  const local = isRepeated ? formatInstant(new Date(instant).toISOString(), day.zone)?.local : undefined;
  return clockAt(minute, day) + (local?.slice('2026-11-26T09:00:00'.length) ?? '');
}

/** The end of a day is 24:00. */
function clockAt(minute: number, day: ZonedDay): string {
  if (minute >= lengthOf(day)) return formatClock(DAY_MINUTES);
  const instant = instantAt(minute, day);
  return formatClock(Math.floor((instant + offsetAt(instant, day.zone)) / MINUTE_MS) % DAY_MINUTES);
}

/** The times that clocks skip, or show twice, on a day on which they change; undefined on others. */
export function clockChangeOf({ change }: ZonedDay): { isForward: boolean; shown: OpenPeriod } | undefined {
  if (!change) return undefined;
  const { minutes, by } = change;
  return by > 0
    ? { isForward: true, shown: { from: minutes, to: minutes + by } }
    : { isForward: false, shown: { from: minutes + by, to: minutes } };
}

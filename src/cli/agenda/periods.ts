import { axisMinute, stripsOf } from '../../lib/time/day-axis.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { type AgendaAppointment, type AgendaDay, type AgendaPerson, appointmentsOf } from './agenda.ts';
import { instantAt, lengthOf } from './day-times.ts';

/** Returns `periods` without `removed`. Both are sorted by their start. */
export function subtractPeriods(periods: readonly OpenPeriod[], removed: readonly OpenPeriod[]): OpenPeriod[] {
  return periods.flatMap(({ from, to }) => {
    const rest: OpenPeriod[] = [];
    let start = from;
    for (const gap of removed) {
      if (gap.to <= start || gap.from >= to) continue;
      if (gap.from > start) rest.push({ from: start, to: gap.from });
      start = gap.to;
    }
    if (start < to) rest.push({ from: start, to });
    return rest;
  });
}

/** The time that an appointment takes of its day, with its buffers. */
export const takenBy = (
  { from, to, bufferBefore, bufferAfter }: AgendaAppointment,
  { zoned }: AgendaDay,
): OpenPeriod => ({
  from: Math.max(0, from - bufferBefore),
  to: Math.min(lengthOf(zoned), to + bufferAfter),
});

/** Returns the working hours of a person that no appointment takes; undefined if the working hours are unknown. */
export function freePeriods(day: AgendaDay, person: AgendaPerson): OpenPeriod[] | undefined {
  if (!person.hours) return undefined;
  const taken = appointmentsOf(day, person).map((one) => takenBy(one, day));
  return subtractPeriods(
    person.hours,
    taken.sort((a, b) => a.from - b.from),
  );
}

/**
 * Returns the part of days that is drawn: working hours and appointments, in whole hours of the axis that the days share. Undefined if there
 * are neither. For a single day these are its minutes.
 */
export function shownPeriod(days: readonly AgendaDay[]): OpenPeriod | undefined {
  const { onAxis } = axisOf(days);
  const periods = days.flatMap((day) => {
    const { open = [], people, appointments } = day;
    return [
      ...open,
      ...people.flatMap(({ hours = [], away }) => [...hours, ...away]),
      ...appointments.map((one) => takenBy(one, day)),
    ].map(({ from, to }) => ({ from: onAxis(from, day), to: onAxis(to, day) }));
  });
  if (periods.length === 0) return undefined;
  return {
    from: Math.floor(Math.min(...periods.map(({ from }) => from)) / 60) * 60,
    to: Math.ceil(Math.max(...periods.map(({ to }) => to)) / 60) * 60,
  };
}

/** The axis that days share: its strips, and where a minute of a day is on it. */
export function axisOf(days: readonly AgendaDay[]) {
  const strips = stripsOf(days.map(({ zoned }) => zoned));
  return {
    strips,
    onAxis: (minute: number, { zoned }: AgendaDay): number => axisMinute(instantAt(minute, zoned), zoned, strips),
  };
}

/** Formats minutes as a length: `45m`, `1h 30m`. */
export function formatLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours}h` : '', rest > 0 || hours === 0 ? `${rest}m` : ''].filter(Boolean).join(' ');
}

import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { DAY_MINUTES } from '../../lib/time/whole-day.ts';
import { type AgendaAppointment, type AgendaDay, type AgendaPerson, appointmentsOf } from './agenda.ts';

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
export const takenBy = ({ from, to, bufferBefore, bufferAfter }: AgendaAppointment): OpenPeriod => ({
  from: Math.max(0, from - bufferBefore),
  to: Math.min(DAY_MINUTES, to + bufferAfter),
});

/** Returns the working hours of a person that exist and no appointment takes; undefined if the working hours are unknown. */
export function freePeriods(day: AgendaDay, person: AgendaPerson): OpenPeriod[] | undefined {
  if (!person.hours) return undefined;
  const taken = [...appointmentsOf(day, person).map(takenBy), ...(day.skipped ? [day.skipped] : [])];
  return subtractPeriods(
    person.hours,
    taken.sort((a, b) => a.from - b.from),
  );
}

/**
 * Returns the part of a day that is drawn: working hours and appointments, in whole hours. Undefined if there are neither.
 */
export function shownPeriod(days: readonly AgendaDay[]): OpenPeriod | undefined {
  const periods = days.flatMap(({ open = [], people, appointments }) => [
    ...open,
    ...people.flatMap(({ hours = [], away }) => [...hours, ...away]),
    ...appointments.map(takenBy),
  ]);
  if (periods.length === 0) return undefined;
  return {
    from: Math.floor(Math.min(...periods.map(({ from }) => from)) / 60) * 60,
    to: Math.ceil(Math.max(...periods.map(({ to }) => to)) / 60) * 60,
  };
}

/** Formats minutes as a length: `45m`, `1h 30m`. */
export function formatLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours}h` : '', rest > 0 || hours === 0 ? `${rest}m` : ''].filter(Boolean).join(' ');
}

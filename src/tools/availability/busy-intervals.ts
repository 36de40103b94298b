import { listed, type Sentence, type SentenceValue, say, trusted } from '../../lib/sentence.ts';
import { pluralize } from '../../lib/text.ts';
import { type Interval, mergeIntervals } from '../../lib/time/intervals.ts';
import type { Appointment, ScheduleSnapshot, ServiceFacts } from './schedule-snapshot.ts';

/** A member of staff, or the single assumed resource, with its busy intervals. */
export interface Resource {
  /** Undefined for the single resource that is assumed if the service record names no staff. */
  staffId: string | undefined;
  /** Ordered and disjoint. */
  busy: readonly Interval[];
}

export interface ResourceSchedules {
  resources: readonly Resource[];
  /** What the platform does not state and is assumed. */
  assumptions: (string | Sentence)[];
  /** What is unknown. */
  unknown: Sentence[];
}

const MINUTE_MS = 60_000;
/** Minutes that an appointment takes if no service record has a duration. */
export const ASSUMED_MINUTES = 60;
const ALWAYS: Interval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/**
 * Returns the busy intervals of each candidate for a service. In doubt, time is busy: a booking without staff blocks
 * every candidate who could perform it, a booking without a readable time blocks all time.
 * @param staffIds candidates; if empty, one resource is assumed that every booking needs.
 * @param within the time range of interest.
 * @param excludedBookingId a booking that is to be moved and does not count.
 */
export function busyIntervals(
  schedule: ScheduleSnapshot,
  staffIds: readonly string[],
  within: Interval,
  excludedBookingId?: string,
): ResourceSchedules {
  const longest = longestMinutes(schedule);
  const notes = new ScheduleNotes(longest);
  const busy = new Map<string | undefined, Interval[]>(
    (staffIds.length > 0 ? staffIds : [undefined]).map((staffId) => [staffId, []]),
  );
  for (const appointment of schedule.appointments) {
    if (excludedBookingId !== undefined && appointment.id === excludedBookingId) continue;
    const assignable = [...busy.keys()].filter((staffId) => canBeAssigned(appointment, staffId, schedule));
    const interval = intervalOf(appointment, schedule, longest);
    if (assignable.length === 0 || interval.start >= within.end || interval.end <= within.start) continue;
    notes.add(appointment, interval, staffIds.length > 0, minutesOf(appointment, schedule) === undefined);
    for (const staffId of assignable) busy.get(staffId)?.push(interval);
  }
  const resources = [...busy].map(([staffId, intervals]) => ({ staffId, busy: mergeIntervals(intervals) }));
  return { resources, ...notes.sentences() };
}

/** True if an appointment may need this candidate. */
function canBeAssigned(appointment: Appointment, staffId: string | undefined, schedule: ScheduleSnapshot): boolean {
  if (staffId === undefined || appointment.staffId === staffId) return true;
  if (appointment.staffId !== undefined) return false;
  const performers = serviceOf(appointment, schedule)?.staffIds ?? [];
  return performers.length === 0 || performers.includes(staffId);
}

function serviceOf({ serviceId }: Appointment, { services }: ScheduleSnapshot): ServiceFacts | undefined {
  return serviceId === undefined ? undefined : services.get(serviceId);
}

function minutesOf(appointment: Appointment, schedule: ScheduleSnapshot): number | undefined {
  return serviceOf(appointment, schedule)?.minutes;
}

function longestMinutes({ services }: ScheduleSnapshot): number {
  const known = [...services.values()].flatMap(({ minutes }) => minutes ?? []);
  return known.length > 0 ? Math.max(...known) : ASSUMED_MINUTES;
}

function intervalOf(appointment: Appointment, schedule: ScheduleSnapshot, longest: number): Interval {
  const { start, end } = appointment;
  const lengthMs = (minutesOf(appointment, schedule) ?? longest) * MINUTE_MS;
  if (start === undefined) return end === undefined ? ALWAYS : { start: end - lengthMs, end };
  return { start, end: end !== undefined && end > start ? end : start + lengthMs };
}

/** Collects the assumptions and gaps that the answer states about the counted bookings. */
class ScheduleNotes {
  readonly #longest: number;
  readonly #withoutStart: SentenceValue[] = [];
  readonly #statuses = new Set<string>();
  #withoutEnd = 0;
  #unassigned = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(
    { id, start, end, staffId, status }: Appointment,
    interval: Interval,
    isStaffNamed: boolean,
    isLengthUnknown: boolean,
  ): void {
    if (interval === ALWAYS) this.#withoutStart.push(id ?? trusted('one without id'));
    else if ((start === undefined || end === undefined || end <= start) && isLengthUnknown) this.#withoutEnd++;
    if (isStaffNamed && staffId === undefined) this.#unassigned++;
    if (status !== undefined && !/^confirmed$/i.test(status)) this.#statuses.add(status);
  }

  sentences(): Pick<ResourceSchedules, 'assumptions' | 'unknown'> {
    const assumptions: ResourceSchedules['assumptions'] = [];
    if (this.#withoutEnd > 0) {
      assumptions.push(
        `${countBookings(this.#withoutEnd)} without end and known duration: counted as ${this.#longest} minutes, the longest duration known.`,
      );
    }
    if (this.#unassigned > 0) {
      assumptions.push(`${countBookings(this.#unassigned)} without staff: counted for everybody who may perform them.`);
    }
    if (this.#statuses.size > 0) {
      assumptions.push(say`Bookings with these statuses count as busy: ${listed([...this.#statuses])}.`);
    }
    const unknown =
      this.#withoutStart.length > 0
        ? [
            say`${trusted(countBookings(this.#withoutStart.length))} without a readable start time, which may be at any time: ${listed(this.#withoutStart)}.`,
          ]
        : [];
    return { assumptions, unknown };
  }
}

const countBookings = (bookings: number) => pluralize(bookings, 'booking');

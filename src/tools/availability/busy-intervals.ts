import { ASSUMED_MINUTES } from '../../lib/assumed-minutes.ts';
import { listed, type Sentence, type SentenceValue, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { Appointment, ScheduleSnapshot, ServiceFacts } from './schedule-snapshot.ts';

/** Some of the resources, by their index. */
export type ResourceSet = readonly number[];

export interface ResourceSchedules {
  /** Ids of the members of staff; `[undefined]` is the single resource that is assumed if the service names no staff. */
  resources: readonly (string | undefined)[];
  /** Busy intervals, by the resources that each of them may need. */
  busy: ReadonlyMap<ResourceSet, readonly Interval[]>;
  /** What the platform does not state and is assumed. */
  assumptions: (string | Sentence)[];
  /** What is unknown. */
  unknown: Sentence[];
}

export { ASSUMED_MINUTES };

const ALWAYS: Interval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/**
 * Finds the busy intervals of the candidates for a service. In doubt, time is busy: a booking without staff blocks every
 * candidate who could perform it, a booking without a readable time blocks all time. Takes one step for each booking.
 * @param staffIds candidates, each once; if empty, one resource is assumed that every booking needs.
 * @param within the time range of interest.
 * @param excludedBookingId a booking that is to be moved and does not count.
 */
export function* busyIntervals(
  schedule: ScheduleSnapshot,
  staffIds: readonly string[],
  within: Interval,
  excludedBookingId?: string,
): Generator<void, ResourceSchedules> {
  const longest = longestMinutes(schedule);
  const notes = new ScheduleNotes(longest);
  const busy = new Map<ResourceSet, Interval[]>();
  const assignableTo = createAssignment(staffIds, schedule);
  for (const appointment of schedule.appointments) {
    yield;
    if (excludedBookingId !== undefined && appointment.id === excludedBookingId) continue;
    const resources = assignableTo(appointment);
    const interval = intervalOf(appointment, schedule, longest);
    if (resources.length === 0 || interval.start >= within.end || interval.end <= within.start) continue;
    notes.add(appointment, interval, staffIds.length > 0, minutesOf(appointment, schedule) === undefined);
    const intervals = busy.get(resources);
    if (intervals) intervals.push(interval);
    else busy.set(resources, [interval]);
  }
  return { resources: staffIds.length > 0 ? staffIds : [undefined], busy, ...notes.sentences() };
}

/** Returns a function that finds the candidates an appointment may need; the same set for the same staff or service. */
function createAssignment(staffIds: readonly string[], schedule: ScheduleSnapshot) {
  const everybody: ResourceSet = staffIds.length > 0 ? staffIds.map((_, index) => index) : [0];
  const bySingle = new Map(staffIds.map((staffId, index): [string, ResourceSet] => [staffId, [index]]));
  const byService = new Map<ServiceFacts, ResourceSet>();
  return (appointment: Appointment): ResourceSet => {
    if (staffIds.length === 0) return everybody;
    if (appointment.staffId !== undefined) return bySingle.get(appointment.staffId) ?? [];
    const service = serviceOf(appointment, schedule);
    if (!service || service.staffIds.length === 0) return everybody;
    let performers = byService.get(service);
    if (!performers) {
      performers = [...new Set(service.staffIds)].flatMap((staffId) => bySingle.get(staffId) ?? []);
      byService.set(service, performers);
    }
    return performers;
  };
}

function serviceOf(
  { serviceId }: Appointment,
  { services }: Pick<ScheduleSnapshot, 'services'>,
): ServiceFacts | undefined {
  return serviceId === undefined ? undefined : services.get(serviceId);
}

function minutesOf(appointment: Appointment, schedule: Pick<ScheduleSnapshot, 'services'>): number | undefined {
  return serviceOf(appointment, schedule)?.minutes;
}

/** Returns the longest duration of a service, in minutes: an assumed one if none is known. */
export function longestMinutes({ services }: Pick<ScheduleSnapshot, 'services'>): number {
  let longest: number | undefined;
  for (const { minutes } of services.values())
    if (minutes !== undefined) longest = Math.max(longest ?? minutes, minutes);
  return longest ?? ASSUMED_MINUTES;
}

/**
 * Returns the time that an appointment takes: all time if its start and end are unknown.
 * @param longest minutes that it takes if neither its end nor the duration of its service is known.
 */
export function intervalOf(
  appointment: Appointment,
  schedule: Pick<ScheduleSnapshot, 'services'>,
  longest: number,
): Interval {
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

import { cleanLine, pluralize, truncate } from '../../lib/text.ts';
import { type Interval, mergeIntervals } from '../../lib/time/intervals.ts';
import type { Appointment, ScheduleSnapshot, ServiceFacts } from './schedule-snapshot.ts';

/** Somebody or something that can take an appointment, and when it cannot. */
export interface Resource {
  /** Undefined: the one resource that is assumed where nobody is named. */
  staffId: string | undefined;
  /** In order and apart from each other. */
  busy: readonly Interval[];
}

export interface ResourceSchedules {
  resources: readonly Resource[];
  /** Sentences: what was taken for true without the platform saying so. */
  assumptions: string[];
  /** Sentences: what is not known. */
  unknown: string[];
}

const MINUTE = 60_000;
/** Minutes that an appointment takes when no service's record has a duration. */
export const ASSUMED_MINUTES = 60;
const ALWAYS: Interval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
/** Records or words named in one sentence. */
const NAMED = 5;

/**
 * Who could perform a service, and when each of them is occupied. Whatever is in doubt is occupied: a booking without
 * staff occupies everybody it could be with, one without a readable time occupies all time.
 * @param staffIds the candidates; empty when nobody is named, which is taken for one resource that every booking needs.
 * @param within the time that matters.
 * @param except a booking that does not count: the one that is to be moved.
 */
export function busyIntervals(
  diary: ScheduleSnapshot,
  staffIds: readonly string[],
  within: Interval,
  except?: string,
): ResourceSchedules {
  const longest = longestMinutes(diary);
  const notes = new Notes(longest);
  const busy = new Map<string | undefined, Interval[]>(
    (staffIds.length > 0 ? staffIds : [undefined]).map((staffId) => [staffId, []]),
  );
  for (const appointment of diary.appointments) {
    if (except !== undefined && appointment.id === except) continue;
    const takers = [...busy.keys()].filter((staffId) => canBeAssigned(appointment, staffId, diary));
    const span = intervalOf(appointment, diary, longest);
    if (takers.length === 0 || span.start >= within.end || span.end <= within.start) continue;
    notes.add(appointment, span, staffIds.length > 0, minutesOf(appointment, diary) === undefined);
    for (const staffId of takers) busy.get(staffId)?.push(span);
  }
  const resources = [...busy].map(([staffId, spans]) => ({ staffId, busy: mergeIntervals(spans) }));
  return { resources, ...notes.sentences() };
}

/** Whether an appointment may need this candidate. */
function canBeAssigned(appointment: Appointment, staffId: string | undefined, diary: ScheduleSnapshot): boolean {
  if (staffId === undefined || appointment.staffId === staffId) return true;
  if (appointment.staffId !== undefined) return false;
  const performers = serviceOf(appointment, diary)?.staffIds ?? [];
  return performers.length === 0 || performers.includes(staffId);
}

function serviceOf({ serviceId }: Appointment, { services }: ScheduleSnapshot): ServiceFacts | undefined {
  return serviceId === undefined ? undefined : services.get(serviceId);
}

function minutesOf(appointment: Appointment, diary: ScheduleSnapshot): number | undefined {
  return serviceOf(appointment, diary)?.minutes;
}

function longestMinutes({ services }: ScheduleSnapshot): number {
  const known = [...services.values()].flatMap(({ minutes }) => minutes ?? []);
  return known.length > 0 ? Math.max(...known) : ASSUMED_MINUTES;
}

function intervalOf(appointment: Appointment, diary: ScheduleSnapshot, longest: number): Interval {
  const { start, end } = appointment;
  const length = (minutesOf(appointment, diary) ?? longest) * MINUTE;
  if (start === undefined) return end === undefined ? ALWAYS : { start: end - length, end };
  return { start, end: end !== undefined && end > start ? end : start + length };
}

/** Gathers what has to be said about the bookings that were counted. */
class Notes {
  readonly #longest: number;
  readonly #timeless: string[] = [];
  readonly #statuses = new Set<string>();
  #endless = 0;
  #unassigned = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(
    { id, start, end, staffId, status }: Appointment,
    span: Interval,
    staffNamed: boolean,
    lengthUnknown: boolean,
  ): void {
    if (span === ALWAYS) this.#timeless.push(id === undefined ? 'one without id' : short(id));
    else if ((start === undefined || end === undefined || end <= start) && lengthUnknown) this.#endless++;
    if (staffNamed && staffId === undefined) this.#unassigned++;
    if (status !== undefined && !/^confirmed$/i.test(status)) this.#statuses.add(short(status));
  }

  sentences(): Pick<ResourceSchedules, 'assumptions' | 'unknown'> {
    const assumptions: string[] = [];
    if (this.#endless > 0) {
      assumptions.push(
        `${count(this.#endless)} without end and known duration: counted as ${this.#longest} minutes, the longest duration known.`,
      );
    }
    if (this.#unassigned > 0) {
      assumptions.push(`${count(this.#unassigned)} without staff: counted for everybody who may perform them.`);
    }
    if (this.#statuses.size > 0) {
      assumptions.push(`Bookings with these statuses count as busy: ${listed([...this.#statuses])}.`);
    }
    const unknown =
      this.#timeless.length > 0
        ? [
            `${count(this.#timeless.length)} without a readable start time, which may be at any time: ${listed(this.#timeless)}.`,
          ]
        : [];
    return { assumptions, unknown };
  }
}

const count = (bookings: number) => pluralize(bookings, 'booking');

/** Somebody else's word in a sentence of ours. */
function short(text: string): string {
  return truncate(cleanLine(text), 40);
}

function listed(names: string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

import type { BookingRule } from '../../../../src/contract/index.ts';
import type { LocalMinutes } from './local-minutes.ts';
import {
  type Hours,
  OCCURRENCES,
  type Practice,
  type ServiceModel,
  type SpecialDay,
  type StaffModel,
} from './practice.ts';

/** A booking as the slow implementation sees it. Minutes of `LocalMinutes`; `busy` includes the buffers of its time. */
export interface SlowBooking {
  id: string;
  staff: string;
  contact: string;
  start: number;
  busyStart: number;
  busyEnd: number;
}

export interface SlowQuestion {
  service: ServiceModel;
  /** Only this person. */
  staff?: string | undefined;
  /** The minute of the question. */
  now: number;
  /** The booking that is to be moved. */
  excluded?: string | undefined;
  /** The customer, if the question is about a certain one. */
  contact?: string | undefined;
}

/** For each minute: whether a person works, and whether start times are offered then. */
interface Work {
  works: boolean[];
  grid: boolean[];
}

/**
 * The rules of a business, minute by minute, as the documentation says them: slow, obvious, and without a line of the
 * platform's own calculation.
 */
export class SlowRules {
  readonly #practice: Practice;
  readonly #local: LocalMinutes;
  readonly #bookings: readonly SlowBooking[];
  readonly #work = new Map<string, Work>();

  constructor(practice: Practice, local: LocalMinutes, bookings: readonly SlowBooking[]) {
    this.#practice = practice;
    this.#local = local;
    this.#bookings = bookings;
  }

  /** The people who could be asked at all. */
  candidates({ service, staff }: SlowQuestion): string[] {
    return this.#practice.staff
      .filter(({ id, active }) => active && (service.staff === 'all' || service.staff.includes(id)))
      .map(({ id }) => id)
      .filter((id) => staff === undefined || id === staff)
      .sort();
  }

  /** Every start time that is offered from one minute to another, exclusive, with the people who could take it. */
  freeStarts(question: SlowQuestion, from: number, to: number): { start: number; staff: string[] }[] {
    const earliest = this.#earliest(question);
    const starts = [];
    for (let start = from; start < to; start++) {
      if (!this.#candidateOffers(question, start)) continue;
      if (start < earliest || this.#isTooFar(question, start) || this.#isFull(question, start)) continue;
      const staff = this.candidates(question).filter(
        (id) => this.#workOf(id).grid[start] && this.#works(id, question, start) && this.#isFree(id, question, start),
      );
      if (staff.length > 0) starts.push({ start, staff });
    }
    return starts;
  }

  /** Every rule that a booking at a start time violates, on the grid or not. */
  violations(question: SlowQuestion, start: number): Set<BookingRule> {
    const candidates = this.candidates(question);
    const working = candidates.filter((id) => this.#works(id, question, start));
    const found = new Set<BookingRule>();
    if (this.#isClosed(question, start)) found.add('closed');
    if (candidates.length > 0 && working.length === 0) found.add('outside_hours');
    if (start < this.#earliest(question)) found.add('too_soon');
    if (this.#isTooFar(question, start)) found.add('too_far');
    if (this.#isFull(question, start)) found.add('limit_reached');
    if (candidates.length === 0 || (working.length > 0 && !working.some((id) => this.#isFree(id, question, start)))) {
      found.add('slot_unavailable');
    }
    return found;
  }

  /** True if a person works from one minute to another. */
  worksThroughout(id: string, from: number, to: number): boolean {
    for (let minute = from; minute < to; minute++) if (!this.#workOf(id).works[minute]) return false;
    return true;
  }

  #candidateOffers(question: SlowQuestion, start: number): boolean {
    return this.candidates(question).some((id) => this.#workOf(id).grid[start]);
  }

  #works(id: string, { service }: SlowQuestion, start: number): boolean {
    return this.worksThroughout(id, start, start + service.duration);
  }

  #isFree(id: string, { service, excluded }: SlowQuestion, start: number): boolean {
    const [from, to] = [start - service.before, start + service.duration + service.after];
    return !this.#bookings.some(
      (booking) => booking.staff === id && booking.id !== excluded && booking.busyStart < to && from < booking.busyEnd,
    );
  }

  #isClosed({ service }: SlowQuestion, start: number): boolean {
    for (let minute = start; minute < start + service.duration; minute++) if (this.#isClosedOn(minute)) return true;
    return false;
  }

  #isClosedOn(minute: number): boolean {
    const date = this.#local.dates[minute] ?? '';
    return this.#practice.closures.some(({ from, to }) => from <= date && date <= to);
  }

  #isTooFar({ service, now }: SlowQuestion, start: number): boolean {
    const window = service.window ?? this.#practice.rules.window;
    return window !== undefined && start > now + window;
  }

  /** The first minute that leaves the minimum notice. */
  #earliest({ service, now }: SlowQuestion): number {
    const { rules } = this.#practice;
    let rest = service.notice ?? rules.notice ?? 0;
    if (rules.noticeCounts === 'all_hours') return now + rest;
    let minute = now;
    for (; rest > 0 && minute < this.#local.count; minute++) if (this.#workOf('').works[minute]) rest--;
    return rest > 0 ? Number.POSITIVE_INFINITY : minute;
  }

  #isFull({ contact, excluded }: SlowQuestion, start: number): boolean {
    const { perDay, perCustomer } = this.#practice.rules;
    const date = this.#local.dates[start];
    const sameDay = this.#bookings.filter(
      (booking) => booking.id !== excluded && this.#local.dates[booking.start] === date,
    );
    if (perDay !== undefined && sameDay.length >= perDay) return true;
    const own = sameDay.filter((booking) => booking.contact === contact);
    return contact !== undefined && perCustomer !== undefined && own.length >= perCustomer;
  }

  /** Of a person, or of the business itself (`''`). */
  #workOf(id: string): Work {
    const made = this.#work.get(id) ?? this.#computeWork(this.#practice.staff.find((member) => member.id === id));
    this.#work.set(id, made);
    return made;
  }

  #computeWork(person: StaffModel | undefined): Work {
    const { dates, times, count } = this.#local;
    const work: Work = { works: Array(count).fill(false), grid: Array(count).fill(false) };
    for (let first = 0, after = 0; first < count; first = after) {
      while (after < count && dates[after] === dates[first]) after++;
      for (const { from, to } of this.#periods(dates[first] ?? '', person)) {
        // From the last time that the clock shows `from` to the first that it shows `to`, or the next later time if it
        // never does. The day itself starts and ends whatever the clock shows.
        const shown = times.slice(first, after);
        const last = shown.lastIndexOf(from);
        const start = from === 0 ? first : first + (last < 0 ? firstFrom(shown, from) : last);
        const end = first + firstFrom(shown, to);
        for (let minute = start; minute < end; minute++) {
          work.works[minute] = true;
          if ((minute - start) % this.#practice.rules.interval === 0) work.grid[minute] = true;
        }
      }
    }
    for (const timeOff of person?.timeOff ?? []) {
      const [from, to] = this.#absence(timeOff);
      for (let minute = from; minute < to; minute++) work.works[minute] = false;
    }
    return work;
  }

  #absence({ from, to }: { from: string; to: string }): [number, number] {
    const { texts, dates, count } = this.#local;
    const before = (minute: number) => (texts[minute] ?? '') < from;
    const during = (minute: number) => (to.includes('T') ? (texts[minute] ?? '') < to : (dates[minute] ?? '') <= to);
    let start = 0;
    while (start < count && before(start)) start++;
    let end = count;
    while (end > 0 && !during(end - 1)) end--;
    return [start, end];
  }

  #periods(date: string, person: StaffModel | undefined): { from: number; to: number }[] {
    const { closures, special, hours } = this.#practice;
    if (closures.some(({ from, to }) => from <= date && date <= to)) return [];
    const regular = regularPeriods(person?.hours ?? hours, date);
    const entry = special
      .filter(({ from, to }) => from <= date && date <= to)
      .filter(({ staff }) => staff.length === 0 || (person !== undefined && staff.includes(person.id)))
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
      .at(-1);
    if (!entry) return regular;
    if (!person?.hours || entry.staff.includes(person.id)) return entry.periods;
    return regular.flatMap((own) =>
      entry.periods
        .map(({ from, to }) => ({ from: Math.max(from, own.from), to: Math.min(to, own.to) }))
        .filter(({ from, to }) => from < to),
    );
  }
}

/** Orders special hours: by the first day, the longer one first, and on the same days that of everybody first. */
const rank = ({ from, to, staff }: SpecialDay) =>
  `${from} ${String(9_999 - days(from, to)).padStart(4, '0')} ${staff.length > 0 ? 1 : 0}`;
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (24 * 3_600_000);

/** The index of the first time that is not before a certain one; the number of times if there is none. */
function firstFrom(times: readonly number[], time: number): number {
  const index = times.findIndex((one) => one >= time);
  return index < 0 ? times.length : index;
}

function regularPeriods(hours: Hours | null, date: string): { from: number; to: number }[] {
  if (!hours) return [{ from: 0, to: 1440 }];
  const day = new Date(`${date}T00:00:00Z`);
  const weekday = (day.getUTCDay() + 6) % 7;
  const inAWeek = new Date(day.getTime() + 7 * 24 * 3_600_000);
  const isLast = inAWeek.getUTCMonth() !== day.getUTCMonth();
  const nth = OCCURRENCES[Math.floor((day.getUTCDate() - 1) / 7)];
  const exception = hours.monthly
    .filter((entry) => entry.weekday === weekday)
    .filter(({ occurrences }) => occurrences.some((one) => one === nth || (one === 'last' && isLast)))
    .at(-1);
  return exception?.periods ?? hours.weekly[weekday] ?? [];
}

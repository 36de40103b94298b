import { MINUTE_MS } from '../../../../lib/time/units.ts';
import { instantOf } from '../../../../lib/time/zoned-day.ts';
import { minutesOf } from '../../../lib/time.ts';
import type { FreeTimes as FreeData } from '../../../lib/view-data.ts';
import type { FreeTimes, Slot, StaffName } from '../types.ts';
import { date, type Fields, instant, isFields, minutes, rows, text, texts } from './fields.ts';

/** Free starts that are read at most: a month of 5-minute starts has fewer. */
const MAX_SLOTS = 10_000;

/** Reads an answer of `find_open_times`; undefined if it is none. */
export function readFree(answer: Fields, zone: string, data: FreeData | undefined): FreeTimes | undefined {
  const serviceId = text(answer.service_id);
  if (serviceId === undefined || typeof answer.found !== 'number') return undefined;
  const length = minutes(answer.duration_minutes) ?? 0;
  const people = rows(answer.staff).flatMap(({ id, name }) => {
    const known = text(name) ?? text(id);
    return known === undefined ? [] : [{ id: text(id), name: known }];
  });
  const read = new SlotReader(length, people);
  if (Array.isArray(answer.times)) read.addTimes(answer.times);
  else if (isFields(data) && Array.isArray(data.starts)) read.addRanges(data);
  else for (const day of rows(answer.days)) read.addDay(day, zone);
  const next = new SlotReader(length, people);
  next.addTimes(answer.next_best);
  return {
    serviceId,
    service: text(answer.service_name),
    minutes: length,
    people,
    slots: read.slots(),
    next: next.slots(),
    reasons: texts(answer.reasons),
    earliest: instant(answer.earliest_start_time),
    latest: instant(answer.latest_start_time),
    assumptions: texts(answer.assumptions),
    unread: texts(answer.unread),
  };
}

class SlotReader {
  readonly #lengthMs: number;
  readonly #people: readonly StaffName[];
  readonly #slots = new Map<number, Slot>();

  constructor(lengthMinutes: number, people: readonly StaffName[]) {
    this.#lengthMs = Math.max(1, lengthMinutes) * MINUTE_MS;
    this.#people = people;
  }

  slots(): Slot[] {
    return [...this.#slots.values()].sort((a, b) => a.start - b.start);
  }

  /** Reads `times` and `next_best`. */
  addTimes(times: unknown): void {
    for (const time of rows(times)) this.#add(instant(time.start_local), texts(time.staff));
  }

  /** Reads the ranges of the view data, which are UTC. */
  addRanges({ starts, step_minutes: step }: FreeData): void {
    for (const range of rows(starts)) {
      this.#addRange(instant(range.from), instant(range.to), minutes(step), texts(range.staff_ids));
    }
  }

  /** Reads a day such as `08:00-09:45, 11:00 (UTC-05:00) every 15 min: Brandt, Lindqvist`; both ends are starts. */
  addDay(day: Fields, zone: string): void {
    const on = date(day.date);
    if (on === undefined) return;
    for (const line of texts(day.free)) {
      const [, times = '', offset, step, names = ''] = FREE_LINE.exec(line) ?? [];
      const at = (time: string) => (offset ? instant(`${on}T${time}${offset}`) : instantOf(on, minutesOf(time), zone));
      for (const range of times.split(', ').filter(Boolean)) {
        const [first = '', last = first] = range.split('-');
        this.#addRange(at(first), at(last), Number(step ?? 0), namesOf(names));
      }
    }
  }

  #addRange(from: number | undefined, to: number | undefined, step: number | undefined, staff: string[]): void {
    if (from === undefined || to === undefined) return;
    const stepMs = Math.max(1, step || 15) * MINUTE_MS;
    for (let at = from; at <= to && this.#slots.size < MAX_SLOTS; at += stepMs) this.#add(at, staff);
  }

  #add(start: number | undefined, names: string[]): void {
    if (start === undefined || this.#slots.size >= MAX_SLOTS) return;
    const staff = names.map((name) => this.#person(name));
    const known = this.#slots.get(start);
    if (!known) this.#slots.set(start, { key: `s:${start}`, start, end: start + this.#lengthMs, staff });
    else known.staff.push(...staff.filter(({ name }) => !known.staff.some((other) => other.name === name)));
  }

  /** Finds a person by id, by name, or by the last word of a name that only one has. */
  #person(named: string): StaffName {
    const exact = this.#people.find(({ id, name }) => id === named || name === named);
    const byLastWord = this.#people.filter(({ name }) => name.trim().split(/\s+/).at(-1) === named);
    return exact ?? (byLastWord.length === 1 ? byLastWord[0] : undefined) ?? { name: named };
  }
}

const TIME = String.raw`\d{2}:\d{2}(?::\d{2})?`;
const FREE_LINE = new RegExp(
  String.raw`^(${TIME}(?:-${TIME})?(?:, ${TIME}(?:-${TIME})?)*)(?: \(UTC([+-]\d{2}:\d{2})\))?(?: every (\d{1,4}) min)?(?:: (.*))?$`,
);

/** Names of a list; those that are not one plain word are in quotation marks. */
const namesOf = (list: string): string[] =>
  [...list.matchAll(/"([^"]*)"|[^,\s][^,]*/g)].map(([whole, quoted]) => quoted ?? whole.trim());

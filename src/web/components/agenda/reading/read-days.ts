import { datesOf } from '../../../../lib/time/dates-of.ts';
import { repeatedEnd } from '../../../../lib/time/repeated-ends.ts';
import { instantOn, zonedDay } from '../../../../lib/time/zoned-day.ts';
import { localTime, minutesOf } from '../../../lib/time.ts';
import type { AgendaData } from '../../../lib/view-data.ts';
import type { Booking, Interval, OpenDay, Person, Slot } from '../types.ts';
import { date, type Fields, instant, isFields, rows, text } from './fields.ts';

/** Days that one agenda draws at most. */
export const MAX_DAYS = 31;
/** People whom one agenda knows at most. */
const MAX_PEOPLE = 200;

interface Range {
  from: string | undefined;
  to: string | undefined;
}

/** The days to draw: those of the view data, else those of the answer's window, else those of its records, else today. */
export function readDates(
  data: Partial<AgendaData>,
  answer: Fields,
  { zone, now, records }: { zone: string; now: number; records: readonly Interval[] },
): string[] {
  const dateOf = (at: number | undefined) => (at === undefined ? undefined : localTime(new Date(at), zone).date);
  const stated = { from: date(data.from), to: date(data.to) };
  if (stated.from && stated.to) return datesBetween(stated);
  const window = isFields(answer.window) ? answer.window : {};
  const [from, to] = [instant(window.from), instant(window.to)];
  const [first, last] = [records[0]?.start, records.at(-1)?.start];
  return datesBetween({
    from: dateOf(from ?? first) ?? dateOf(to === undefined ? now : to - 1),
    // The end of a window is exclusive.
    to: dateOf(to === undefined ? last : to - 1),
  });
}

function datesBetween({ from, to = from }: Range): string[] {
  if (from === undefined || to === undefined) return [];
  return datesOf({ from, to: to < from ? from : to }, MAX_DAYS);
}

/** Times of a local day as instants, as the platform reads them where a clock change repeats or skips one: the shorter period. */
function intervals(spans: unknown, on: string, zone: string): Interval[] {
  const day = zonedDay(on, zone);
  const periods = rows(spans);
  return periods
    .flatMap(({ from, to }) => {
      if (!isClock(from) || !isClock(to)) return [];
      const start = instantOn(day, minutesOf(from), 'later');
      const end = instantOn(day, minutesOf(to), repeatedEnd<unknown>(to, periods));
      return end > start ? [{ start, end }] : [];
    })
    .sort((a, b) => a.start - b.start);
}

const isClock = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value);

/** Opening hours by date. The plain answer of `find_open_times` only says why days are closed. */
export function readOpenDays(data: Partial<AgendaData>, answer: Fields, zone: string): Map<string, OpenDay> {
  const days = new Map<string, OpenDay>();
  for (const day of rows(data.days)) {
    const on = date(day.date);
    if (on) days.set(on, { open: intervals(day.open, on, zone), closed: text(day.closed) });
  }
  if (days.size > 0) return days;
  for (const day of rows(answer.days)) {
    const [on, closed] = [date(day.date), text(day.closed)];
    if (on && closed) days.set(on, { open: [], closed });
  }
  return days;
}

/** People of the business, and those whom only bookings and free times name. */
export function readPeople(
  data: Partial<AgendaData>,
  { zone, bookings, slots }: { zone: string; bookings: readonly Booking[]; slots: readonly Slot[] },
): Person[] {
  const people = new Map<string, Person>();
  const add = (person: Omit<Person, 'key'>) => {
    const key = personKey(person);
    if (people.size < MAX_PEOPLE && !people.has(key)) people.set(key, { ...person, key });
  };
  for (const row of rows(data.staff)) {
    const [id, name] = [text(row.id), text(row.name)];
    if (!id && !name) continue;
    const days = rows(row.days).flatMap((day) => {
      const on = date(day.date);
      return on ? [[on, { hours: intervals(day.hours, on, zone), away: intervals(day.away, on, zone) }] as const] : [];
    });
    add({ id, name: name ?? id ?? '', days: days.length > 0 ? new Map(days) : undefined });
  }
  const named = new Set([...people.values()].map(({ name }) => name));
  const addNamed = (id: string | undefined, name: string | undefined) => {
    const known = (id && people.has(`p:${id}`)) || (name && named.has(name));
    if (known || (!id && !name)) return;
    named.add(name ?? id ?? '');
    add({ id, name: name ?? id ?? '', days: undefined });
  };
  for (const { staffId, staff } of bookings) addNamed(staffId, staff);
  for (const { staff } of slots) for (const { id, name } of staff) addNamed(id, name);
  return [...people.values()];
}

const personKey = ({ id, name }: { id?: string | undefined; name: string }) => (id ? `p:${id}` : `n:${name}`);

/** Returns whether a record of a person belongs to one of the people: by id, or by name where there is no id. */
export const isOf = (person: Person, id: string | undefined, name: string | undefined): boolean =>
  id !== undefined && person.id !== undefined ? id === person.id : name !== undefined && name === person.name;

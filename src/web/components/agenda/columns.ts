import { MINUTE_MS } from '../../../lib/time/units.ts';
import type { ZonedDay } from '../../../lib/time/zoned-day.ts';
import { isOf } from './reading/read-days.ts';
import type { Agenda, Booking, Interval, Person, Slot, WorkingDay } from './types.ts';

/** A column of the grid, or a section of the list. */
export interface Column {
  key: string;
  day: ZonedDay;
  /** Whose column it is, in day mode or if all are of one person; `none`: what has no person. */
  person?: Person | 'none' | undefined;
  /** When it is closed, or the person does not work; undefined: unknown. */
  closed: Interval[] | undefined;
  /** The business is closed on this day, and why. */
  closedReason?: string | undefined;
  away: Interval[];
  /** Who of the people does not work on this day, although the business is open. */
  off: readonly Person[];
  bookings: Booking[];
  groups: SlotGroup[];
  /** Parts of the day that the answer does not reach. */
  unread: Interval[];
}

/** Free starts that follow each other. */
export interface SlotGroup extends Interval {
  key: string;
  slots: Slot[];
}

/** Whether the business is closed, or the person of a column does not work, on the whole day. */
export const isClosed = ({ day, closed, closedReason }: Pick<Column, 'day' | 'closed' | 'closedReason'>): boolean =>
  closedReason !== undefined || (closed !== undefined && complement(closed, day).length === 0);

/** Whether a time covers a day. */
export const isWhole = ({ start, end }: Interval, day: Interval): boolean => start <= day.start && end >= day.end;

const within =
  ({ start, end }: ZonedDay) =>
  (one: Interval) =>
    one.start < end && one.end > start;

/** Without hours on a day, or away during all of them. */
const hasNoTime = (working: WorkingDay | undefined): boolean =>
  working?.hours.every((hours) => complement(working.away, hours).length === 0) ?? false;

/** Whether the person of a booking does not work on the day: it was made on purpose, or before the time off was known. */
export const isStaffOff = ({ isOff, staffId, staff }: Booking, { off }: Column): boolean =>
  !isOff && off.some((person) => isOf(person, staffId, staff));

/** A column for each day, with the hours of the person whom the agenda is of. */
export function weekColumns(agenda: Agenda, days: readonly ZonedDay[]): Column[] {
  const { person, people } = agenda;
  return days.map((day) => {
    const hours = agenda.days.get(day.date);
    const working = person?.days?.get(day.date);
    const open = { day, closed: hours && complement(hours.open, day), closedReason: hours?.closed };
    return {
      ...open,
      key: day.date,
      ...(person && { person }),
      ...(working && { closed: complement(working.hours, day) }),
      away: working?.away ?? [],
      off: isClosed(open) ? [] : people.filter(({ days }) => hasNoTime(days?.get(day.date))),
      bookings: (agenda.bookings ?? []).filter(within(day)),
      groups: groupSlots((agenda.free?.slots ?? []).filter(({ start }) => start >= day.start && start < day.end)),
      unread: unreadOf(agenda, day),
    };
  });
}

function unreadOf({ rest, asked }: Agenda, day: ZonedDay): Interval[] {
  const start = Math.max(rest?.from ?? Number.NEGATIVE_INFINITY, asked?.from ?? Number.NEGATIVE_INFINITY);
  const end = Math.min(rest?.to ?? Number.POSITIVE_INFINITY, asked?.to ?? Number.POSITIVE_INFINITY);
  return complement([{ start, end }], day);
}

export interface DayColumns {
  columns: Column[];
  /** People who neither work nor have anything on the day. */
  absent: Person[];
}

/** A column for each person who works or has something on the day, and one for what has no person. */
export function dayColumns(agenda: Agenda, day: ZonedDay): DayColumns {
  const [whole] = weekColumns(agenda, [day]) as [Column];
  // Also for the free times of others, to which an appointment of this person can be moved.
  if (agenda.person) return { columns: [whole], absent: [] };
  const bookings = whole.bookings;
  const slots = whole.groups.flatMap((group) => group.slots);
  const columns: Column[] = [];
  const absent: Person[] = [];
  for (const person of agenda.people) {
    const working = person.days?.get(day.date);
    const own = bookings.filter(({ staffId, staff }) => isOf(person, staffId, staff));
    const free = slots.flatMap((slot) => {
      const found = slot.staff.find(({ id, name }) => isOf(person, id, name));
      return found ? [{ ...slot, key: `${slot.key}:${person.key}`, staff: [found] }] : [];
    });
    if (own.length === 0 && free.length === 0 && !working?.hours.length) {
      // Their hours on a day between two parts of a list are unknown.
      if (working) absent.push(person);
      continue;
    }
    columns.push({
      ...whole,
      key: person.key,
      person,
      closed: working ? complement(working.hours, day) : whole.closed,
      away: working?.away ?? [],
      bookings: own,
      groups: groupSlots(free),
    });
  }
  const others = bookings.filter(({ staffId, staff }) => !agenda.people.some((person) => isOf(person, staffId, staff)));
  const anyone = slots.filter(({ staff }) => staff.length === 0);
  if (others.length > 0 || anyone.length > 0 || columns.length === 0) {
    const person = columns.length > 0 ? ('none' as const) : undefined;
    columns.push({ ...whole, key: 'none', person, bookings: others, groups: groupSlots(anyone) });
  }
  return { columns, absent };
}

/** What of a day is outside of intervals, which are in order. */
export function complement(intervals: readonly Interval[], day: Interval): Interval[] {
  const gaps: Interval[] = [];
  let at = day.start;
  for (const { start, end } of intervals) {
    if (start > at) gaps.push({ start: at, end: Math.min(start, day.end) });
    at = Math.max(at, end);
  }
  if (at < day.end) gaps.push({ start: at, end: day.end });
  return gaps.filter(({ start, end }) => end > start);
}

/** Free starts, in order, as groups: the next one begins before the last one would end. */
export function groupSlots(slots: readonly Slot[]): SlotGroup[] {
  const groups: SlotGroup[] = [];
  for (const slot of slots) {
    const group = groups.at(-1);
    if (group && slot.start < group.end) {
      group.slots.push(slot);
      group.end = Math.max(group.end, slot.end);
    } else groups.push({ key: `g:${slot.key}`, start: slot.start, end: slot.end, slots: [slot] });
  }
  return groups;
}

/** A booking with its buffers, as far as it is on a day. */
export interface Piece {
  booking: Booking;
  busy: Interval;
  /** Busy before and after; the same as `busy` without buffers. */
  around: Interval;
  startsBefore: boolean;
  endsAfter: boolean;
}

export function pieceOf(booking: Booking, day: ZonedDay): Piece {
  const clip = (at: number) => Math.min(Math.max(at, day.start), day.end);
  const { start, end, bufferBefore, bufferAfter } = booking;
  return {
    booking,
    busy: { start: clip(start), end: clip(end) },
    around: { start: clip(start - bufferBefore * MINUTE_MS), end: clip(end + bufferAfter * MINUTE_MS) },
    startsBefore: start < day.start,
    endsAfter: end > day.end,
  };
}

/**
 * All that needs room in columns: bookings with their buffers, free starts, and the hours in which it is open. An absence that
 * begins or ends the day is cut off: it would add the hours of the night.
 */
export function extentOf(columns: readonly Column[]): Interval[] {
  return columns.flatMap(({ bookings, groups, closed, away, day }) => [
    ...bookings.map((booking) => pieceOf(booking, day).around),
    ...groups,
    ...away.filter(({ start, end }) => start > day.start && end < day.end),
    ...(closed ? complement(closed, day) : []),
  ]);
}

import type { Interval } from '../../lib/time/intervals.ts';

/** A booking that takes place, and the time that it takes from its person. Times in epoch milliseconds. */
export interface TimedBooking {
  id: string;
  service_id: string;
  staff_id: string;
  contact_id: string;
  contact_name: string;
  start_time: number;
  end_time: number;
  /** With buffers. */
  busy_start: number;
  busy_end: number;
}

/** The bookings of people in memory, by their start. Neither their times nor their busy times overlap. */
export class PersonTimes {
  readonly #byPerson = new Map<string, TimedBooking[]>();
  readonly #ids = new Set<string>();

  /** Adds a stored booking, unless it is known: then what is known is as new or newer. */
  add(booking: TimedBooking): void {
    if (this.#ids.has(booking.id)) return;
    this.#ids.add(booking.id);
    const bookings = this.#byPerson.get(booking.staff_id);
    if (!bookings) this.#byPerson.set(booking.staff_id, [booking]);
    else bookings.splice(indexAfter(bookings, booking.start_time), 0, booking);
  }

  /** Returns a booking of a person that takes place during a time; buffers do not count. */
  during(staffId: string, { start, end }: Interval): TimedBooking | undefined {
    const bookings = this.#byPerson.get(staffId) ?? [];
    const next = indexAfter(bookings, start);
    const [before, after] = [bookings[next - 1], bookings[next]];
    if (before && before.end_time > start) return before;
    return after && after.start_time < end ? after : undefined;
  }

  /**
   * Adds a booking in a time that `during` has found free. The buffers of both sides give way to the appointments, which are
   * agreed: a buffer of the new booking ends where another busy time begins, and a buffer of another one before the new booking.
   * @returns the other bookings whose busy time is shorter now
   */
  insert(booking: TimedBooking): TimedBooking[] {
    const bookings = this.#byPerson.get(booking.staff_id) ?? [];
    const next = indexAfter(bookings, booking.start_time);
    const [before, after] = [bookings[next - 1], bookings[next]];
    const shortened: TimedBooking[] = [];
    if (before) {
      if (before.busy_end > booking.start_time) {
        before.busy_end = booking.start_time;
        shortened.push(before);
      }
      booking.busy_start = Math.max(booking.busy_start, before.busy_end);
    }
    if (after) {
      if (after.busy_start < booking.end_time) {
        after.busy_start = booking.end_time;
        shortened.push(after);
      }
      booking.busy_end = Math.min(booking.busy_end, after.busy_start);
    }
    this.add(booking);
    return shortened;
  }
}

/** Where a booking with this start goes: behind all that start earlier or then. */
function indexAfter(bookings: readonly TimedBooking[], start: number): number {
  let [low, high] = [0, bookings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bookings[middle] as TimedBooking).start_time <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

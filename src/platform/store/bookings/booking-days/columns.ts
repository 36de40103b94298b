import { endianness } from 'node:os';
import { DAY_MS } from '../../../../lib/time/units.ts';
import type { BookingRow } from '../../schema/schema.ts';
import type { BookingDayRow } from '../../schema/schema-activity.ts';

/** The bookings that start on one UTC day, in columns: the values at one index are those of one booking. In order of their start. */
export interface BookingDay {
  /** Start of the day, in epoch milliseconds. */
  from: number;
  /** Milliseconds since the start of the day. */
  starts: Uint32Array;
  /** `CustomerRow.number`. */
  customers: Uint32Array;
  /** The indexes of service, staff member and status: (service * staff.length + person) * statuses.length + status. */
  values: Uint32Array;
  services: readonly string[];
  staff: readonly string[];
  statuses: readonly string[];
}

/** A booking as its day stores it. */
interface DayBooking extends Pick<BookingRow, 'start_time' | 'service_id' | 'staff_id' | 'contact_id'> {
  /** `shownStatus`. */
  status: string;
}

/** Combinations of values that a number of 32 bits can tell apart. */
const MAX_VALUES = 2 ** 32;
const COLUMNS = 3;

/**
 * Returns the stored form of the bookings of a day, which are in order of their start. Its columns are null if there are too
 * many combinations of values.
 */
export function encodeDay(
  day: number,
  bookings: readonly DayBooking[],
  numberOf: (contactId: string) => number,
): Pick<BookingDayRow, 'values_json' | 'columns'> {
  const [services, staff, statuses] = [indexer(), indexer(), indexer()];
  const indexes = bookings.map((row) => [services(row.service_id), staff(row.staff_id), statuses(row.status)] as const);
  const lists = [services, staff, statuses].map(({ texts }) => texts);
  const [, people, states] = lists.map(({ length }) => length) as [number, number, number];
  const values_json = JSON.stringify(lists);
  if (lists.reduce((product, { length }) => product * length, 1) > MAX_VALUES) return { values_json, columns: null };
  const size = bookings.length;
  const numbers = new Uint32Array(COLUMNS * size);
  for (const [index, { start_time, contact_id }] of bookings.entries()) {
    const [service, person, state] = indexes[index] as readonly [number, number, number];
    numbers[index] = start_time - day * DAY_MS;
    numbers[size + index] = numberOf(contact_id);
    numbers[2 * size + index] = (service * people + person) * states + state;
  }
  return { values_json, columns: littleEndian(Buffer.from(numbers.buffer)).toString('base64') };
}

/** Returns the bookings in a stored form of `encodeDay`. */
export function decodeDay({
  day,
  values_json,
  columns,
}: Pick<BookingDayRow, 'day' | 'values_json'> & { columns: string }): BookingDay {
  const bytes = littleEndian(Buffer.from(columns, 'base64'));
  // A copy, because the bytes may begin anywhere.
  const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
  const size = numbers.length / COLUMNS;
  const [services, staff, statuses] = JSON.parse(values_json) as [string[], string[], string[]];
  return {
    from: day * DAY_MS,
    starts: numbers.subarray(0, size),
    customers: numbers.subarray(size, 2 * size),
    values: numbers.subarray(2 * size),
    ...{ services, staff, statuses },
  };
}

/** Returns the index of each text, in the order in which they are given first, and these texts. */
export function indexer() {
  const indexes = new Map<string, number>();
  const texts: string[] = [];
  const indexOf = (text: string): number => {
    const known = indexes.get(text);
    if (known !== undefined) return known;
    indexes.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return Object.assign(indexOf, { texts });
}

/** A database may be moved to another kind of processor. */
const littleEndian = (bytes: Buffer): Buffer => (endianness() === 'BE' ? bytes.swap32() : bytes);

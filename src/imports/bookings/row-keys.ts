import { offsetAt } from '../../lib/time/offset.ts';
import { DAY_MS } from '../../lib/time/units.ts';

/** What a row says of its appointment. */
interface IdentifiedRow {
  /** Its number in the other program. */
  id: string | undefined;
  /** Epoch milliseconds. */
  start: number;
  /** Names as the file has them. */
  service: string;
  staff: string;
  customer: { id: string | undefined; name: string | undefined; email: string | null; phone: string | null };
  isCancelled: boolean;
}

/** The first row of a number that takes place. */
interface First {
  day: number;
  start: number;
  staff: string;
}

/**
 * Returns a function that returns what identifies each row of a file, in their order: its number and the name of its customer, or
 * without a number what it says. Rows of one number on one day are parts of a visit, such as one for each service: the second one has
 * its start and its person, too. On another day a number is that of the same appointment, which was moved.
 * @param zone IANA zone of the business
 */
export function createRowKeys(zone: string): (row: IdentifiedRow) => string {
  const firsts = new Map<string, First>();
  return ({ id, start, service, staff, customer, isCancelled }) => {
    const { name } = customer;
    if (id === undefined)
      return JSON.stringify([start, service, staff, customer.id, name, customer.email, customer.phone]);
    const key = JSON.stringify([id, name]);
    const day = Math.floor((start + offsetAt(start, zone)) / DAY_MS);
    const first = firsts.get(key);
    // A number can have been cancelled and booked again.
    if (!first && !isCancelled) firsts.set(key, { day, start, staff });
    const isPart = first?.day === day && (first.start !== start || first.staff !== staff);
    return isPart ? JSON.stringify([id, name, start, staff]) : key;
  };
}

import { customersInOrder, customersOfNumbers } from '../bookings/booking-days/customers.ts';
import type { Db } from '../schema/schema.ts';
import type { CustomerCounts, Unnumbered } from './customer-counts.ts';

/** Equally ranked customers whose contacts are read. If there are more, the first ones are found in the order of contacts. */
const MANY = 1_000;

interface Ranked {
  counts: CustomerCounts;
  /** Customers without a number, by their contact. */
  others: ReadonlyMap<string, Unnumbered>;
  limit: number;
}

/** Returns the contacts with the largest measure, those with equal ones in text order, and the number of all. */
export async function firstCustomers(
  db: Db,
  teamId: string,
  { counts, others, limit }: Ranked,
): Promise<{ contactIds: string[]; groups: number }> {
  const numbers = counts.numbers();
  const measures = Float64Array.from([
    ...numbers.map(counts.measureAt),
    ...[...others.values()].map(({ measure }) => measure),
  ]).sort();
  const groups = measures.length;
  const least = measures[Math.max(0, groups - limit)] ?? 0;
  const isAbove = (measure: number) => measure > least;
  const isLeast = (measure: number) => measure === least;
  const othersWith = (isMatch: (measure: number) => boolean) =>
    [...others].flatMap(([contactId, { measure }]) => (isMatch(measure) ? [contactId] : []));
  const contactsOf = async (some: readonly number[]) =>
    (await customersOfNumbers(db, some)).map(({ contact_id }) => contact_id);

  const above = await contactsOf(numbers.filter((number) => isAbove(counts.measureAt(number))));
  above.push(...othersWith(isAbove));
  const tied = numbers.filter((number) => isLeast(counts.measureAt(number)));
  const room = limit - above.length;
  const isTied = (number: number) => counts.has(number) && isLeast(counts.measureAt(number));
  const first = tied.length > MANY ? await firstInOrder(db, teamId, isTied, room) : await contactsOf(tied);
  const equal = [...first, ...othersWith(isLeast)].sort(compareContacts).slice(0, room);
  return { contactIds: [...above, ...equal], groups };
}

/** Returns the first contacts of customers, in text order. */
async function firstInOrder(
  db: Db,
  teamId: string,
  isMatch: (number: number) => boolean,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  let withoutContact: string[] = [];
  for await (const { contact_id, number } of customersInOrder(db, teamId)) {
    if (!isMatch(number)) continue;
    if (contact_id === '') withoutContact = [''];
    else found.push(contact_id);
    if (found.length === limit) break;
  }
  return [...found, ...withoutContact];
}

/** A contact that is not stated comes last. */
function compareContacts(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  return a < b ? -1 : 1;
}

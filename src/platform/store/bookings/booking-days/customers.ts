import { nextSlice } from '../../../../lib/concurrency/slices.ts';
import type { Db } from '../../schema/schema.ts';

/** A contact of bookings, with its number: `CustomerRow`. */
interface NumberedCustomer {
  contact_id: string;
  number: number;
}

/** Customers in one statement. */
const CHUNK = 500;

/** Returns the customers of a team with these contacts. Those that have no number yet are absent. */
export const customersOfContacts = (db: Db, teamId: string, contactIds: readonly string[]) =>
  inChunks(contactIds, (chunk) =>
    numbered(db).where('team_id', '=', teamId).where('contact_id', 'in', chunk).execute(),
  );

/** Returns the customers with these numbers. */
export const customersOfNumbers = (db: Db, numbers: readonly number[]) =>
  inChunks(numbers, (chunk) => numbered(db).where('number', 'in', chunk).execute());

const numbered = (db: Db) => db.selectFrom('customers').select(['contact_id', 'number']);

async function inChunks<T>(
  values: readonly T[],
  read: (chunk: readonly T[]) => Promise<NumberedCustomer[]>,
): Promise<NumberedCustomer[]> {
  const found: NumberedCustomer[] = [];
  for (let start = 0; start < values.length; start += CHUNK) {
    if (start > 0) await nextSlice();
    found.push(...(await read(values.slice(start, start + CHUNK))));
  }
  return found;
}

/** Yields all customers of a team in the order of their contacts. */
export async function* customersInOrder(db: Db, teamId: string): AsyncGenerator<NumberedCustomer> {
  for (let after: string | undefined; ; ) {
    let rows = numbered(db).where('team_id', '=', teamId);
    if (after !== undefined) rows = rows.where('contact_id', '>', after);
    const chunk = await rows.orderBy('contact_id').limit(CHUNK).execute();
    yield* chunk;
    after = chunk.at(-1)?.contact_id;
    if (chunk.length < CHUNK) return;
    await nextSlice();
  }
}

import type { Clock } from '../../lib/time/clock.ts';
import { readProfile } from '../business/profile.ts';
import { bookingRecord, selectNamed } from '../store/bookings/bookings.ts';
import { callDetailRecord, findCalls } from '../store/calls/calls.ts';
import { contactRecord, findContact } from '../store/contacts/contacts.ts';
import { callsToErase } from '../store/erasure/erasure.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import type { CustomerData, DocumentFormat } from './customer-document.ts';
import type { AdminErasure, ErasurePlan } from './erasure.ts';

/** Records in one statement, so that it stays short. */
const CHUNK_IDS = 500;
/** More records than a customer has. */
const MAX_CALLS = 100_000;

/** The text of a file with what the records tell about one customer. */
interface CustomerCopy extends CustomerData {
  text: string;
  plan: ErasurePlan;
}

/** A copy of one customer's personal data (GDPR, articles 15 and 20). */
export interface AdminCustomerData {
  /**
   * Reads the records that `AdminErasure.erase` would overwrite, and names those that may be the customer's.
   * @param include ids of the latter that are the customer's.
   * @throws ErasureError if there is no such contact, or if one of them is another record
   */
  copy(contactId: string, format: DocumentFormat, include?: readonly string[]): Promise<CustomerCopy>;
}

/** @param erasure that of the team. */
export function adminCustomerData(
  store: Store,
  clock: Clock,
  erasure: AdminErasure,
  teamId: string,
): AdminCustomerData {
  return {
    async copy(contactId, format, include = []) {
      const plan = await erasure.plan(contactId, include);
      const { contacts, bookings, calls } = plan.included;
      const data = await store.readUncoordinated((db) => dataOf(db, [contactId, ...contacts], { bookings, calls }));
      const { name: business, timeZone: zone } = await store.readUncoordinated((db) => readProfile(db, teamId));
      // Most processes never write one.
      const { customerFile } = await import('./customer-document.ts');
      const madeAt = new Date(clock.now()).toISOString();
      return { ...data, plan, text: customerFile(data, format, { business, zone, madeAt }) };
    },
  };

  async function dataOf(db: Db, contactIds: readonly string[], more: { bookings: string[]; calls: string[] }) {
    const rows = await Promise.all(contactIds.map((id) => findContact(db, teamId, id)));
    const contacts = rows.filter((row) => row !== undefined);
    const callIds = new Set(more.calls);
    for (const contact of contacts) for (const id of await callsToErase(db, contact, MAX_CALLS)) callIds.add(id);
    const calls = await inChunks([...callIds], (ids) => findCalls(db, teamId, ids));
    const bookings = selectNamed(db).where('bookings.team_id', '=', teamId);
    const own = await bookings.where('bookings.contact_id', 'in', contactIds).execute();
    const further = await inChunks(more.bookings, (ids) => bookings.where('bookings.id', 'in', ids).execute());
    // A chosen booking can be one of a chosen contact.
    const all = new Map([...own, ...further].map((booking) => [booking.id, booking]));
    const byStart = <T>(all: T[], startOf: (one: T) => number) => all.sort((a, b) => startOf(a) - startOf(b));
    return {
      contacts: contacts.map(contactRecord),
      bookings: byStart([...all.values()], ({ start_time }) => start_time).map(bookingRecord),
      calls: byStart(calls, ({ started_at }) => started_at).map((call) => callDetailRecord(call, { withName: true })),
    };
  }
}

async function inChunks<T>(ids: readonly string[], read: (some: readonly string[]) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let at = 0; at < ids.length; at += CHUNK_IDS) all.push(...(await read(ids.slice(at, at + CHUNK_IDS))));
  return all;
}

import { isDeepStrictEqual } from 'node:util';
import type { Contact } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { isSameName } from '../rules/same-name.ts';
import { bookingRecord, type NamedBooking, updateBooking } from '../store/bookings/bookings.ts';
import { contactRecord, contactsBy, findContact, updateContact } from '../store/contacts/contacts.ts';
import { type EventRange, eraseEvents, eraseEventsOfCall } from '../store/erasure/erase-events.ts';
import { eraseReports } from '../store/erasure/erase-reports.ts';
import type { ErasedIdentifiers } from '../store/erasure/erased-identifiers.ts';
import {
  bookingsSharing,
  bookingsToErase,
  callsOfOthers,
  callsToErase,
  ERASED_BOOKING,
  ERASED_CONTACT,
  MAX_PLANNED,
  nextBooking,
  ownAddresses,
  ownNumbers,
} from '../store/erasure/erasure.ts';
import { type PossibleRecords, possibleRecords } from '../store/erasure/possible-records.ts';
import { appendEvent } from '../store/events.ts';
import type { CallRow, ContactRow, Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { toIso } from '../store/time.ts';
import { eraseCall, eraseInEvents } from './erase-call.ts';
import type { IncludedRecords } from './included-records.ts';

/** Records of a transaction, so that other writers do not wait for long. */
const BATCH_RECORDS = 100;

/** How many records tell something about a customer, or did. */
export interface ErasedRecords {
  bookings: number;
  calls: number;
  /** Reports of these calls as the vendor sent them, and those of no call that have the number or the address. */
  reports: number;
  /** Events of these bookings and calls, and of those that were the customer's own. */
  events: number;
}

/** What is erased with a call. */
type ErasedWithCalls = Pick<ErasedRecords, 'reports' | 'events'>;

/** What would be erased. */
export interface ErasurePlan extends Pick<ErasedRecords, 'bookings' | 'calls'> {
  /** A booking that has not ended, with which nothing can be erased, and its start (UTC); undefined without one. */
  next: { id: string; start: string } | undefined;
  /** The ids of bookings of other contacts with this name, and with this number or address: nothing in them is erased. */
  ofOthers: string[];
  /** The ids of calls with other contacts in which a booking of this one was changed: nothing in them is erased. */
  callsOfOthers: string[];
  /** Records that may be those of the customer: nothing in them is erased. */
  possible: PossibleRecords;
  /** Of these and the others above, what an operator has chosen to be erased, too. It is counted, and not named above. */
  included: IncludedRecords;
  /** Ids of calls that an operator has chosen, and that are erased. Their events are left if that was interrupted. */
  erasedBefore: string[];
}

/** The erasure of one customer's personal data (GDPR, article 17), for the first team. */
export interface AdminErasure {
  /** Returns the contacts with an id, or with an e-mail address, or with a telephone number (E.164); oldest first. */
  find(by: { id: string } | { email: string } | { phone: string }): Promise<Contact[]>;
  /**
   * Counts what `erase` would overwrite.
   * @param include ids of records that may be those of the customer, and are.
   * @throws ErasureError if one of them is another record
   */
  plan(contactId: string, include?: readonly string[]): Promise<ErasurePlan>;
  /**
   * Overwrites the contact, its bookings, the calls with it, their reports and events. The records stay, so that counts stay
   * right. Changes are reported as events, so that calendars and copies elsewhere follow. An erasure that was interrupted is
   * completed by the next one: the contact itself is overwritten last.
   * @param include as for `plan`. These records are erased first, and a booking becomes one of the contact. Those that an
   * interrupted erasure has dealt with may be named again.
   * @throws ErasureError if it, or what is included, has a booking that has not ended, or `ContactMissingError`
   */
  erase(contactId: string, include?: readonly string[]): Promise<ErasedRecords>;
  /**
   * The same for one call, of a contact or of none: its number, what was said, its reports and events. It stays that of its
   * contact. One that was erased is completed if that was interrupted.
   * @throws CallMissingError
   */
  eraseCall(callId: string): Promise<ErasedWithCalls>;
  /** Counts the calls that began before a time (epoch milliseconds) and still tell something. */
  countCallsBefore(time: number): Promise<number>;
  /** The same as `eraseCall` for all of these, of contacts or of none. An interrupted one is completed by the next. */
  eraseCallsBefore(time: number): Promise<ErasedWithCalls & { calls: number }>;
}

/** A refused erasure. The message is a sentence for the operator. */
export class ErasureError extends Error {
  override readonly name: string = 'ErasureError';
}

/** An erasure that was refused after records had been erased, which stay erased. */
export class PartialErasureError extends ErasureError {
  override readonly name = 'PartialErasureError';
}

/** There is no such contact. */
export class ContactMissingError extends ErasureError {
  override readonly name = 'ContactMissingError';
}

/** There is no such call. */
export class CallMissingError extends ErasureError {
  override readonly name = 'CallMissingError';
}

export function adminErasure(store: Store, clock: Clock, teamId: string): AdminErasure {
  const write = <T>(work: (tx: Db) => Promise<T>) => store.write(work, { team: teamId });
  const requireContact = async (db: Db, id: string): Promise<ContactRow> => {
    const contact = await findContact(db, teamId, id);
    if (!contact) throw new ContactMissingError('The business has no such contact.');
    return contact;
  };
  const requireCall = async (db: Db, id: string): Promise<CallRow> => {
    const calls = db.selectFrom('calls').selectAll().where('id', '=', id).where('team_id', '=', teamId);
    const call = await calls.executeTakeFirst();
    if (!call) throw new CallMissingError('The business has no such call.');
    return call;
  };
  const inAllEvents = (erase: (tx: Db, range: EventRange) => Promise<number>) => eraseInEvents(store, teamId, erase);
  return {
    find: async (by) => (await store.readUncoordinated((db) => contactsBy(db, teamId, by))).map(contactRecord),
    plan: (id, include = []) => store.readUncoordinated((db) => planOf(db, id, include)),
    async erase(id, include = []) {
      const done: ErasedRecords = { bookings: 0, calls: 0, reports: 0, events: 0 };
      const add = (some: Partial<ErasedRecords>) => {
        for (const kind of Object.keys(done) as (keyof ErasedRecords)[]) done[kind] += some[kind] ?? 0;
      };
      if (include.length > 0) {
        const { included, erasedBefore } = await write(async (tx) => {
          const plan = await planOf(tx, id, include);
          if (plan.next) {
            throw new ErasureError(
              `There is a booking that has not ended, ${plan.next.id}. Nothing was changed. Cancel the booking or wait for its end, then repeat the erasure.`,
            );
          }
          const { takeBookings } = await import('./included-records.ts');
          await takeBookings(tx, await requireContact(tx, id), plan.included);
          return plan;
        });
        for (const call of included.calls) add({ calls: 1, ...(await eraseOneCall(call)) });
        for (const call of erasedBefore) add(await eraseOneCall(call));
        for (const contact of included.contacts) add(await eraseAll(contact));
      }
      add(await eraseAll(id));
      await store.purgeDeleted();
      return done;
    },
    async eraseCall(id) {
      const erased = await eraseOneCall(id);
      await store.purgeDeleted();
      return erased;
    },
    async countCallsBefore(time) {
      const { countCallsBefore } = await import('./erase-old-calls.ts');
      return store.readUncoordinated((db) => countCallsBefore(db, teamId, time));
    },
    async eraseCallsBefore(time) {
      const { eraseCallsBefore } = await import('./erase-old-calls.ts');
      const erased = await eraseCallsBefore(store, teamId, time, clock);
      await store.purgeDeleted();
      return erased;
    },
  };

  async function planOf(db: Db, id: string, include: readonly string[]): Promise<ErasurePlan> {
    const contact = await requireContact(db, id);
    const next = await nextBooking(db, contact, clock.now());
    const bookings = await bookingsToErase(db, contact, MAX_PLANNED);
    const calls = await callsToErase(db, contact, MAX_PLANNED);
    const sharing = await bookingsSharing(db, contact, MAX_PLANNED);
    const others = await callsOfOthers(db, contact, MAX_PLANNED);
    const possible = await possibleRecords(db, contact, calls, MAX_PLANNED);
    const ofOthers = sharing.filter(({ contact_name }) => isSameName(contact_name, contact.name)).map(({ id }) => id);
    const named = { ofOthers, callsOfOthers: others, possible };
    const { chosenRecords, includedBefore, recordsOfChosen, withoutChosen } = await import('./included-records.ts');
    const { chosen: included, others: rest } = chosenRecords(named, include);
    const before = await includedBefore(db, contact, rest);
    const other = rest.find((one) => !before.known.includes(one));
    if (other !== undefined) {
      throw new ErasureError(
        `${JSON.stringify(other)} is not one of the records that may be the customer's. Nothing was changed. Choose from the ids that are named without it.`,
      );
    }
    const contacts = await Promise.all(included.contacts.map((other) => requireContact(db, other)));
    const more = await recordsOfChosen(db, included, contacts, clock.now());
    const first = next ?? more.next;
    return {
      bookings: new Set([...bookings.map((booking) => booking.id), ...more.bookings]).size,
      calls: new Set([...calls, ...more.calls]).size,
      next: first && { id: first.id, start: toIso(first.start_time) },
      ...withoutChosen(named, included),
      included,
      erasedBefore: before.calls,
    };
  }

  async function eraseAll(id: string): Promise<ErasedRecords> {
    const done: ErasedRecords = { bookings: 0, calls: 0, reports: 0, events: 0 };
    /** Overwrites a batch of records. Returns whether there was one; if not, runs `last` in the same transaction. */
    const eraseBatch = async (last: (tx: Db, contact: ContactRow) => Promise<void>): Promise<boolean> => {
      const batch = await write(async (tx) => {
        const contact = await requireContact(tx, id);
        const erased = await eraseRecords(tx, contact, clock.now());
        if (!erased) await last(tx, contact);
        return erased;
      });
      if (!batch) return false;
      done.bookings += batch.bookings;
      done.calls += batch.calls;
      done.reports += batch.reports;
      return true;
    };
    const { erasedIdentifiers } = await import('../store/erasure/erased-identifiers.ts');
    const identifiers = await erasedIdentifiers(store, teamId);
    do {
      while (await eraseBatch(async () => {}));
      const contact = await store.readUncoordinated((db) => requireContact(db, id));
      done.events += await inAllEvents((tx, range) => eraseEvents(tx, contact, range));
      const { eraseOtherReports } = await import('./erase-other-reports.ts');
      done.reports += await eraseOtherReports(store, contact);
      // A call or a booking may have been added since: the contact is overwritten once there is nothing else left.
    } while (await eraseBatch((tx, contact) => eraseContact(tx, contact, identifiers, clock.now())));
    return done;
  }

  async function eraseOneCall(id: string): Promise<ErasedWithCalls> {
    const reports = await write(async (tx) => {
      const call = await requireCall(tx, id);
      const erased = await eraseReports(tx, call);
      if (call.erased_at === null) await eraseCall(tx, call, call.contact_id, clock.now());
      return erased;
    });
    const events = await inAllEvents((tx, range) => eraseEventsOfCall(tx, { id, team_id: teamId }, range));
    return { reports, events };
  }
}

/** Overwrites at most `BATCH_RECORDS` bookings, or else calls; undefined if there is nothing left. */
async function eraseRecords(
  tx: Db,
  contact: ContactRow,
  now: number,
): Promise<Omit<ErasedRecords, 'events'> | undefined> {
  const ahead = await nextBooking(tx, contact, now);
  if (ahead) {
    throw new PartialErasureError(
      `The customer has a booking that has not ended, ${ahead.id}. What is erased by now stays erased. Cancel the booking or wait for its end, then repeat the erasure.`,
    );
  }
  const bookings = await bookingsToErase(tx, contact, BATCH_RECORDS);
  for (const booking of bookings) await eraseBooking(tx, booking, now);
  if (bookings.length > 0) return { bookings: bookings.length, calls: 0, reports: 0 };
  const ids = (await callsToErase(tx, contact, BATCH_RECORDS)).slice(0, BATCH_RECORDS);
  if (ids.length === 0) return undefined;
  const calls = await tx.selectFrom('calls').selectAll().where('id', 'in', ids).execute();
  let reports = 0;
  for (const call of calls) {
    reports += await eraseReports(tx, call);
    // It is the contact's from now on.
    await eraseCall(tx, call, contact.id, now);
  }
  return { bookings: 0, calls: calls.length, reports };
}

/** Calendar programs read an entry again whose `SEQUENCE` is higher. */
async function eraseBooking(tx: Db, booking: NamedBooking, now: number): Promise<void> {
  const erased = { ...booking, ...ERASED_BOOKING, updated_at: now, sequence: booking.sequence + 1 };
  await updateBooking(tx, erased);
  await appendEvent(tx, { teamId: booking.team_id, type: 'booking.updated', time: now, data: bookingRecord(erased) });
}

/** A contact that was erased before stays as it is, with the time of its change. */
async function eraseContact(tx: Db, contact: ContactRow, identifiers: ErasedIdentifiers, now: number): Promise<void> {
  await identifiers.add(tx, [...(await ownNumbers(tx, contact)), ...(await ownAddresses(tx, contact))], now);
  const erased = { ...contact, ...ERASED_CONTACT };
  if (!isDeepStrictEqual({ ...contact }, erased)) await updateContact(tx, { ...erased, updated_at: now });
}

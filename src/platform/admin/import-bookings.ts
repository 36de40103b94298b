import type { Secret } from '../../lib/secrets/secret.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { loadBusiness } from '../business/business.ts';
import {
  type BookingImportDecision,
  type BookingImportOutcome,
  decideBookingImport,
  type ImportState,
} from '../rules/booking-import.ts';
import { ContactIndex, identifiersOf } from '../rules/contact-index.ts';
import { FURTHER_PARTS, type ImportedBooking } from '../rules/imported-booking.ts';
import { importedBookingId } from '../rules/imported-booking-id.ts';
import { PersonTimes, type TimedBooking } from '../rules/person-times.ts';
import { bookingsWithIds, timedBookings, updateBusyTimes } from '../store/bookings/booking-batch.ts';
import { type Catalogue, readCatalogue } from '../store/catalogue.ts';
import { candidatesFor, fillContact } from '../store/contacts/contact-batch.ts';
import { type ErasedIdentifiers, erasedIdentifiers } from '../store/erasure/erased-identifiers.ts';
import { insertNumbered } from '../store/insert-numbered.ts';
import type { Db } from '../store/schema/schema.ts';
import { sharedSecret } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { changesOf, type ImportOptions } from './contacts.ts';

/** Rows of a batch: as many as one of contacts has. */

/** Imports bookings of the first team from a file, in batches. */
export interface BookingImporter {
  /**
   * Imports at most `MAX_BATCH_ROWS` rows in one transaction, and returns an outcome for each. The same rows again change
   * nothing. Writes no events: those of thousands of bookings would flood every webhook.
   */
  importBatch(rows: readonly ImportedBooking[]): Promise<BookingImportOutcome[]>;
  /** The same without storing anything. Keeps the bookings and contacts of all its batches in memory. */
  planBatch(rows: readonly ImportedBooking[]): Promise<BookingImportOutcome[]>;
}

/** What is kept from one batch to the next. */
type Kept = Pick<ImportState, 'contacts' | 'times' | 'known'>;

const nothingKept = (): Kept => ({ contacts: new ContactIndex(), times: new PersonTimes(), known: new Map() });

/** Makes an importer for one file. */
export async function bookingImporter(
  store: Store,
  clock: Clock,
  teamId: string,
  { restoreErased }: ImportOptions,
): Promise<BookingImporter> {
  const secret = await sharedSecret(store, 'booking-import');
  const erased = await erasedIdentifiers(store, teamId);
  const refused = restoreErased ? undefined : erased;
  const planned = nothingKept();
  const decide = async (db: Db, kept: Kept, rows: readonly ImportedBooking[]) => {
    const state = await readState(db, kept, { rows, secret, refused, teamId, now: clock.now() });
    return rows.map((row) => decideBookingImport(state, row));
  };
  return {
    importBatch: (rows) =>
      store.write(
        async (tx) => {
          const decisions = await decide(tx, nothingKept(), rows);
          await storeDecisions(tx, teamId, decisions);
          const added = rows.filter((_, index) => decisions[index]?.customer);
          if (restoreErased) await erased.remove(tx, added.map(({ contact }) => contact).flatMap(identifiersOf));
          return outcomes(decisions);
        },
        { team: teamId },
      ),
    planBatch: async (rows) => outcomes(await store.readUncoordinated((db) => decide(db, planned, rows))),
  };
}

interface Question {
  rows: readonly ImportedBooking[];
  secret: Secret;
  refused: ErasedIdentifiers | undefined;
  teamId: string;
  now: number;
}

/** Reads what the decisions on some rows depend on, and adds it to what is kept. */
async function readState(db: Db, kept: Kept, { rows, secret, refused, teamId, now }: Question): Promise<ImportState> {
  const idOfPart = (key: string, index: number) => importedBookingId(secret, teamId, key, index);
  const ids = rows.flatMap(({ id, key }) => [idOfPart(key, 0), ...(id === undefined ? [] : [id])]);
  // No appointment of a file is longer than a day.
  const times = rows.map(({ start }) => ({ start, end: start + DAY_MS }));
  const business = await loadBusiness(db, teamId);
  const performers = rows.flatMap(({ staffIds, serviceIds }) =>
    staffIds.length > 0 ? staffIds : serviceIds.flatMap((id) => business.services.get(id)?.staffIds ?? []),
  );
  const people = rows.map(({ contact }) => contact);
  const [catalogue, contacts, timed, known] = await Promise.all([
    readCatalogue(db, teamId),
    candidatesFor(db, teamId, people),
    timedBookings(db, [...new Set(performers)], times),
    bookingsWithIds(db, teamId, ids),
    refused?.find(db, people.flatMap(identifiersOf), kept.contacts.erased),
  ]);
  for (const contact of contacts) kept.contacts.add(contact, contact.position);
  for (const booking of timed) kept.times.add(booking);
  // Whatever services a row has now, it can have had others when it was imported.
  const imported = rows.filter(({ key }) => {
    const id = idOfPart(key, 0);
    return known.some((booking) => booking.id === id);
  });
  const further = imported.flatMap(({ key }) => FURTHER_PARTS.map((index) => idOfPart(key, index)));
  const others = further.length > 0 ? await bookingsWithIds(db, teamId, further) : [];
  for (const booking of [...known, ...others]) if (!kept.known.has(booking.id)) kept.known.set(booking.id, booking);
  return { ...kept, business, catalogue: byId(catalogue), secret, now };
}

const byId = ({ services, staff }: Catalogue) => ({
  services: new Map(services.map((service) => [service.id, service])),
  staff: new Map(staff.map((person) => [person.id, person])),
});

async function storeDecisions(tx: Db, teamId: string, decisions: readonly BookingImportDecision[]): Promise<void> {
  const { added, filled } = changesOf(decisions.flatMap(({ customer }) => customer ?? []));
  await insertNumbered(tx, teamId, 'contacts', added);
  for (const contact of filled) await fillContact(tx, contact);
  const bookings = decisions.flatMap((decision) => decision.bookings ?? []);
  await updateBusyTimes(tx, shortenedOf(decisions, new Set(bookings.map(({ id }) => id))));
  await insertNumbered(tx, teamId, 'bookings', bookings);
}

/** The stored bookings whose buffers give way, each once and in its last state. */
function shortenedOf(decisions: readonly BookingImportDecision[], added: ReadonlySet<string>): Iterable<TimedBooking> {
  return new Set(decisions.flatMap(({ shortened = [] }) => shortened.filter(({ id }) => !added.has(id))));
}

const outcomes = (decisions: readonly BookingImportDecision[]) => decisions.map(({ outcome }) => outcome);

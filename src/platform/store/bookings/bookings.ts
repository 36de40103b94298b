import type { Booking, Override } from '../../../contract/index.ts';
import { deriveAdded, deriveChanged, versionToAdd } from '../../derived/derive.ts';
import { bookingKeys } from '../../derived/keys.ts';
import { countAdded, type NumberedPage, type PageRequest, positionOf, queryPage } from '../paging.ts';
import { prepared } from '../prepared.ts';
import type { BookingRow, ContactRow, Db, Unnumbered } from '../schema/schema.ts';
import { send } from '../sent.ts';
import { toIso, toIsoOrNull } from '../time.ts';
import { columnsToAdd } from '../words.ts';
import { shownStatus } from './shown-status.ts';

/** A page of the team's bookings, cancelled ones included, newest first. */
export async function listBookings(db: Db, teamId: string, page: PageRequest): Promise<NumberedPage<NamedBooking>> {
  return queryPage(db, teamId, 'bookings', page, (from) =>
    selectNamed(db)
      .where('bookings.team_id', '=', teamId)
      .where('bookings.position', '<=', from)
      .orderBy('bookings.position', 'desc')
      .limit(page.perPage)
      .execute(),
  );
}

/** Start times in epoch milliseconds, `to` exclusive; an absent end is open. */
export interface StartTimes {
  from: number | undefined;
  to: number | undefined;
}

/** A page of the team's bookings that start in a time, cancelled ones included, the earliest start first. */
export async function listBookingsStarting(
  db: Db,
  teamId: string,
  { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }: StartTimes,
  { page, perPage }: PageRequest,
): Promise<NumberedPage<NamedBooking>> {
  const { total } = await db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('team_id', '=', teamId)
    .where('start_time', '>=', from)
    .where('start_time', '<', to)
    .executeTakeFirstOrThrow();
  const skipped = (page - 1) * perPage;
  const items =
    skipped < total
      ? await selectNamed(db)
          .where('bookings.team_id', '=', teamId)
          .where('bookings.start_time', '>=', from)
          .where('bookings.start_time', '<', to)
          .orderBy('bookings.start_time')
          .orderBy('bookings.id')
          .limit(perPage)
          .offset(skipped)
          .execute()
      : [];
  return { items, total };
}

export async function findBooking(db: Db, teamId: string, id: string): Promise<NamedBooking | undefined> {
  return selectNamed(db).where('bookings.id', '=', id).where('bookings.team_id', '=', teamId).executeTakeFirst();
}

/** A booking with the names of its service and staff member. */
export interface NamedBooking extends BookingRow {
  service_name: string;
  staff_name: string;
}

export const selectNamed = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('services', 'services.id', 'bookings.service_id')
    .innerJoin('staff', 'staff.id', 'bookings.staff_id')
    .selectAll('bookings')
    .select(['services.name as service_name', 'staff.name as staff_name']);

/** The confirmed bookings of a contact that have not ended, by their start. */
export const selectAhead = (db: Db, { team_id, id }: Pick<ContactRow, 'team_id' | 'id'>, now: number) =>
  selectNamed(db)
    .where('bookings.contact_id', '=', id)
    .where('bookings.team_id', '=', team_id)
    .where('bookings.status', '=', 'confirmed')
    .where('bookings.end_time', '>', now)
    .orderBy('bookings.start_time');

/** Inserts a booking, without waiting for the answer. */
export async function insertBooking(tx: Db, booking: Unnumbered<BookingRow>): Promise<void> {
  const row = { ...booking, ...(await bookingKeys(booking)), derived_version: versionToAdd(tx, 'bookings') };
  send(tx, insertRow({ ...row, added: countAdded(tx, booking.team_id, 'bookings') }));
  await deriveAdded(tx, 'bookings', [row]);
}

type NewRow = Omit<BookingRow, 'position'> & { added: number };

const insertRow = prepared((db, { added, ...row }: NewRow) =>
  db
    .insertInto('bookings')
    .values({ ...row, position: positionOf(row.team_id, 'bookings', added), ...columnsToAdd(db, 'bookings') }),
);

/** Stores the changed columns of a booking, without waiting for the answer. */
export async function updateBooking(
  tx: Db,
  { position, service_name, staff_name, ...booking }: NamedBooking,
): Promise<void> {
  const { id, team_id, created_at, derived_version: _stored, ...columns } = booking;
  const changed = { ...columns, ...(await bookingKeys(booking)) };
  send(tx, tx.updateTable('bookings').set(changed).where('id', '=', id).where('team_id', '=', team_id));
  await deriveChanged(tx, 'bookings', booking);
}

export function bookingRecord(row: Unnumbered<NamedBooking>): Booking {
  return {
    id: row.id,
    service_id: row.service_id,
    start_time: toIso(row.start_time),
    end_time: toIso(row.end_time),
    status: shownStatus(row),
    staff_id: row.staff_id,
    contact_id: row.contact_id,
    contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    notes: row.notes,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    cancelled_at: toIsoOrNull(row.cancelled_at),
    service_name: row.service_name,
    staff_name: row.staff_name,
    overrides: JSON.parse(row.overrides_json) as Override[],
    call_reference: row.call_reference,
  };
}

/** Ids in one statement, so that it stays short. */
const CHUNK_IDS = 500;

/** Returns those of these ids that are bookings of a team. */
export async function existingBookings(db: Db, teamId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += CHUNK_IDS) {
    const rows = await db
      .selectFrom('bookings')
      .select('id')
      .where('team_id', '=', teamId)
      .where('id', 'in', ids.slice(from, from + CHUNK_IDS))
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return new Set(found);
}

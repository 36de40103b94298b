import { type Contact, NO_SHOW } from '../../contract/index.ts';
import type { DemoBooking, DemoBusiness } from '../demo/types.ts';
import { insertMembership } from './accounts/users.ts';
import { callRow } from './calls/calls.ts';
import { emailKey } from './contacts/contacts.ts';
import { insertInChunks } from './insert.ts';
import { insertNumbered } from './insert-numbered.ts';
import type { BookingRow, ContactRow, Db, NumberedKind, Schema, TeamRow, Unnumbered } from './schema/schema.ts';
import { fromIso } from './time.ts';

/** No rules: `applyBusiness` sets them. */
const NEW_TEAM = { settings_json: '{}', revision: 1 };
const NEW_STAFF = { settings_json: '{}', active: 1, archived_at: null, calendar_url: null };
const NEW_SERVICE = { settings_json: '{}', active: 1, archived_at: null };

/** Loads a whole business as a new team. Must run in a transaction. All constraints of the database apply. */
export async function importBusiness(tx: Db, business: DemoBusiness, now: number): Promise<TeamRow> {
  const teamId = business.team.id;
  const team = {
    ...business.team,
    ...NEW_TEAM,
    is_demo: business.isDemo ? 1 : 0,
    demo_as_of: business.isDemo ? now : null,
    created_at: await afterOtherTeams(tx, now),
  };
  await tx.insertInto('teams').values(team).execute();
  await importUsers(tx, business, now);
  const staff = business.staff.map(({ id, name, title }) => ({ id, name, title, team_id: teamId, ...NEW_STAFF }));
  await insertInChunks(tx, 'staff', staff);
  const services = business.services.map(({ staff_ids, ...service }) => ({
    ...service,
    team_id: teamId,
    ...NEW_SERVICE,
  }));
  await insertInChunks(tx, 'services', services);
  const performed = business.services.flatMap(({ id, staff_ids }) =>
    staff_ids.map((staff_id) => ({ service_id: id, staff_id })),
  );
  await insertInChunks(tx, 'service_staff', performed);

  await importNumbered(
    tx,
    teamId,
    'contacts',
    business.contacts.map((contact) => contactRow(teamId, contact)),
    'created_at',
  );
  await importNumbered(
    tx,
    teamId,
    'bookings',
    business.bookings.map((booking) => bookingRow(teamId, booking)),
    'created_at',
  );
  await importNumbered(
    tx,
    teamId,
    'calls',
    business.calls.map((call) => callRow(teamId, call)),
    'ended_at',
  );
  return team;
}

/** Inserts records with positions assigned in the order of a time column, then of their ids. */
export async function importNumbered<K extends NumberedKind>(
  tx: Db,
  teamId: string,
  kind: K,
  records: Unnumbered<Schema[K]>[],
  order: keyof Unnumbered<Schema[K]>,
): Promise<void> {
  const sorted = records.toSorted((a, b) => Number(a[order]) - Number(b[order]) || (a.id < b.id ? -1 : 1));
  await insertNumbered(tx, teamId, kind, sorted);
}

/** A creation time after that of every other team, so that teams sort by insertion even within a millisecond. */
async function afterOtherTeams(tx: Db, now: number): Promise<number> {
  const latest = await tx.selectFrom('teams').select('created_at').orderBy('created_at', 'desc').executeTakeFirst();
  return latest ? Math.max(now, latest.created_at + 1) : now;
}

async function importUsers(tx: Db, { team, users }: DemoBusiness, now: number): Promise<void> {
  for (const { id, email, name, role } of users) {
    await tx
      .insertInto('users')
      .values({ id, email: email.toLowerCase(), name, password_hash: null, created_at: now, last_sign_in_at: null })
      // One user can be a member of several teams.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await insertMembership(tx, { user_id: id, team_id: team.id, role, staff_id: null });
  }
}

export function contactRow(teamId: string, contact: Contact): Unnumbered<ContactRow> {
  const { id, name, email, phone, created_at, updated_at, ...additional } = contact;
  return {
    id,
    team_id: teamId,
    name,
    email,
    email_key: emailKey(email),
    phone,
    additional_json: JSON.stringify(additional),
    created_at: fromIso(created_at),
    updated_at: fromIso(updated_at),
  };
}

export function bookingRow(teamId: string, { contact, ...booking }: DemoBooking): Unnumbered<BookingRow> {
  return {
    ...booking,
    status: booking.status === 'cancelled' ? 'cancelled' : 'confirmed',
    attendance: booking.status === NO_SHOW ? NO_SHOW : null,
    team_id: teamId,
    contact_name: contact.name ?? '',
    contact_email: contact.email ?? null,
    contact_phone: contact.phone ?? null,
    start_time: fromIso(booking.start_time),
    end_time: fromIso(booking.end_time),
    busy_start: fromIso(booking.start_time),
    busy_end: fromIso(booking.end_time),
    overrides_json: '[]',
    call_reference: null,
    created_at: fromIso(booking.created_at),
    updated_at: fromIso(booking.updated_at),
    cancelled_at: booking.cancelled_at === null ? null : fromIso(booking.cancelled_at),
    sequence: 0,
  };
}

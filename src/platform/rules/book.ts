import { sql } from 'kysely';
import { type Booking, type CreatedBooking, NO_SHOW, type UpdatedBooking } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { appointmentLength } from '../availability/appointment-length.ts';
import { calendarNote } from '../availability/busy-times.ts';
import { place } from '../availability/place.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import {
  bookingRecord,
  findBooking,
  insertBooking,
  type NamedBooking,
  updateBooking,
} from '../store/bookings/bookings.ts';
import type { Decision } from '../store/engine.ts';
import { appendEvent } from '../store/events.ts';
import type { BookingRow, Db, Unnumbered } from '../store/schema/schema.ts';
import { fromIso } from '../store/time.ts';
import { type ChangedBooking, isReachable, type NewBooking } from './booking-body.ts';
import { statedCalendars } from './booking-calendars.ts';
import { callOfBooking } from './booking-calls.ts';
import {
  type BookingContact,
  chosenContact,
  type LinkedContact,
  linkContact,
  newContact,
  requireUnerased,
  staysLinked,
} from './booking-contact.ts';
import type { BookingContext } from './booking-context.ts';
import {
  type DecidedColumns,
  decideTime,
  named,
  overridesJson,
  placementColumns,
  requireFuture,
  requireOffered,
} from './booking-time.ts';

/** Decides on a new booking. If it is not possible, throws a 400 or a `RuleViolationError`. */
export async function book(
  db: Db,
  body: NewBooking,
  { now, caller, callReference, business, hold, isLocked }: BookingContext,
): Promise<Decision<CreatedBooking>> {
  const { teamId } = caller;
  const details = { name: body.contact.name, email: body.contact.email ?? null, phone: body.contact.phone ?? null };
  const service = requireOffered(business, body.service_id);
  const start = requireFuture(fromIso(body.start_time), now);
  const linking = Promise.all([
    contactOfNew(db, teamId, body, details, now),
    callOfBooking(db, teamId, callReference, now),
  ]);
  const placing = (contactId?: string) =>
    place(db, {
      business,
      service,
      start,
      lengthMs: appointmentLength(service),
      now,
      staffId: body.staff_id,
      contactId,
      override: new Set(body.override),
      hold,
      isLocked,
    });
  const isLimited = business.rules.max_per_customer_and_day !== undefined;
  // Without a limit for the customer all is started together, and PostgreSQL answers in one round trip.
  const [[contact, call], placement] = await Promise.all([
    linking,
    isLimited ? linking.then(([{ id, isNew }]) => placing(isNew ? undefined : id)) : placing(),
  ]);
  const row: Unnumbered<BookingRow> = {
    id: newId('bk'),
    team_id: teamId,
    service_id: service.row.id,
    contact_id: contact.id,
    ...contactColumns(details),
    ...placementColumns(placement),
    overrides_json: overridesJson([], placement.overridden, caller),
    call_reference: callReference,
    status: 'confirmed',
    attendance: null,
    notes: body.notes ?? '',
    created_at: now,
    updated_at: now,
    cancelled_at: null,
    sequence: 0,
  };
  return {
    conditions: [...contact.conditions, ...call.conditions, ...placement.conditions],
    async store(tx) {
      await contact.store(tx);
      await insertBooking(tx, row);
      await call.record(tx, row.id, 'created', now);
      return {
        ...(await recordEvent(tx, 'booking.created', named(row, business))),
        // A key that may not read contacts learns nothing about them here either.
        contact_created: caller.scopes.includes('read:contacts') ? contact.isNew : null,
        calendars: placement.outdated.map(calendarNote),
      };
    },
  };
}

/** Decides on the contact of a new booking. */
function contactOfNew(
  db: Db,
  teamId: string,
  { contact, new_contact: isNew }: NewBooking,
  details: BookingContact,
  now: number,
): LinkedContact | Promise<LinkedContact> {
  if (contact.id !== undefined) return chosenContact(db, teamId, contact.id);
  // The limit of a customer does not apply to a new contact, and nothing about existing ones shows.
  return isNew ? newContact(teamId, details, now) : linkContact(db, teamId, details, now);
}

/**
 * Decides on the fields that are present in `body`. If no value differs, stores nothing and records no event. If the change
 * is not possible, throws a 400 with the reason.
 * @param before the booking as this transaction has read it.
 */
export async function changeBooking(
  db: Db,
  before: NamedBooking,
  body: ChangedBooking,
  context: BookingContext,
): Promise<Decision<UpdatedBooking>> {
  const { now, callReference } = context;
  if (before.status === 'cancelled') {
    throw new HttpError(400, { error: 'booking_cancelled', message: 'A cancelled booking cannot be changed' });
  }
  if (body.status === 'cancelled') throw invalid('status: cancel with POST /v1/bookings/{id}/cancel');
  const [changedContact, call] = await Promise.all([
    decideContact(db, before, body, now),
    callOfBooking(db, before.team_id, callReference, now),
  ]);
  const contactId = changedContact.columns.contact_id ?? before.contact_id;
  const rescheduled = await decideTime(db, before, contactId, body, context);
  const after: NamedBooking = {
    ...before,
    ...rescheduled.columns,
    ...changedContact.columns,
    notes: body.notes ?? before.notes,
    ...attendanceAfter(before, body),
  };
  requireBegun(after, body, now);
  const conditions = [isAsRead(before), ...changedContact.conditions, ...call.conditions, ...rescheduled.conditions];
  const calendars = rescheduled.calendars ?? (await statedCalendars(db, after, body, context));
  const answer = (record: Booking) => (calendars ? { ...record, calendars } : record);
  if (isUnchanged(before, after)) return { conditions, store: async () => answer(bookingRecord(before)) };
  const changed = { ...after, ...changedColumns(before, now, callReference) };
  return {
    conditions,
    async store(tx) {
      await changedContact.store(tx);
      await updateBooking(tx, changed);
      await call.record(tx, changed.id, isRescheduled(before, changed) ? 'updated' : 'edited', now);
      return answer(await recordEvent(tx, 'booking.updated', changed));
    },
  };
}

const isRescheduled = (before: BookingRow, after: Unnumbered<BookingRow>): boolean =>
  (['start_time', 'end_time', 'service_id'] as const).some((column) => before[column] !== after[column]);

/** Whether the customer did not come, after a change. */
function attendanceAfter({ attendance }: BookingRow, { status }: ChangedBooking): Pick<BookingRow, 'attendance'> {
  if (status === NO_SHOW) return { attendance: NO_SHOW };
  return { attendance: status === 'confirmed' ? null : attendance };
}

/** Whether a customer comes is known when the booking begins, so a no-show cannot move to a later time. */
function requireBegun({ attendance, start_time }: BookingRow, { status }: ChangedBooking, now: number): void {
  if (attendance === null || start_time <= now) return;
  throw new HttpError(
    400,
    status === NO_SHOW
      ? {
          error: 'booking_not_begun',
          message: 'Only a booking that has begun can be a no-show. Cancel it instead, or wait until it begins',
        }
      : {
          error: 'no_show_moved',
          message: 'A no-show cannot be moved. Set its status to confirmed first, or make a new booking',
        },
  );
}

/**
 * Decides on the cancellation of a booking, which frees its slot and retains the record. Idempotent.
 * @param before the booking as this transaction has read it.
 */
export async function cancelBooking(
  db: Db,
  before: NamedBooking,
  { now, callReference }: Pick<BookingContext, 'now' | 'callReference'>,
): Promise<Decision<Booking>> {
  if (before.status === 'cancelled')
    return { conditions: [isAsRead(before)], store: async () => bookingRecord(before) };
  const call = await callOfBooking(db, before.team_id, callReference, now);
  const changed = changedColumns(before, now, callReference);
  const after: NamedBooking = { ...before, ...changed, cancelled_at: now, status: 'cancelled', attendance: null };
  return {
    conditions: [isAsRead(before), ...call.conditions],
    async store(tx) {
      await updateBooking(tx, after);
      await call.record(tx, after.id, 'cancelled', now);
      return recordEvent(tx, 'booking.cancelled', after);
    },
  };
}

/** The columns that every change sets. */
export function changedColumns(before: NamedBooking, now: number, callReference: string | null) {
  const { call_reference, sequence } = before;
  return { updated_at: now, call_reference: callReference ?? call_reference, sequence: sequence + 1 };
}

/** Every change counts the column `sequence` up. */
const isAsRead = ({ id, sequence }: NamedBooking) =>
  sql<boolean>`exists (select 1 from bookings where id = ${id} and sequence = ${sequence})`;

/** Records the event of a change and returns the changed record, which is also the payload of the event. */
export async function recordEvent(tx: Db, type: string, row: Unnumbered<NamedBooking>): Promise<Booking> {
  const record = bookingRecord(row);
  await appendEvent(tx, { teamId: row.team_id, type, time: row.updated_at, data: record });
  return record;
}

export function isUnchanged(before: NamedBooking, after: NamedBooking): boolean {
  return (Object.keys(before) as (keyof NamedBooking)[]).every((column) => before[column] === after[column]);
}

export async function requireBooking(db: Db, teamId: string, id: string): Promise<NamedBooking> {
  const row = await findBooking(db, teamId, id);
  if (!row) throw notFound('booking');
  return row;
}

/** The contact details that a change sets, and the contact that has them, which may be a new one. */
async function decideContact(
  db: Db,
  before: NamedBooking,
  body: ChangedBooking,
  now: number,
): Promise<DecidedColumns & Pick<LinkedContact, 'store'>> {
  const none = { conditions: [], store: async () => {} };
  if (body.contact === undefined) return { ...none, columns: {} };
  const { id: chosenId, name, email, phone } = body.contact;
  const contact: BookingContact = {
    name: name ?? before.contact_name,
    // Null removes the value; undefined leaves it unchanged.
    email: email === undefined ? before.contact_email : email,
    phone: phone === undefined ? before.contact_phone : phone,
  };
  if (chosenId !== undefined) {
    const { id, conditions, store } = await chosenContact(db, before.team_id, chosenId);
    return { columns: { ...contactColumns(contact), contact_id: id }, conditions, store };
  }
  // The contact of a booking that was made with `new_contact` can have neither, and so can a chosen one.
  const wasReachable = isReachable({ email: before.contact_email, phone: before.contact_phone });
  if (wasReachable && !isReachable(contact)) throw invalid('contact: needs an email or a phone');
  const columns = contactColumns(contact);
  const isUnchangedContact = isUnchanged(before, { ...before, ...columns });
  if (isUnchangedContact) return { ...none, columns };
  if (!isReachable(contact)) return { ...none, columns, conditions: await requireUnerased(db, before) };
  const linked = await staysLinked(db, before, contact);
  if (linked.stays) return { ...none, columns, conditions: linked.conditions };
  const { id, conditions, store } = await linkContact(db, before.team_id, contact, now);
  return { columns: { ...columns, contact_id: id }, conditions: [...linked.conditions, ...conditions], store };
}

const contactColumns = ({ name, email, phone }: BookingContact) => ({
  contact_name: name,
  contact_email: email,
  contact_phone: phone,
});

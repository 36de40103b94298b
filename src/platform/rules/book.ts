import type { Booking } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { bookingRecord, findBooking, insertBooking, updateBooking } from '../store/bookings.ts';
import { appendEvent } from '../store/events.ts';
import type { BookingRow, Db, ServiceRow } from '../store/schema.ts';
import { findService } from '../store/services.ts';
import { fromIso } from '../store/time.ts';
import { type ChangedBooking, isReachable, type NewBooking } from './booking-body.ts';
import { type BookingContact, linkContact, sharesEmailOrPhone } from './booking-contact.ts';
import { assignStaff, slotFor } from './scheduling.ts';

/** Creates a booking. If that is not possible, throws a 400 with the reason and stores nothing. */
export async function book(tx: Db, teamId: string, body: NewBooking, now: number): Promise<Booking> {
  const service = await requireService(tx, teamId, body.service_id);
  const start = requireFuture(fromIso(body.start_time), now);
  const slot = slotFor(service, start);
  const staffId = await assignStaff(tx, service, slot);
  const contact = { name: body.contact.name, email: body.contact.email ?? null, phone: body.contact.phone ?? null };
  const row = await insertBooking(tx, {
    id: newId('bk'),
    team_id: teamId,
    service_id: service.id,
    staff_id: staffId,
    contact_id: await linkContact(tx, teamId, contact, now),
    ...contactColumns(contact),
    start_time: slot.start,
    end_time: slot.end,
    status: 'confirmed',
    notes: body.notes ?? '',
    created_at: now,
    updated_at: now,
    cancelled_at: null,
  });
  return recordEvent(tx, 'booking.created', row);
}

/**
 * Updates the fields that are present in `body`. If no value differs, writes nothing and records no event. On failure
 * throws a 400 with the reason, and changes nothing.
 * @param before the booking as this transaction has read it.
 */
export async function changeBooking(tx: Db, before: BookingRow, body: ChangedBooking, now: number): Promise<Booking> {
  if (before.status === 'cancelled') {
    throw new HttpError(400, { error: 'booking_cancelled', message: 'A cancelled booking cannot be changed' });
  }
  const after: BookingRow = {
    ...before,
    ...(await rescheduledColumns(tx, before, body, now)),
    ...(await changedContactColumns(tx, before, body, now)),
    notes: body.notes ?? before.notes,
  };
  if (isUnchanged(before, after)) return bookingRecord(before);
  const changed = { ...after, updated_at: now };
  await updateBooking(tx, changed);
  return recordEvent(tx, 'booking.updated', changed);
}

/**
 * Cancels a booking: frees its slot and retains the record. Idempotent.
 * @param before the booking as this transaction has read it.
 */
export async function cancelBooking(tx: Db, before: BookingRow, now: number): Promise<Booking> {
  if (before.status === 'cancelled') return bookingRecord(before);
  const after: BookingRow = { ...before, status: 'cancelled', updated_at: now, cancelled_at: now };
  await updateBooking(tx, after);
  return recordEvent(tx, 'booking.cancelled', after);
}

/** Records the event of a change and returns the changed record, which is also the payload of the event. */
async function recordEvent(tx: Db, type: string, row: BookingRow): Promise<Booking> {
  const record = bookingRecord(row);
  await appendEvent(tx, { teamId: row.team_id, type, time: row.updated_at, data: record });
  return record;
}

function isUnchanged(before: BookingRow, after: BookingRow): boolean {
  return (Object.keys(before) as (keyof BookingRow)[]).every((column) => before[column] === after[column]);
}

export async function requireBooking(db: Db, teamId: string, id: string): Promise<BookingRow> {
  const row = await findBooking(db, teamId, id);
  if (!row) throw notFound('booking');
  return row;
}

/** The columns that a new start time or service changes; none if the body has the current ones. */
async function rescheduledColumns(
  tx: Db,
  before: BookingRow,
  body: ChangedBooking,
  now: number,
): Promise<Partial<BookingRow>> {
  const start = body.start_time === undefined ? before.start_time : fromIso(body.start_time);
  const serviceId = body.service_id ?? before.service_id;
  if (start === before.start_time && serviceId === before.service_id) return {};
  const service = await requireService(tx, before.team_id, serviceId);
  const slot = slotFor(service, requireFuture(start, now), before.id);
  const staff_id = await assignStaff(tx, service, slot, before.staff_id);
  return { service_id: service.id, staff_id, start_time: slot.start, end_time: slot.end };
}

async function changedContactColumns(
  tx: Db,
  before: BookingRow,
  body: ChangedBooking,
  now: number,
): Promise<Partial<BookingRow>> {
  if (body.contact === undefined) return {};
  const { name, email, phone } = body.contact;
  const contact: BookingContact = {
    name: name ?? before.contact_name,
    // Null removes the value; undefined leaves it unchanged.
    email: email === undefined ? before.contact_email : email,
    phone: phone === undefined ? before.contact_phone : phone,
  };
  if (!isReachable(contact)) throw invalid('contact: needs an email or a phone');
  const isUnchangedContact = contact.email === before.contact_email && contact.phone === before.contact_phone;
  const isSameContact = isUnchangedContact || (await sharesEmailOrPhone(tx, before, contact));
  const contact_id = isSameContact ? before.contact_id : await linkContact(tx, before.team_id, contact, now);
  return { ...contactColumns(contact), contact_id };
}

const contactColumns = ({ name, email, phone }: BookingContact) => ({
  contact_name: name,
  contact_email: email,
  contact_phone: phone,
});

async function requireService(db: Db, teamId: string, id: string): Promise<ServiceRow> {
  const service = await findService(db, teamId, id);
  if (!service) throw invalid('service_id: there is no such service');
  return service;
}

/** Limit of start times: beyond it the end of a booking could need a five-digit year, which ISO 8601 does not allow. */
const MAX_START_MS = Date.UTC(9999, 0);

function requireFuture(start: number, now: number): number {
  if (start <= now) throw invalid('start_time: must be in the future');
  if (start >= MAX_START_MS) throw invalid('start_time: must be before the year 9999');
  return start;
}

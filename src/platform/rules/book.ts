import { sql } from 'kysely';
import {
  type Booking,
  type CalendarNote,
  type CreatedBooking,
  NO_SHOW,
  type Override,
  type UpdatedBooking,
} from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Caller } from '../auth/caller.ts';
import { appointmentLength } from '../availability/appointment-length.ts';
import { MAX_START_MS } from '../availability/availability.ts';
import { calendarNote } from '../availability/busy-times.ts';
import { checkCustomerLimit, type Placement, place } from '../availability/place.ts';
import type { TimeHold } from '../availability/time-holds.ts';
import type { BookingRule } from '../availability/violation.ts';
import type { Business, OfferedService } from '../business/business.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { bookingRecord, findBooking, insertBooking, type NamedBooking, updateBooking } from '../store/bookings.ts';
import type { Condition, Decision } from '../store/engine.ts';
import { appendEvent } from '../store/events.ts';
import type { BookingRow, Db, Unnumbered } from '../store/schema.ts';
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
import { checkPersonOfPast, requireNotEnded } from './past-booking.ts';

/** Who makes a booking, and when (epoch milliseconds). */
export interface BookingContext {
  now: number;
  caller: Caller;
  /** The call in which it is made, by its id in the system that reports the call; null outside of calls. */
  callReference: string | null;
  /** As it is when the decision is stored. */
  business: Business;
  hold: TimeHold;
  /** See `Decide`. */
  isLocked: boolean;
}

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
    // The limit of a customer does not apply to a new contact, and nothing about existing ones shows.
    body.contact.id !== undefined
      ? chosenContact(db, teamId, body.contact.id)
      : body.new_contact
        ? newContact(teamId, details, now)
        : linkContact(db, teamId, details, now),
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
  const message =
    status === NO_SHOW
      ? 'Only a booking that has begun can be a no-show'
      : 'A no-show cannot be moved. Set its status to confirmed first, or make a new booking';
  throw new HttpError(400, { error: 'booking_not_begun', message });
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

/** Columns of a booking that a change sets, and what must still hold when it is stored. */
interface DecidedColumns {
  columns: Partial<NamedBooking>;
  conditions: readonly Condition[];
}

/**
 * The columns that a new start time, service, staff member or customer changes; none if the body has the current ones.
 * Rules are checked only where the change concerns them.
 * @param contactId the contact of the booking after the change.
 */
async function decideTime(
  db: Db,
  before: NamedBooking,
  contactId: string,
  body: ChangedBooking,
  { now, caller, business, hold, isLocked }: BookingContext,
): Promise<DecidedColumns & { calendars?: CalendarNote[] }> {
  const start = body.start_time === undefined ? before.start_time : fromIso(body.start_time);
  const serviceId = body.service_id ?? before.service_id;
  const { staff_id: staffId = before.staff_id } = body;
  const isMoved = start !== before.start_time || serviceId !== before.service_id;
  const isReassigned = staffId !== before.staff_id;
  const isPassedOn = contactId !== before.contact_id && start > now;
  if (!isMoved && !isReassigned && !isPassedOn) return { columns: {}, conditions: [] };
  if (isMoved) requireNotEnded(before, now);
  if (start === before.start_time && start <= now) {
    if (isMoved) throw invalid('service_id: the service of a booking that has begun cannot be changed');
    const name = await checkPersonOfPast(db, before, staffId, business);
    return { columns: { staff_id: staffId, staff_name: name }, conditions: [] };
  }
  // A booking of a service that is no longer offered can still pass to another person.
  const service = isMoved ? requireOffered(business, serviceId) : requireService(business, serviceId);
  const request = {
    business,
    service,
    start,
    lengthMs: appointmentLength(service, before),
    now,
    // Named although it is who has it already: no other person takes it then.
    staffId: body.staff_id,
    preferredStaffId: before.staff_id,
    contactId,
    excludedBookingId: before.id,
    kept: isMoved ? undefined : timesOf(before),
    override: new Set(body.override),
    hold,
    isLocked,
  };
  const earlier = JSON.parse(before.overrides_json) as Override[];
  const limits = isMoved || !isPassedOn ? { overridden: [], conditions: [] } : await checkCustomerLimit(db, request);
  const kept = limits.overridden.length > 0 ? earlier.filter(({ rule }) => rule !== 'limit_reached') : earlier;
  if (!isMoved && !isReassigned) {
    const columns = { overrides_json: overridesJson(kept, limits.overridden, caller) };
    return { columns, conditions: limits.conditions };
  }
  const placement = await place(db, { ...request, start: requireFuture(start, now) });
  // The rules of the time still are overridden if the time stays.
  const unchecked = isMoved ? [] : kept.filter(({ rule }) => !RULES_OF_WORK.has(rule));
  const moved = {
    ...before,
    service_id: serviceId,
    ...placementColumns(placement),
    overrides_json: overridesJson(unchecked, [...placement.overridden, ...limits.overridden], caller),
  };
  return {
    columns: named(moved, business),
    conditions: [...limits.conditions, ...placement.conditions],
    calendars: placement.outdated.map(calendarNote),
  };
}

/** The rules that depend on the person who takes a booking. */
const RULES_OF_WORK: ReadonlySet<string> = new Set<BookingRule>(['closed', 'outside_hours']);

const overridesJson = (kept: readonly Override[], rules: readonly BookingRule[], { actor }: Caller) =>
  JSON.stringify([...kept, ...rules.map((rule): Override => ({ rule, by: actor }))]);

const timesOf = ({ start_time, end_time, busy_start, busy_end }: BookingRow): Pick<Placement, 'slot' | 'busy'> => ({
  slot: { start: start_time, end: end_time },
  busy: { start: busy_start, end: busy_end },
});

function placementColumns({ staffId, slot, busy }: Placement) {
  return {
    staff_id: staffId,
    start_time: slot.start,
    end_time: slot.end,
    busy_start: busy.start,
    busy_end: busy.end,
  };
}

/** Adds the names that the record shows. */
function named<R extends Unnumbered<BookingRow>>(row: R, { services, staff }: Business) {
  return {
    ...row,
    service_name: services.get(row.service_id)?.row.name ?? '',
    staff_name: staff.get(row.staff_id)?.row.name ?? '',
  };
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

function requireService({ services }: Business, id: string): OfferedService {
  const service = services.get(id);
  if (!service) throw invalid('service_id: there is no such service');
  return service;
}

function requireOffered(business: Business, id: string): OfferedService {
  const service = requireService(business, id);
  if (service.row.active !== 1) throw invalid(`service_id: ${service.row.name} cannot be booked at present`);
  return service;
}

function requireFuture(start: number, now: number): number {
  if (start <= now) throw invalid('start_time: must be in the future');
  if (start >= MAX_START_MS) throw invalid('start_time: must be before the year 9999');
  return start;
}

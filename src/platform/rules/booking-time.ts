import type { CalendarNote, Override } from '../../contract/index.ts';
import type { Caller } from '../auth/caller.ts';
import { appointmentLength } from '../availability/appointment-length.ts';
import { MAX_START_MS } from '../availability/availability.ts';
import { calendarNote } from '../availability/busy-times.ts';
import { checkCustomerLimit, place } from '../availability/place.ts';
import type { Placement } from '../availability/placement.ts';
import type { BookingRule } from '../availability/violation.ts';
import type { Business, OfferedService } from '../business/business.ts';
import { invalid } from '../http/errors.ts';
import type { NamedBooking } from '../store/bookings/bookings.ts';
import type { Condition } from '../store/engine.ts';
import type { BookingRow, Db, Unnumbered } from '../store/schema/schema.ts';
import { fromIso } from '../store/time.ts';
import type { ChangedBooking } from './booking-body.ts';
import type { BookingContext } from './booking-context.ts';
import { checkPersonOfPast, requireNotEnded } from './past-booking.ts';

/** Columns of a booking that a change sets, and what must still hold when it is stored. */
export interface DecidedColumns {
  columns: Partial<NamedBooking>;
  conditions: readonly Condition[];
}

/**
 * The columns that a new start time, service, staff member or customer changes; none if the body has the current ones.
 * Rules are checked only where the change concerns them.
 * @param contactId the contact of the booking after the change.
 */
export async function decideTime(
  db: Db,
  before: NamedBooking,
  contactId: string,
  body: ChangedBooking,
  { now, caller, business, hold, isLocked }: BookingContext,
): Promise<DecidedColumns & { calendars?: CalendarNote[] }> {
  const start = body.start_time === undefined ? before.start_time : fromIso(body.start_time);
  const serviceId = body.service_id ?? before.service_id;
  const { staff_id: staffId = before.staff_id } = body;
  const isElsewhere = start !== before.start_time || serviceId !== before.service_id;
  const takesDuration = body.use_service_duration === true;
  const isResized = takesDuration && !isElsewhere && !hasServiceDuration(before, business);
  const isMoved = isElsewhere || isResized;
  const isReassigned = staffId !== before.staff_id;
  const isPassedOn = contactId !== before.contact_id && start > now;
  if (!isMoved && !isReassigned && !isPassedOn) return { columns: {}, conditions: [] };
  if (isMoved) requireNotEnded(before, now);
  if (start === before.start_time && start <= now) {
    if (isMoved) throw notOfBegun(isResized);
    const name = await checkPersonOfPast(db, before, staffId, business);
    return { columns: { staff_id: staffId, staff_name: name }, conditions: [] };
  }
  // A booking of a service that is no longer offered can still pass to another person.
  const service = isMoved ? requireOffered(business, serviceId) : requireService(business, serviceId);
  const request = {
    business,
    service,
    start,
    lengthMs: appointmentLength(service, takesDuration ? undefined : before),
    now,
    // Named although it is who has it already: no other person takes it then. A new length alone never passes it on.
    staffId: body.staff_id ?? (isResized ? before.staff_id : undefined),
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

/** True if a booking is as long as its service takes now. */
function hasServiceDuration(booking: BookingRow, business: Business): boolean {
  const service = requireService(business, booking.service_id);
  return booking.end_time - booking.start_time === appointmentLength(service);
}

const notOfBegun = (isResized: boolean) =>
  isResized
    ? invalid('use_service_duration: the length of a booking that has begun cannot be changed')
    : invalid('service_id: the service of a booking that has begun cannot be changed');

/** The rules that depend on the person who takes a booking. */
const RULES_OF_WORK: ReadonlySet<string> = new Set<BookingRule>(['closed', 'outside_hours']);

export const overridesJson = (kept: readonly Override[], rules: readonly BookingRule[], { actor }: Caller) =>
  JSON.stringify([...kept, ...rules.map((rule): Override => ({ rule, by: actor }))]);

const timesOf = ({ start_time, end_time, busy_start, busy_end }: BookingRow): Pick<Placement, 'slot' | 'busy'> => ({
  slot: { start: start_time, end: end_time },
  busy: { start: busy_start, end: busy_end },
});

export function placementColumns({ staffId, slot, busy }: Placement) {
  return {
    staff_id: staffId,
    start_time: slot.start,
    end_time: slot.end,
    busy_start: busy.start,
    busy_end: busy.end,
  };
}

/** Adds the names that the record shows. */
export function named<R extends Unnumbered<BookingRow>>(row: R, { services, staff }: Business) {
  return {
    ...row,
    service_name: services.get(row.service_id)?.row.name ?? '',
    staff_name: staff.get(row.staff_id)?.row.name ?? '',
  };
}

function requireService({ services }: Business, id: string): OfferedService {
  const service = services.get(id);
  if (!service) throw invalid('service_id: there is no such service');
  return service;
}

export function requireOffered(business: Business, id: string): OfferedService {
  const service = requireService(business, id);
  if (service.row.active !== 1) throw invalid(`service_id: ${service.row.name} cannot be booked at present`);
  return service;
}

export function requireFuture(start: number, now: number): number {
  if (start <= now) throw invalid('start_time: must be in the future');
  if (start >= MAX_START_MS) throw invalid('start_time: must be before the year 9999');
  return start;
}

import type { BookingRule } from '../../contract/index.ts';
import type { LocalDays } from '../availability/local-days.ts';
import { absences, closureDuring, worksThroughout } from '../availability/working-hours.ts';
import type { NamedBooking } from '../store/bookings/bookings.ts';
import type { Business } from './business.ts';

/** Why a booking that exists does not fit the business. */
export type MisfitReason =
  | 'closed'
  | 'away'
  | 'outside_hours'
  | 'staff_unavailable'
  | 'not_performed'
  | 'service_unavailable';

/** What decides whether a booking fits. */
export type FittedBooking = Pick<
  NamedBooking,
  'start_time' | 'end_time' | 'service_id' | 'staff_id' | 'overrides_json'
>;

/** How a booking does not fit. */
export interface Misfits {
  /** All reasons, the most important first. */
  all: readonly MisfitReason[];
  /** The reason to name; undefined if the booking fits. */
  reason: MisfitReason | undefined;
  /** True if an override permitted all that does not fit, when the booking was made or moved. */
  isDeliberate: boolean;
}

export function misfitsOf(business: Business, days: LocalDays, booking: FittedBooking): Misfits {
  const all = misfitReasons(business, days, booking);
  if (all.length === 0) return { all, reason: undefined, isDeliberate: false };
  const open = all.filter((reason) => !isOverridden(reason, booking));
  return { all, reason: open[0] ?? all[0], isDeliberate: open.length === 0 };
}

function misfitReasons(business: Business, days: LocalDays, booking: FittedBooking): MisfitReason[] {
  const reasons: MisfitReason[] = [];
  const service = business.services.get(booking.service_id);
  const member = business.staff.get(booking.staff_id);
  if (service?.row.active !== 1) reasons.push('service_unavailable');
  if (member?.row.active !== 1) reasons.push('staff_unavailable');
  else if (service && !service.staffIds.includes(member.row.id)) reasons.push('not_performed');
  const slot = { start: booking.start_time, end: booking.end_time };
  if (closureDuring(business, days, slot)) reasons.push('closed');
  if (!member) return reasons;
  if (absences(member, days, slot).some(({ start, end }) => start < slot.end && slot.start < end)) reasons.push('away');
  // Closures and absences are reasons of their own. A closure can be overridden, and then the person must still be there.
  const present = { ...member, timeOff: [] };
  if (!worksThroughout(business, present, days, slot, { ignoreClosures: true })) reasons.push('outside_hours');
  return reasons;
}

/** An absence is never overridden, as it may be newer: a person who agreed to come early did not agree to come when ill. */
function isOverridden(reason: MisfitReason, { overrides_json: json }: FittedBooking): boolean {
  const overridden = JSON.parse(json) as { rule: BookingRule }[];
  return overridden.some(({ rule }) => rule === reason);
}

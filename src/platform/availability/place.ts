import type { Interval } from '../../lib/time/intervals.ts';
import type { Business, OfferedService } from '../business/business.ts';
import { invalid } from '../http/errors.ts';
import { countOfContact, countOfTeam } from '../store/daily-counts.ts';
import type { Db } from '../store/schema.ts';
import { workloads } from '../store/staff.ts';
import { type BusyTimes, readBusyTimes } from './busy-times.ts';
import { busySpan } from './free-starts.ts';
import { LocalDays } from './local-days.ts';
import { bookableRange } from './notice.ts';
import { type BookingRule, describe, RuleViolationError, type Violation } from './violation.ts';
import { absences, closureDuring, worksThroughout } from './working-hours.ts';

/** A booking that is to be made or moved. */
export interface PlacementRequest {
  business: Business;
  service: OfferedService;
  /** Epoch milliseconds. */
  start: number;
  now: number;
  /** The person who must take it; undefined: anybody who performs the service. */
  staffId?: string | undefined;
  /** The person who takes it if available. */
  preferredStaffId?: string | undefined;
  /** The contact whose limit counts; undefined for a new contact. */
  contactId?: string | undefined;
  /** The booking that is moved. */
  excludedBookingId?: string | undefined;
  /** True if only the person changes: notice, window and limits were checked when the time was booked. */
  keepsTime?: boolean;
  /** Rules that are deliberately not applied. */
  override: ReadonlySet<BookingRule>;
}

/** Where a booking goes. Times in epoch milliseconds. */
export interface Placement {
  staffId: string;
  slot: Interval;
  /** The slot with buffers: the time that it takes from the person. */
  busy: Interval;
  /** The rules that it violates, all of which the request overrides. */
  overridden: BookingRule[];
}

/**
 * Finds the person who takes a booking: of those who are available the preferred one, or else the one with the fewest
 * bookings within twelve hours, then the first by id.
 * @throws RuleViolationError
 */
export async function place(db: Db, request: PlacementRequest): Promise<Placement> {
  const { business, service, start } = request;
  const slot = { start, end: start + service.row.duration_minutes * 60_000 };
  const [busyStart, busyEnd] = busySpan(service, start);
  const candidates = candidatesOf(request);
  const days = new LocalDays(business.team.time_zone);
  const overridden: BookingRule[] = [];
  const refuse = (violation: Violation) => new RuleViolationError(violation, { ...request, staffIds: candidates });
  const check = (violation: Violation | undefined) => {
    if (!violation) return;
    if (!request.override.has(violation.rule)) throw refuse(violation);
    overridden.push(violation.rule);
  };

  if (candidates.length === 0) throw refuse(withoutPerformers(service));
  check(closedViolation(business, days, slot));
  const working = candidates.filter((id) => worksAt(request, id, days, slot));
  check(working.length > 0 ? undefined : outsideHours(request, slot));
  if (!request.keepsTime) {
    check(noticeViolation(request));
    check((await dayLimitViolation(db, request, days)) ?? (await customerLimitViolation(db, request, days)));
  }

  // A person who is away is never chosen for a booking: only a request that names the person books an absence over.
  const asked =
    working.length > 0
      ? working
      : candidates.filter((id) => id === request.staffId || !isAway(business, id, days, slot));
  const { excludedBookingId, now } = request;
  const times = await readBusyTimes(db, business, asked, { start: busyStart, end: busyEnd, excludedBookingId }, now);
  const available = asked.filter((id) => times.busy.get(id)?.length === 0);
  const staffId = await choose(db, knownFirst(available, times), request, slot);
  if (staffId === undefined) throw refuse(unavailable(request, slot));
  return { staffId, slot, busy: { start: busyStart, end: busyEnd }, overridden };
}

function candidatesOf({ business, service, staffId }: PlacementRequest): readonly string[] {
  if (staffId === undefined) return service.staffIds;
  const member = business.staff.get(staffId);
  if (!member) throw invalid('staff_id: there is no such staff member');
  if (member.row.active !== 1) throw invalid(`staff_id: ${member.row.name} takes no bookings at present`);
  if (!service.staffIds.includes(staffId)) {
    const names = service.staffIds.slice(0, 10).map((id) => `${business.staff.get(id)?.row.name} (${id})`);
    throw invalid(
      `staff_id: ${member.row.name} does not perform ${service.row.name}; these do: ${names.join(', ') || 'no staff member'}`,
    );
  }
  return [staffId];
}

const withoutPerformers = ({ row }: OfferedService): Violation => ({
  rule: 'slot_unavailable',
  reason: `No staff member performs ${row.name} at present`,
});

function closedViolation(business: Business, days: LocalDays, slot: Interval): Violation | undefined {
  const closure = closureDuring(business, days, slot);
  if (!closure) return undefined;
  const period = closure.from === closure.to ? `on ${closure.from}` : `from ${closure.from} to ${closure.to}`;
  return {
    rule: 'closed',
    reason: `${business.team.name} is closed ${period}${closure.reason ? ` (${closure.reason})` : ''}`,
  };
}

function worksAt({ business, override }: PlacementRequest, staffId: string, days: LocalDays, slot: Interval): boolean {
  const worker = business.staff.get(staffId) ?? null;
  return worksThroughout(business, worker, days, slot, { ignoreClosures: override.has('closed') });
}

function isAway(business: Business, staffId: string, days: LocalDays, slot: Interval): boolean {
  const member = business.staff.get(staffId);
  return (
    member !== undefined && absences(member, days, slot).some(({ start, end }) => start < slot.end && slot.start < end)
  );
}

function outsideHours({ business, service, staffId }: PlacementRequest, { start, end }: Interval): Violation {
  const zone = business.team.time_zone;
  const who =
    staffId === undefined ? 'No staff member works' : `${business.staff.get(staffId)?.row.name} does not work`;
  const minutes = Math.round((end - start) / 60_000);
  const reason = `${who} for all ${minutes} minutes of ${service.row.name} from ${describe(start, zone)}`;
  return { rule: 'outside_hours', reason };
}

function noticeViolation({ business, service, start, now }: PlacementRequest): Violation | undefined {
  const { earliest, latest } = bookableRange(business, service, now);
  const zone = business.team.time_zone;
  if (start < earliest) {
    const possible = Number.isFinite(earliest)
      ? `from ${describe(earliest, zone)} on`
      : 'not at all, because the notice is counted in opening hours and there are none ahead';
    return { rule: 'too_soon', reason: `${service.row.name} must be booked earlier: at present ${possible}` };
  }
  if (start > latest) {
    return {
      rule: 'too_far',
      reason: `${service.row.name} can be booked only up to ${describe(latest, zone)} at present`,
    };
  }
  return undefined;
}

async function dayLimitViolation(db: Db, request: PlacementRequest, days: LocalDays): Promise<Violation | undefined> {
  const { business, start, excludedBookingId } = request;
  const max = business.rules.max_per_day;
  const day = { ...days.at(start), excludedBookingId };
  if (max === undefined || (await countOfTeam(db, business.team.id, day)) < max) return undefined;
  return {
    rule: 'limit_reached',
    reason: `${business.team.name} takes at most ${max} bookings a day, and ${day.date} has them`,
  };
}

async function customerLimitViolation(
  db: Db,
  { business, start, contactId, excludedBookingId }: PlacementRequest,
  days: LocalDays,
): Promise<Violation | undefined> {
  const max = business.rules.max_per_customer_and_day;
  const day = { ...days.at(start), excludedBookingId };
  if (max === undefined || contactId === undefined || (await countOfContact(db, contactId, day)) < max)
    return undefined;
  return {
    rule: 'limit_reached',
    reason: `A customer can have at most ${max} bookings a day, and this one has them on ${day.date}`,
  };
}

/**
 * Checks a booking that passes to another customer, with its time unchanged.
 * @returns the rules that it violates, all of which the request overrides.
 * @throws RuleViolationError
 */
export async function checkCustomerLimit(db: Db, request: PlacementRequest): Promise<BookingRule[]> {
  const violation = await customerLimitViolation(db, request, new LocalDays(request.business.team.time_zone));
  if (!violation) return [];
  if (!request.override.has(violation.rule)) {
    throw new RuleViolationError(violation, { ...request, staffIds: candidatesOf(request) });
  }
  return [violation.rule];
}

/** Leaves out people who may be busy by a calendar that cannot be read, if others are known to be free. */
function knownFirst(available: readonly string[], { outdated }: BusyTimes): readonly string[] {
  const unknown = new Set(outdated.filter(({ state }) => state === 'unknown').map(({ staffId }) => staffId));
  const known = available.filter((id) => !unknown.has(id));
  return known.length > 0 ? known : available;
}

async function choose(
  db: Db,
  available: readonly string[],
  { preferredStaffId }: PlacementRequest,
  slot: Interval,
): Promise<string | undefined> {
  if (preferredStaffId !== undefined && available.includes(preferredStaffId)) return preferredStaffId;
  if (available.length < 2) return available[0];
  const loads = await workloads(db, available, slot);
  const load = (id: string) => loads.get(id) ?? 0;
  return available.toSorted((a, b) => load(a) - load(b) || (a < b ? -1 : 1))[0];
}

function unavailable({ business, service, staffId }: PlacementRequest, { start }: Interval): Violation {
  const who = staffId === undefined ? 'No staff member' : (business.staff.get(staffId)?.row.name ?? staffId);
  const verb = staffId === undefined ? 'is available' : 'is not available';
  return {
    rule: 'slot_unavailable',
    reason: `${who} ${verb} for ${service.row.name} at ${describe(start, business.team.time_zone)}`,
  };
}

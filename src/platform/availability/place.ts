import { pluralize } from '../../lib/text/text.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import type { Business, OfferedService } from '../business/business.ts';
import { invalid } from '../http/errors.ts';
import { type Counted, countStarting, limitCondition } from '../store/bookings/daily-counts.ts';
import type { Condition } from '../store/engine.ts';
import type { Db } from '../store/schema/schema.ts';
import { type Slot, workloads } from '../store/staff/staff.ts';
import { knownFirst, readBusyTimes } from './busy-times.ts';
import { busySpan } from './free-starts.ts';
import { LocalDays } from './local-days.ts';
import { bookableRange } from './notice.ts';
import type { Placement, PlacementRequest } from './placement.ts';
import { type BookingRule, describe, RuleViolationError, type Violation } from './violation.ts';
import { absences, closureDuring, worksThroughout } from './working-hours.ts';

/**
 * Finds the person who takes a booking: of those who are available the preferred one, or else the one with the fewest
 * bookings within twelve hours, then the first by id.
 * @throws RuleViolationError
 */
export async function place(db: Db, request: PlacementRequest): Promise<Placement> {
  const { business, service, kept } = request;
  const { slot, busy } = kept ?? timesOf(request);
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
  const ahead = kept ? undefined : noticeViolation(request);
  // Beyond the booking window, no other time near the requested one is possible either.
  if (ahead?.rule === 'too_far') check(ahead);
  const working = candidates.filter((id) => worksAt(request, id, days, slot));
  check(working.length > 0 ? undefined : outsideHours(request, slot));
  if (ahead?.rule === 'too_soon') check(ahead);

  // A person who is away is never chosen for a booking: only a request that names the person books an absence over.
  const asked =
    working.length > 0
      ? working
      : candidates.filter((id) => id === request.staffId || !isAway(business, id, days, slot));
  const { excludedBookingId, now } = request;
  // Started together, so that PostgreSQL answers in one round trip.
  const [limits, times, loads] = await Promise.all([
    kept ? NO_LIMITS : readLimits(db, request, days),
    readBusyTimes(db, business, asked, { ...busy, excludedBookingId }, now),
    asked.length < 2 ? NO_LOADS : workloads(db, asked, slot),
  ]);
  check(limits.violation);
  const { hold, isLocked } = request;
  const available = asked.filter((id) => times.busy.get(id)?.length === 0 && (isLocked || hold.isFree(id, busy)));
  // People who may be busy by a calendar that cannot be read are left out, if others are known to be free.
  const { known, others } = knownFirst(available, times);
  const staffId = choose(known.length > 0 ? known : others, loads, request);
  if (staffId === undefined) throw refuse(unavailable(request, slot));
  hold.take(staffId, busy);
  const outdated = times.outdated.filter((calendar) => calendar.staffId === staffId);
  return { staffId, slot, busy, overridden, outdated, conditions: limits.conditions };
}

const NO_LOADS: ReadonlyMap<string, number> = new Map();

/** The time of an appointment, with the buffers that its service has now. */
function timesOf({ service, start, lengthMs }: PlacementRequest): Pick<Placement, 'slot' | 'busy'> {
  const slot = { start, end: start + lengthMs };
  const [busyStart, busyEnd] = busySpan(service, slot);
  return { slot, busy: { start: busyStart, end: busyEnd } };
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

/** The limits of a day: the first that is reached, and what must still hold of them when the booking is stored. */
interface Limits {
  violation: Violation | undefined;
  conditions: Condition[];
}

const NO_LIMITS: Limits = { violation: undefined, conditions: [] };

async function readLimits(db: Db, request: PlacementRequest, days: LocalDays): Promise<Limits> {
  const [ofTeam, ofCustomer] = await Promise.all([
    readDayLimit(db, request, days),
    readCustomerLimit(db, request, days),
  ]);
  // The second counts only if the first is not reached.
  return ofTeam.violation
    ? ofTeam
    : { violation: ofCustomer.violation, conditions: [...ofTeam.conditions, ...ofCustomer.conditions] };
}

function readDayLimit(db: Db, request: PlacementRequest, days: LocalDays): Promise<Limits> {
  const { team, rules } = request.business;
  return readLimit(db, { column: 'team_id', id: team.id }, request, days, rules.max_per_day, (max, date) => {
    return `${team.name} takes at most ${pluralize(max, 'booking')} a day, and ${date} has ${max === 1 ? 'it' : 'them'}`;
  });
}

async function readCustomerLimit(db: Db, request: PlacementRequest, days: LocalDays): Promise<Limits> {
  const { contactId, business } = request;
  if (contactId === undefined) return NO_LIMITS;
  const max = business.rules.max_per_customer_and_day;
  return readLimit(db, { column: 'contact_id', id: contactId }, request, days, max, (limit, date) => {
    return `A customer can have at most ${pluralize(limit, 'booking')} a day, and this one has ${limit === 1 ? 'it' : 'them'} on ${date}`;
  });
}

async function readLimit(
  db: Db,
  counted: Counted,
  { start, excludedBookingId }: PlacementRequest,
  days: LocalDays,
  max: number | undefined,
  reasonOf: (max: number, date: string) => string,
): Promise<Limits> {
  if (max === undefined) return NO_LIMITS;
  const day = days.at(start);
  const window: Slot = { start: day.start, end: day.end, excludedBookingId };
  const isReached = (await countStarting(db, counted, window)) >= max;
  return {
    violation: isReached ? { rule: 'limit_reached', reason: reasonOf(max, day.date) } : undefined,
    conditions: [limitCondition(db, counted, window, { max, isReached })],
  };
}

/**
 * Checks a booking that passes to another customer, with its time unchanged.
 * @returns the rules that it violates, all of which the request overrides.
 * @throws RuleViolationError
 */
export async function checkCustomerLimit(
  db: Db,
  request: PlacementRequest,
): Promise<Pick<Placement, 'overridden' | 'conditions'>> {
  const days = new LocalDays(request.business.team.time_zone);
  const { violation, conditions } = await readCustomerLimit(db, request, days);
  if (!violation) return { overridden: [], conditions };
  if (!request.override.has(violation.rule)) {
    throw new RuleViolationError(violation, { ...request, staffIds: candidatesOf(request) });
  }
  return { overridden: [violation.rule], conditions };
}

function choose(
  available: readonly string[],
  loads: ReadonlyMap<string, number>,
  { preferredStaffId }: PlacementRequest,
): string | undefined {
  if (preferredStaffId !== undefined && available.includes(preferredStaffId)) return preferredStaffId;
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

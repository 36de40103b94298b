import { isDeepStrictEqual } from 'node:util';
import { forEachInSlices } from '../../lib/concurrency/slices.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { LocalDays } from '../availability/local-days.ts';
import { workingIntervals } from '../availability/working-hours.ts';
import type { NamedBooking } from '../store/bookings/bookings.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Business } from './business.ts';
import { type FittedBooking, type MisfitReason, type Misfits, misfitsOf } from './misfit-reasons.ts';
import type { Statement } from './statements.ts';

/** What a plan says of a booking, and what decides whether it fits. */
type AffectedBooking = FittedBooking &
  Pick<
    NamedBooking,
    | 'id'
    | 'busy_start'
    | 'busy_end'
    | 'contact_name'
    | 'contact_phone'
    | 'contact_email'
    | 'service_name'
    | 'staff_name'
  >;

export interface Misfit {
  booking: AffectedBooking;
  reason: MisfitReason;
  /** Why it did not fit before the change; undefined if it did, or if only an exception on purpose ends with the change. */
  already: MisfitReason | undefined;
  /** True if an override permitted all that does not fit, when the booking was made or moved. */
  isDeliberate: boolean;
}

/** A change of a business, as far as bookings must fit it. */
interface FittedChange {
  before: Business;
  after: Business;
  /** What the change says, also where it changes nothing. */
  statements: readonly Statement[];
}

/**
 * The confirmed bookings ahead that do not fit a business after a change, by start. Those that did not fit before are among
 * them where the change concerns them: it says something of their days, or changes how they fit.
 */
export async function findMisfits(db: Db, { before, after, statements }: FittedChange, now: number): Promise<Misfit[]> {
  const earlier = { business: before, days: new LocalDays(before.team.time_zone) };
  const later = { business: after, days: new LocalDays(after.team.time_zone) };
  const found: Misfit[] = [];
  for await (const bookings of bookingsAhead(db, after.team.id, now)) {
    await forEachInSlices(bookings, (booking) => {
      const misfits = misfitsOf(after, later.days, booking);
      if (!misfits.reason) return;
      const former = misfitsOf(before, earlier.days, booking);
      const isConcerned =
        !former.reason ||
        changesFit(former, misfits) ||
        statements.some((statement) => isAbout(statement, booking, later.days)) ||
        !isDeepStrictEqual(hoursAround(earlier, booking), hoursAround(later, booking));
      if (!isConcerned) return;
      const { reason, isDeliberate } = misfits;
      const already = former.isDeliberate && !isDeliberate ? undefined : former.reason;
      found.push({ booking, reason, already, isDeliberate });
    });
  }
  return found;
}

/**
 * The confirmed bookings ahead that do not fit a business as it is, by start, but for those that were made or moved so on
 * purpose.
 */
export async function findPresentMisfits(
  db: Db,
  business: Business,
  now: number,
): Promise<Pick<Misfit, 'booking' | 'reason'>[]> {
  const days = new LocalDays(business.team.time_zone);
  const found: Pick<Misfit, 'booking' | 'reason'>[] = [];
  for await (const bookings of bookingsAhead(db, business.team.id, now)) {
    await forEachInSlices(bookings, (booking) => {
      const { reason, isDeliberate } = misfitsOf(business, days, booking);
      if (reason && !isDeliberate) found.push({ booking, reason });
    });
  }
  return found;
}

const changesFit = (before: Misfits, after: Misfits) => !isDeepStrictEqual(before.all, after.all);

function isAbout({ from, to, staffIds, serviceId }: Statement, booking: FittedBooking, days: LocalDays): boolean {
  if (staffIds && !staffIds.includes(booking.staff_id)) return false;
  if (serviceId !== undefined && serviceId !== booking.service_id) return false;
  if (from === undefined || to === undefined) return true;
  return from <= days.at(booking.end_time - 1).date && days.at(booking.start_time).date <= to;
}

/** When the person of a booking works on its days. */
function hoursAround({ business, days }: { business: Business; days: LocalDays }, booking: FittedBooking): Interval[] {
  const member = business.staff.get(booking.staff_id);
  return member ? workingIntervals(business, member, days, { start: booking.start_time, end: booking.end_time }) : [];
}

/** Bookings that are read at once: reading more would keep other callers waiting. */
const PAGE_SIZE = 250;

/** The confirmed bookings that start after `now`, by start and id, in pages: they can be many. */
async function* bookingsAhead(db: Db, teamId: string, now: number): AsyncGenerator<AffectedBooking[]> {
  // Times are whole milliseconds, and no id is empty.
  for (let last = { start_time: now + 1, id: '' }; ; ) {
    const { start_time, id } = last;
    const page = await db
      .selectFrom('bookings')
      .innerJoin('services', 'services.id', 'bookings.service_id')
      .innerJoin('staff', 'staff.id', 'bookings.staff_id')
      .select(['bookings.id', 'bookings.start_time', 'bookings.end_time', 'bookings.service_id', 'bookings.staff_id'])
      .select(['bookings.contact_name', 'services.name as service_name', 'staff.name as staff_name'])
      .select([
        'bookings.overrides_json',
        'bookings.contact_phone',
        'bookings.contact_email',
        'bookings.busy_start',
        'bookings.busy_end',
      ])
      .where('bookings.team_id', '=', teamId)
      .where('bookings.status', '=', 'confirmed')
      .where('bookings.start_time', '>=', start_time)
      .where((eb) => eb.or([eb('bookings.start_time', '>', start_time), eb('bookings.id', '>', id)]))
      .orderBy('bookings.start_time')
      .orderBy('bookings.id')
      .limit(PAGE_SIZE)
      .execute();
    yield page;
    const end = page.at(-1);
    if (!end || page.length < PAGE_SIZE) return;
    last = end;
  }
}

import { nextSlice } from '../../lib/concurrency/slices.ts';
import { MISFITS_OF_A_PERSON } from '../../lib/misfit-words.ts';
import { knownFirst, readBusyTimes } from '../availability/busy-times.ts';
import { LocalDays } from '../availability/local-days.ts';
import { closureDuring, worksThroughout } from '../availability/working-hours.ts';
import type { Db } from '../store/schema/schema.ts';
import { workloads } from '../store/staff/staff.ts';
import type { Store } from '../store/store.ts';
import type { Business, StaffMember } from './business.ts';
import type { Misfit } from './misfits.ts';
import type { BusinessPlan } from './plan.ts';

/** People who can take over a booking at its time, by booking. A booking whose person does not matter has no entry. */
export type Colleagues = ReadonlyMap<string, readonly Pick<StaffMember, 'row'>[]>;

/** Bookings for which colleagues are searched: an illness concerns fewer, and the search takes time. */
const MAX_BOOKINGS = 30;
/** People who are named for a booking. */
const MAX_NAMED = 3;
/** People who are compared at once. When enough of them are free, no others are. */
const GROUP = 50;

/** Finds who can take over the first bookings of a plan, by the rules for a booking that keeps its time. */
export async function findColleagues(db: Db, { misfits, fitted }: BusinessPlan, now: number): Promise<Colleagues> {
  const found = new Map<string, readonly StaffMember[]>();
  if (!fitted) return found;
  const days = new LocalDays(fitted.team.time_zone);
  for (const { booking } of misfits.filter(({ reason }) => MISFITS_OF_A_PERSON.has(reason)).slice(0, MAX_BOOKINGS)) {
    found.set(booking.id, await colleaguesFor(db, fitted, days, booking, now));
  }
  return found;
}

/**
 * The same after a plan was applied: not in its transaction, for which others wait. Undefined if the search fails, because the
 * change is made all the same.
 */
export const findColleaguesAfter = (
  store: Pick<Store, 'read'>,
  applied: BusinessPlan,
  now: number,
): Promise<Colleagues | undefined> => store.read((db) => findColleagues(db, applied, now)).catch(() => undefined);

async function colleaguesFor(
  db: Db,
  business: Business,
  days: LocalDays,
  booking: Misfit['booking'],
  now: number,
): Promise<StaffMember[]> {
  const slot = { start: booking.start_time, end: booking.end_time };
  const performers = business.services.get(booking.service_id)?.staffIds ?? [];
  if (closureDuring(business, days, slot)) return [];
  const busy = { start: booking.busy_start, end: booking.busy_end, excludedBookingId: booking.id };
  let unknown: readonly string[] = [];
  for (let first = 0; first < performers.length; first += GROUP) {
    await nextSlice();
    const working = performers.slice(first, first + GROUP).filter((id) => {
      const member = business.staff.get(id);
      return id !== booking.staff_id && member && worksThroughout(business, member, days, slot);
    });
    if (working.length === 0) continue;
    const times = await readBusyTimes(db, business, working, busy, now);
    const available = working.filter((id) => times.busy.get(id)?.length === 0);
    const { known, others } = knownFirst(available, times);
    if (known.length > 0) return leastBusy(db, business, known, slot);
    unknown = unknown.length > 0 ? unknown : others;
  }
  return leastBusy(db, business, unknown, slot);
}

/** Those with the fewest bookings around a time, as for a new booking. */
async function leastBusy(
  db: Db,
  { staff }: Business,
  ids: readonly string[],
  slot: { start: number; end: number },
): Promise<StaffMember[]> {
  if (ids.length === 0) return [];
  const loads = await workloads(db, ids, slot);
  const load = (id: string) => loads.get(id) ?? 0;
  return ids
    .toSorted((a, b) => load(a) - load(b) || (a < b ? -1 : 1))
    .slice(0, MAX_NAMED)
    .flatMap((id) => staff.get(id) ?? []);
}

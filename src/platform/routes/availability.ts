import {
  type Availability,
  type AvailabilityQuery,
  availabilityQuerySchema,
  MAX_AVAILABILITY_DAYS,
} from '../../contract/index.ts';
import { inSlices } from '../../lib/concurrency/slices.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { localDate } from '../../lib/time/range.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time/units.ts';
import { appointmentLength } from '../availability/appointment-length.ts';
import { findFreeStarts, MAX_START_MS, readSchedule } from '../availability/availability.ts';
import { calendarNote } from '../availability/busy-times.ts';
import { bookableRange } from '../availability/notice.ts';
import { toRanges } from '../availability/ranges.ts';
import { type Business, DEFAULT_SLOT_INTERVAL_MINUTES } from '../business/business.ts';
import type { BusinessCache } from '../business/cache.ts';
import { invalid, notFound } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { findBooking } from '../store/bookings/bookings.ts';
import type { Db } from '../store/schema/schema.ts';
import { fromIso, toIso } from '../store/time.ts';
import type { RouteContext } from './context.ts';

export function availabilityRoutes(
  { store, clock }: RouteContext,
  businesses: BusinessCache,
): Pick<Handlers, 'getAvailability'> {
  return {
    async getAvailability({ caller, searchParams }): Promise<Availability> {
      const query = readQuery(searchParams, availabilityQuerySchema());
      const window = readWindow(query);
      const now = clock.now();
      const question = await businesses.readWith(store, caller.teamId, async (db, business) => {
        const asked = { ...(await questionAbout(business, query, db, caller.teamId)), window, now };
        return { ...asked, schedule: await readSchedule(db, asked) };
      });
      const { business, service, lengthMs } = question;
      // Outside the transaction: other requests read meanwhile.
      const starts = await findFreeStarts(question, question.schedule);
      const interval = business.rules.slot_interval ?? DEFAULT_SLOT_INTERVAL_MINUTES;
      const { earliest, latest } = bookableRange(business, service, now);
      return {
        service_id: service.row.id,
        time_zone: business.team.time_zone,
        duration_minutes: lengthMs / MINUTE_MS,
        slot_interval_minutes: interval,
        free: (await inSlices(toRanges(starts, interval * MINUTE_MS))).map(({ from, to, staffIds: staff_ids }) => ({
          from: toIso(from),
          to: toIso(to),
          staff_ids,
        })),
        earliest_start_time: earliest > now ? toIso(Math.min(earliest, MAX_START_MS)) : null,
        latest_start_time: latest < MAX_START_MS ? toIso(latest) : null,
        closures: closuresIn(business, window),
        full_days: question.schedule.fullDays.map(({ date }) => date),
        calendars: question.schedule.outdated.map(calendarNote),
      };
    },
  };
}

async function questionAbout(business: Business, query: AvailabilityQuery, db: Db, teamId: string) {
  const service = business.services.get(query.service_id);
  if (service?.row.active !== 1) throw notFound('service');
  const staffIds = service.staffIds.filter((id) => query.staff_id === undefined || id === query.staff_id);
  if (query.staff_id !== undefined && staffIds.length === 0) {
    throw invalid('staff_id: there is no such staff member who performs this service');
  }
  const { exclude_booking_id: excludedBookingId } = query;
  const keepsLength = excludedBookingId !== undefined && query.use_service_duration !== 'true';
  const moved = keepsLength ? await findBooking(db, teamId, excludedBookingId) : undefined;
  return { business, service, lengthMs: appointmentLength(service, moved), staffIds, excludedBookingId };
}

export function readWindow({ from, to }: Pick<AvailabilityQuery, 'from' | 'to'>): Interval {
  const window = { start: fromIso(from), end: fromIso(to) };
  if (window.start >= window.end) throw invalid('to: must be after from');
  if (window.end - window.start > MAX_AVAILABILITY_DAYS * DAY_MS) {
    throw invalid(`to: must be at most ${MAX_AVAILABILITY_DAYS} days after from`);
  }
  return window;
}

function closuresIn({ closures, team }: Business, { start, end }: Interval) {
  const [first, last] = [start, end - 1].map((instant) => localDate(instant, team.time_zone).toString()) as [
    string,
    string,
  ];
  return closures.filter(({ from, to }) => from <= last && first <= to).map((closure) => ({ ...closure }));
}

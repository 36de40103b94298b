import { type CalendarConflicts, calendarConflictsQuerySchema, MAX_SERVICE_DAYS } from '../../contract/index.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { calendarNote, outdatedOf, readCalendars } from '../availability/busy-times.ts';
import type { BusinessCache } from '../business/cache.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { bookingsOfPeople } from '../store/staff/staff.ts';
import { toIso } from '../store/time.ts';
import { readWindow } from './availability.ts';
import type { RouteContext } from './context.ts';

/** The longest service takes two days. */
const MAX_LENGTH_MS = MAX_SERVICE_DAYS * DAY_MS;

export function calendarConflictRoutes(
  { store, clock }: RouteContext,
  businesses: BusinessCache,
): Pick<Handlers, 'getCalendarConflicts'> {
  return {
    async getCalendarConflicts({ caller, searchParams }): Promise<CalendarConflicts> {
      const window = readWindow(readQuery(searchParams, calendarConflictsQuerySchema()));
      return businesses.readWith(store, caller.teamId, async (db, business) => {
        // Without a private calendar nothing is read.
        const around = { start: window.start, end: window.end + MAX_LENGTH_MS };
        const calendars = await readCalendars(db, business, [...business.staff.keys()], around, clock.now());
        const busy = new Map(calendars.map((calendar) => [calendar.staffId, calendar.busy]));
        const withBusy = calendars.filter((calendar) => calendar.busy.length > 0).map(({ staffId }) => staffId);
        const booked = await bookingsOfPeople(db, withBusy, window);
        return {
          conflicts: booked.flatMap(({ id, staffId, start, end }) => {
            const met = (busy.get(staffId) ?? []).filter((one) => one.start < end && start < one.end);
            if (met.length === 0) return [];
            const times = met.map((one) => ({ from: toIso(one.start), to: toIso(one.end) }));
            return [{ booking_id: id, staff_id: staffId, busy: times }];
          }),
          calendars: outdatedOf(calendars).map(calendarNote),
        };
      });
    },
  };
}

import { compareText } from '../../lib/text/text-order.ts';
import { hostileBookings, ordinaryBookings, thursdayCleanings } from './bookings.ts';
import { DEMO_FILE, SERVICES, STAFF, TEAM, USERS } from './business.ts';
import { calendarOf } from './calendar.ts';
import { plannedCalls } from './calls.ts';
import { demoContacts } from './contacts.ts';
import { Schedule } from './schedule.ts';
import type { DemoBusiness } from './types.ts';

export { CALL_OUTCOMES } from './outcomes.ts';
export { scenarioOf } from './scenarios/index.ts';
export { SIMULATED_SCENARIOS, simulateCall } from './simulate.ts';
export type { DemoBusiness } from './types.ts';

/**
 * Generates the demo business relative to `now`: yesterday evening's calls, today's appointments, next Thursday's
 * cleaning. Deterministic: the same `now` gives the same business.
 */
export function demoBusiness(now: number): DemoBusiness {
  const calendar = calendarOf(now);
  const schedule = new Schedule(calendar);
  const contacts = demoContacts(calendar);
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const stories = [...thursdayCleanings(schedule, byId), ...hostileBookings(schedule, byId)];
  const history = plannedCalls(schedule, byId);
  const bookings = [...stories, ...history.bookings, ...ordinaryBookings(schedule, contacts)];
  return {
    team: { ...TEAM },
    file: DEMO_FILE,
    isDemo: true,
    users: USERS.map((user) => ({ ...user })),
    staff: STAFF.map((member) => ({ ...member })),
    services: SERVICES.map((service) => ({ ...service, staff_ids: [...service.staff_ids] })),
    contacts: contacts.map((contact) => {
      const created_at = history.firstSeen.get(contact.id);
      return created_at ? { ...contact, created_at, updated_at: created_at } : contact;
    }),
    bookings: bookings.sort((a, b) => compareText(a.start_time, b.start_time) || compareText(a.id, b.id)),
    calls: history.calls.sort((a, b) => compareText(a.started_at, b.started_at) || compareText(a.id, b.id)),
  };
}

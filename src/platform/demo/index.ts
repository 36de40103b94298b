import { hostileBookings, ordinaryBookings, thursdayCleanings } from './bookings.ts';
import { SERVICES, STAFF, TEAM, USERS } from './business.ts';
import { calendarOf } from './calendar.ts';
import { demoContacts } from './contacts.ts';
import { Diary } from './diary.ts';
import type { DemoBusiness } from './types.ts';

export type { DemoBusiness, DemoStaff, DemoUser } from './types.ts';

/**
 * The business that the embedded platform is seeded with, placed around `now`: yesterday evening's calls, today's
 * appointments, next Thursday's cleaning. The same `now` gives the same business.
 */
export function demoBusiness(now: number): DemoBusiness {
  const calendar = calendarOf(now);
  const diary = new Diary(calendar);
  const contacts = demoContacts(calendar);
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const stories = [...thursdayCleanings(diary, byId), ...hostileBookings(diary, byId)];
  const bookings = [...stories, ...ordinaryBookings(diary, contacts)];
  return {
    team: { ...TEAM },
    users: USERS.map((user) => ({ ...user })),
    staff: STAFF.map((member) => ({ ...member })),
    services: SERVICES.map((service) => ({ ...service, staff_ids: [...service.staff_ids] })),
    contacts,
    bookings: bookings.sort((a, b) => a.start_time.localeCompare(b.start_time) || a.id.localeCompare(b.id)),
    calls: [],
  };
}

import type { Booking, CallDetail, Contact, Service } from '../../contract/index.ts';

/** Somebody who performs services. */
export interface DemoStaff {
  id: string;
  name: string;
  title: string;
}

/** Somebody who can log in to the dashboard. */
export interface DemoUser {
  id: string;
  email: string;
  name: string;
  role: 'owner' | 'admin' | 'member';
}

/** Everything the embedded platform is seeded with. Times are ISO 8601 with `Z`, as on the wire. */
export interface DemoBusiness {
  team: { id: string; name: string; time_zone: string; default_country: string };
  users: DemoUser[];
  staff: DemoStaff[];
  services: Service[];
  contacts: Contact[];
  bookings: Booking[];
  calls: CallDetail[];
}

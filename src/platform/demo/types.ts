import type { Booking, BusinessFile, Contact, Service } from '../../contract/index.ts';
import type { UnreportedCall } from '../store/calls/calls.ts';

/** A staff member who performs services. */
export interface DemoStaff {
  id: string;
  name: string;
  title: string;
}

/** A user who can sign in to the dashboard. */
export interface DemoUser {
  id: string;
  email: string;
  name: string;
  role: 'owner' | 'admin' | 'member';
}

/** A booking without what follows from other records. */
export type DemoBooking = Omit<Booking, 'service_name' | 'staff_name' | 'overrides' | 'call_reference'>;

/** A business to seed the embedded platform with. Times are ISO 8601 in UTC, as in the API. */
export interface DemoBusiness {
  team: { id: string; name: string; time_zone: string; default_country: string };
  users: DemoUser[];
  staff: DemoStaff[];
  services: Service[];
  contacts: Contact[];
  bookings: DemoBooking[];
  calls: UnreportedCall[];
  /** Hours and rules, applied when all records are stored. */
  file?: BusinessFile;
  /** True for the demo business. */
  isDemo?: boolean;
}

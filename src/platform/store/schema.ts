import type { Kysely } from 'kysely';
import type { DeliveryAttemptRow, DeliveryRow, EventRow, WebhookRow } from './schema-events.ts';

export type { DeliveryAttemptRow, DeliveryRow, EventRow, WebhookRow } from './schema-events.ts';

/**
 * The tables, as both engines hold them: times are epoch milliseconds, JSON is text, truth values are 0 or 1.
 * Columns ending in `_json` hold JSON.
 */
export interface Schema {
  teams: TeamRow;
  users: UserRow;
  memberships: MembershipRow;
  sessions: SessionRow;
  api_keys: ApiKeyRow;
  staff: StaffRow;
  services: ServiceRow;
  service_staff: { service_id: string; staff_id: string };
  contacts: ContactRow;
  bookings: BookingRow;
  calls: CallRow;
  webhooks: WebhookRow;
  totals: TotalRow;
  events: EventRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
}

/** A connection to the store, inside a transaction or not. */
export type Db = Kysely<Schema>;

export interface TeamRow {
  id: string;
  name: string;
  /** IANA name. */
  time_zone: string;
  /** ISO 3166 code. */
  default_country: string;
  created_at: number;
}

export interface UserRow {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  /** See auth/passwords.ts; null until an operator sets one, and then nobody can sign in with it. */
  password_hash: string | null;
  created_at: number;
}

export type Role = 'owner' | 'admin' | 'member';

export interface MembershipRow {
  user_id: string;
  team_id: string;
  role: Role;
}

export interface SessionRow {
  /** SHA-256 of the cookie's value, in hexadecimal. */
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
}

export interface ApiKeyRow {
  id: string;
  team_id: string;
  /** Whose access to the team the key borrows. */
  user_id: string;
  name: string;
  /** SHA-256 of the key, in hexadecimal. */
  key_hash: string;
  /** The key's first characters, to recognise it by. */
  prefix: string;
  scopes_json: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
}

export interface StaffRow {
  id: string;
  team_id: string;
  name: string;
  title: string;
}

export interface ServiceRow {
  id: string;
  team_id: string;
  name: string;
  description: string | null;
  duration_minutes: number;
  price_cents: number;
  currency: string;
}

export interface ContactRow {
  id: string;
  team_id: string;
  position: number;
  name: string;
  email: string | null;
  /** `email` in lower case, to find a contact by. */
  email_key: string | null;
  phone: string | null;
  additional_json: string;
  created_at: number;
  updated_at: number;
}

export type BookingStatus = 'confirmed' | 'cancelled';

export interface BookingRow {
  id: string;
  team_id: string;
  position: number;
  service_id: string;
  staff_id: string;
  contact_id: string;
  /** Whom this booking is for, as given with it; the contact's own record may change later. */
  contact_name: string;
  contact_email: string | null;
  contact_phone: string | null;
  start_time: number;
  end_time: number;
  status: BookingStatus;
  notes: string;
  created_at: number;
  updated_at: number;
  cancelled_at: number | null;
}

export interface CallRow {
  id: string;
  team_id: string;
  position: number;
  direction: string;
  status: string;
  phone: string | null;
  contact_id: string | null;
  started_at: number;
  ended_at: number;
  duration_seconds: number;
  outcome: string;
  language: string;
  booking_id: string | null;
  summary: string | null;
  transcript_json: string;
}

/**
 * How many records a team has of a kind that only ever grows. Each of them has the number that it made the total:
 * its `position`. So any page of a list is found as fast as the first, however many there are.
 */
export interface TotalRow {
  team_id: string;
  kind: CountedKind;
  total: number;
}

export type NumberedKind = 'bookings' | 'contacts' | 'calls';

/** Events are counted in the same way, but forgotten after a while: their total is how many there ever were. */
export type CountedKind = NumberedKind | 'events';

/** A record before it has its number. */
export type Unnumbered<R extends { position: number }> = Omit<R, 'position'>;

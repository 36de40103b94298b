import type { Kysely } from 'kysely';
import type { DeliveryAttemptRow, DeliveryRow, DeliveryWorkerRow, EventRow, WebhookRow } from './schema-events.ts';

export type { DeliveryAttemptRow, DeliveryRow, EventRow, WebhookRow } from './schema-events.ts';

/**
 * The tables, with the same column types on both engines: times are epoch milliseconds, JSON is text (columns that
 * end in `_json`), booleans are 0 or 1.
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
  delivery_workers: DeliveryWorkerRow;
  secrets: SecretRow;
}

/** A connection to the database, inside a transaction or not. */
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
  /** Format: see auth/passwords.ts. Null until an operator sets a password; until then the user cannot sign in. */
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
  /** The user whose membership of the team the key depends on. */
  user_id: string;
  name: string;
  /** SHA-256 of the key, in hexadecimal. */
  key_hash: string;
  /** The key's first characters, which identify it in lists. */
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
  /** `email` in lower case, for lookups. */
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
  /** Copy of the contact as of the booking; the contact's own record may change later. */
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

/** A random value that all processes on this database share. */
export interface SecretRow {
  name: string;
  value: string;
}

/**
 * The number of records of a kind that is only ever added to. Each record stores the total that it produced as its
 * `position`, so that any page of a list is as fast to read as the first, regardless of the table's size.
 */
export interface TotalRow {
  team_id: string;
  kind: CountedKind;
  total: number;
}

export type NumberedKind = 'bookings' | 'contacts' | 'calls';

/** Events are counted in the same way, but pruned after the retention period: their total includes the pruned ones. */
export type CountedKind = NumberedKind | 'events';

/** A record before its position is assigned. */
export type Unnumbered<R extends { position: number }> = Omit<R, 'position'>;

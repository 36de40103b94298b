import type { Kysely } from 'kysely';
import type { CalendarProgram, NO_SHOW } from '../../../contract/index.ts';
import type { BookingDayRow, ChangedBookingRow, CustomerRow } from './schema-activity.ts';
import type { BookingCallRow, CallReportRow, CallSourceRefusalRow, CallSourceRow } from './schema-calls.ts';
import type { DeliveryAttemptRow, DeliveryRow, DeliveryWorkerRow, EventRow, WebhookRow } from './schema-events.ts';
import type { FollowUpCallRow, LongTranscriptRow, PromiseMarkRow, PromiseRow } from './schema-promises.ts';

export type { BookingCallRow, CallReportRow, CallSourceRow, ReportStatus, SourceSecret } from './schema-calls.ts';
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
  password_links: PasswordLinkRow;
  api_keys: ApiKeyRow;
  staff: StaffRow;
  staff_calendars: StaffCalendarRow;
  calendar_feeds: CalendarFeedRow;
  services: ServiceRow;
  service_staff: { service_id: string; staff_id: string };
  contacts: ContactRow;
  other_details: OtherDetailRow;
  bookings: BookingRow;
  booking_days: BookingDayRow;
  customers: CustomerRow;
  changed_bookings: ChangedBookingRow;
  calls: CallRow;
  call_sources: CallSourceRow;
  call_reports: CallReportRow;
  call_source_refusals: CallSourceRefusalRow;
  booking_calls: BookingCallRow;
  promises: PromiseRow;
  promise_marks: PromiseMarkRow;
  follow_up_calls: FollowUpCallRow;
  long_transcripts: LongTranscriptRow;
  webhooks: WebhookRow;
  totals: TotalRow;
  events: EventRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  delivery_workers: DeliveryWorkerRow;
  secrets: SecretRow;
  idempotency_keys: IdempotencyKeyRow;
  erased_identifiers: ErasedIdentifierRow;
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
  /** Opening hours, closures and rules: `TeamSettings` of business/stored.ts. */
  settings_json: string;
  /** Counts the changes of the business, so that a change can require the state that it was planned for. */
  revision: number;
  /** 1 if the team is the demo business. */
  is_demo: number;
  /** The time that the demo's records are relative to; null for other businesses. */
  demo_as_of: number | null;
}

export interface UserRow {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  /** Format: see auth/passwords.ts. Null until a password is set; until then the user cannot sign in. */
  password_hash: string | null;
  created_at: number;
  /** Null until the user signs in; a program of a version before the column does not set it. */
  last_sign_in_at: number | null;
}

export type Role = 'owner' | 'admin' | 'member';

export interface MembershipRow {
  user_id: string;
  team_id: string;
  role: Role;
  /** The person of the team with whose agenda the dashboard opens for the user; gives no rights. Never one who is archived. */
  staff_id: string | null;
}

export interface SessionRow {
  /** SHA-256 of the cookie's value, in hexadecimal. */
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
}

export interface PasswordLinkRow {
  user_id: string;
  /** SHA-256 of what the link contains, in hexadecimal. */
  token_hash: string;
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
  /** Own hours and time off: `StaffSettings` of business/stored.ts. */
  settings_json: string;
  /** 0: gets no bookings. */
  active: number;
  /** Set when the business no longer has this person. The record remains, because bookings refer to it. */
  archived_at: number | null;
  /** Secret address of the person's private calendar. */
  calendar_url: string | null;
}

/** The last good copy of a private calendar, reduced to its busy times, and the state of reading it. */
export interface StaffCalendarRow {
  staff_id: string;
  /** Digest of the address and the zone of the business: with another one, the copy means nothing. */
  source_digest: string;
  /** When the calendar was last read, or found unchanged; null: never. By the shared clock, as all times here. */
  fetched_at: number | null;
  /** When the busy times were computed: they cover a window from there. */
  parsed_at: number | null;
  attempted_at: number | null;
  /** Why the last attempt failed; null if it did not. */
  error: string | null;
  etag: string | null;
  last_modified: string | null;
  /** When the calendar is to be read again. */
  next_at: number;
  /** The process that reads it now, until its lease ends. */
  leased_by: string | null;
  leased_until: number;
  /** Pairs of start and end. */
  busy_json: string | null;
}

/** A secret address at which calendar programs read bookings. */
export interface CalendarFeedRow {
  id: string;
  team_id: string;
  /** Whose bookings it has; null: those of the whole business. */
  staff_id: string | null;
  /** 1: only the service and the customer's initials. */
  masked: number;
  /** SHA-256 of the secret part of the address, in hexadecimal. */
  token_hash: string;
  created_at: number;
  renewed_at: number | null;
  last_fetched_at: number | null;
  last_fetched_by: CalendarProgram | null;
}

export interface ServiceRow {
  id: string;
  team_id: string;
  name: string;
  description: string | null;
  duration_minutes: number;
  /** In the currency's minor unit, before any of the price changes in `settings_json`. */
  price_cents: number;
  currency: string;
  /** Buffers, notice, window and price changes: `ServiceSettings` of business/stored.ts. */
  settings_json: string;
  /** 0: cannot be booked. */
  active: number;
  archived_at: number | null;
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
  /** The key of lists by name, and what searches compare: `contactKeys`. */
  name_key: string | null;
  phone_key: string | null;
  /** The version of what was computed from it: `DERIVED_VERSION`; lower if that is missing or outdated. */
  derived_version: number;
}

/** A number, or an address in lower case, that a contact has in a further field: `otherDetails`. */
export interface OtherDetailRow {
  team_id: string;
  value: string;
  contact_id: string;
}

export type BookingStatus = 'confirmed' | 'cancelled';
export type Attendance = typeof NO_SHOW;

export interface BookingRow {
  id: string;
  team_id: string;
  position: number;
  service_id: string;
  staff_id: string;
  contact_id: string;
  /** Copy of the contact, or what the booking was made with instead; a change of the contact changes it while the booking is ahead. */
  contact_name: string;
  contact_email: string | null;
  contact_phone: string | null;
  start_time: number;
  end_time: number;
  /** The time that the booking takes from the staff member: start and end with the buffers of the service. */
  busy_start: number;
  busy_end: number;
  /** Decides whether its time is taken. */
  status: BookingStatus;
  /** Whether its customer did not come; null if not, or unknown. What the API calls its status is `shownStatus`. */
  attendance: Attendance | null;
  notes: string;
  created_at: number;
  updated_at: number;
  cancelled_at: number | null;
  /** The rules that were deliberately not applied, and by whom: `Override[]` of the contract. */
  overrides_json: string;
  /** The call in which it was last changed, by its id in the system that reports the call. */
  call_reference: string | null;
  /** How often it was changed: `SEQUENCE` of its calendar event. */
  sequence: number;
  /** What searches compare: `bookingKeys`. */
  contact_name_key: string | null;
  contact_email_key: string | null;
  contact_phone_key: string | null;
  /** The version of what was computed from it: `DERIVED_VERSION`; lower if that is missing or outdated. */
  derived_version: number;
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
  /** The source that reported it; null for calls of the demo business. */
  source_id: string | null;
  /** Its id in the system that reported it. */
  call_reference: string | null;
  business_phone: string | null;
  recording_url: string | null;
  /** Facts that the voice agent extracted: `fields` of `CallReport`. */
  fields_json: string | null;
  /** `tools` of `CallReport`. */
  tools_json: string | null;
  /** What else lists of calls are searched for: texts of fields that only another platform has, in its local index. */
  further_text: string | null;
  /** When its customer was erased: later reports of it are not read any more. Null for other calls. */
  erased_at: number | null;
  /** What searches compare: `callKeys`. */
  phone_key: string | null;
  /** The version of what was computed from it: `DERIVED_VERSION`; lower if that is missing or outdated. */
  derived_version: number;
}

/** A create request of a server in front of this platform: `KeyRecord`. Times are those of the shared clock. */
export interface IdempotencyKeyRow {
  /** A hash, which reveals nothing about the request. */
  key: string;
  claim: string;
  status: 'claimed' | 'completed' | 'indeterminate';
  record_id: string | null;
  requested_at: number;
  lease_until: number;
}

/** A number or an address of a customer who was erased, as an HMAC. */
export interface ErasedIdentifierRow {
  team_id: string;
  digest: string;
  erased_at: number;
}

/** A random value that all processes on this database share. */
export interface SecretRow {
  name: string;
  value: string;
}

/**
 * The number of records of a kind that is only added to, apart from merged contacts (`deleteContact`). Each record stores the
 * total that it produced as its `position`, so that any page of a list is as fast to read as the first, regardless of the
 * table's size.
 */
export interface TotalRow {
  team_id: string;
  kind: CountedKind;
  total: number;
}

export type NumberedKind = 'bookings' | 'contacts' | 'calls';

/** Events are counted in the same way, but pruned after the retention period: their total includes the pruned ones. */
export type CountedKind = NumberedKind | 'events';

/** A record before its position is assigned, and before anything is computed from it. */
export type Unnumbered<R extends { position: number }> = Omit<R, 'position' | 'derived_version' | SearchKey>;

/** The columns that are computed from others of the same row: derived/keys.ts. */
export type SearchKey = 'name_key' | 'phone_key' | 'contact_name_key' | 'contact_email_key' | 'contact_phone_key';

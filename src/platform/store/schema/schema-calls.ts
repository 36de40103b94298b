import type { VendorName } from '../../intake/vendors/vendor.ts';

/** The tables of reported calls. Times of rows are epoch milliseconds. */

/** A system that reports calls. */
export interface CallSourceRow {
  id: string;
  team_id: string;
  vendor: VendorName;
  name: string;
  /** `SourceSecret[]`, the current one first. Signatures can only be checked with the secret itself. */
  secrets_json: string;
  /** The operator's API key of the vendor, for turns that have to be fetched. */
  credential: string | null;
  created_at: number;
  /** Set when the operator removed it. The row remains, because calls refer to it; its secrets do not. */
  removed_at: number | null;
  last_report_at: number | null;
}

/** One secret of a source. */
export interface SourceSecret {
  value: string;
  /** When it stops being accepted, by the shared clock; absent: not yet known. */
  until?: number;
}

/** `understood`: part of a call. `pending`: its turns are to be fetched. `kept`: not understood. `failed`: not fetched. */
export type ReportStatus = 'understood' | 'pending' | 'kept' | 'failed';

/** A genuine delivery of a source. */
export interface CallReportRow {
  id: string;
  source_id: string;
  team_id: string;
  /** SHA-256 of its content, in hexadecimal. It remains when the body is deleted, so that a replay is recognised. */
  digest: string;
  /** The vendor's name of the event. */
  event: string | null;
  call_reference: string | null;
  call_id: string | null;
  status: ReportStatus;
  /** Why it is not understood, or not fetched, in a sentence. */
  problem: string | null;
  received_at: number;
  /** When the turns are to be fetched, by the shared clock; null: nothing is to be fetched. */
  next_at: number | null;
  attempts: number;
  leased_by: string | null;
  leased_until: number;
  /** `CallReport` of what was fetched. */
  fetched_json: string | null;
  /** As received; null when it is no longer kept. */
  body: string | null;
}

/** How often deliveries to a source were refused for a reason. */
export interface CallSourceRefusalRow {
  source_id: string;
  reason: string;
  count: number;
  last_at: number;
}

/** `updated`: the booking got another time or service; `edited`: only other values. */
export type BookingAction = 'created' | 'updated' | 'edited' | 'cancelled';

/** A change of a booking that was made during a call. */
export interface BookingCallRow {
  id: string;
  team_id: string;
  /** The id of the call in the system that reports it. */
  call_reference: string;
  booking_id: string;
  action: BookingAction;
  at: number;
}

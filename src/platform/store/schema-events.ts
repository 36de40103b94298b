/** The tables of what happened and of telling it to others. Times of rows are epoch milliseconds. */

export interface WebhookRow {
  id: string;
  team_id: string;
  url: string;
  events_json: string;
  /** What notifications are signed with: `whsec_` and base64. */
  secret: string;
  /** 1: it is sent to. */
  active: number;
  /** Why it is not, in a sentence. */
  disabled_reason: string | null;
  disabled_at: number | null;
  /** Attempts that failed since the last one that did not. */
  consecutive_failures: number;
  /** When the first of them ended. */
  failing_since: number | null;
  last_delivery_at: number | null;
  /** What came of the last attempt: an HTTP status or a kind of error. */
  last_delivery_status: string | null;
  /** Nothing is sent before: its server asked for a pause. By the shared clock. */
  paused_until: number;
  created_at: number;
}

/** Something that happened, written in the transaction in which it did. */
export interface EventRow {
  id: string;
  team_id: string;
  /** Grows within the team by one, in the order of the commits: whoever has read one will not be given a lower one. */
  sequence: number;
  type: string;
  /** The record that it is about: its events are told in order. */
  record_id: string;
  time: number;
  data_json: string;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event to be told to one webhook. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  /** The event's, to go by. */
  record_id: string;
  sequence: number;
  status: DeliveryStatus;
  /** Attempts since it was last begun anew. */
  attempts: number;
  /** When the first of them failed. */
  first_failed_at: number | null;
  /** Not to be touched before, by the shared clock. While it is leased, when the lease ends. */
  next_at: number;
  /** The process that is sending it. */
  leased_by: string | null;
}

/** One attempt to tell it, without anything of what was said. */
export interface DeliveryAttemptRow {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  /** When it began. */
  at: number;
  duration_ms: number;
  /** HTTP status of the answer. */
  status: number | null;
  /** Why there was none. */
  error: string | null;
}

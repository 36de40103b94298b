/** The tables of events and of their delivery to webhooks. Times of rows are epoch milliseconds. */

export interface WebhookRow {
  id: string;
  team_id: string;
  url: string;
  events_json: string;
  /** The secret that signs notifications (Standard Webhooks): `whsec_` and base64. */
  secret: string;
  /** 1 if events are delivered to it, otherwise 0. */
  active: number;
  /** Why it was disabled, in a sentence. */
  disabled_reason: string | null;
  disabled_at: number | null;
  /** Failed attempts since the last successful one. */
  consecutive_failures: number;
  /** When the first of these failed attempts ended. */
  failing_since: number | null;
  last_delivery_at: number | null;
  /** Result of the last attempt: an HTTP status or a kind of error. */
  last_delivery_status: string | null;
  /** Nothing is sent before this time, which the receiver requested with `Retry-After`. By the shared clock. */
  paused_until: number;
  created_at: number;
}

/** An event, stored in the same transaction as the change that it reports. */
export interface EventRow {
  id: string;
  team_id: string;
  /** Increases by one within the team, in commit order: a reader that has seen a number never sees a lower one later. */
  sequence: number;
  type: string;
  /** The changed record. The events of one record are delivered in order. */
  record_id: string;
  time: number;
  data_json: string;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** The delivery of one event to one webhook. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  /** Copied from the event, for ordering without a join; so is `sequence`. */
  record_id: string;
  sequence: number;
  status: DeliveryStatus;
  /** Attempts since the delivery was created or last requeued. */
  attempts: number;
  /** When the first of these attempts failed. */
  first_failed_at: number | null;
  /**
   * When the next attempt is due, by the shared clock. While it is leased: the end of the lease, for versions of this
   * program without heartbeats.
   */
  next_at: number;
  /** When the delay until `next_at` began, by the shared clock. In the future: that clock was set back since. */
  scheduled_at: number;
  /** Id of the worker that is sending it. */
  leased_by: string | null;
}

/** A process that delivers. It holds the leases in its name as long as it sends heartbeats. */
export interface DeliveryWorkerRow {
  id: string;
  /** Number of its heartbeats. */
  beats: number;
  /** When it sent the last one, by the shared clock: for retention only. */
  beat_at: number;
}

/** One delivery attempt, without the content of the request and the response. */
export interface DeliveryAttemptRow {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  /** Start of the attempt. */
  at: number;
  duration_ms: number;
  /** HTTP status of the response; null if there was none. */
  status: number | null;
  /** Kind of error if there was no response. */
  error: string | null;
}

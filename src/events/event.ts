import type { JsonObject } from '../lib/json.ts';

/** How an event came to be known: a delivery of the platform's, a comparison of ours, or the embedded platform itself. */
export const SOURCES = ['webhook', 'poll', 'platform'] as const;
export type Source = (typeof SOURCES)[number];

/** What kind of record an event is about, as far as its type or the record tells. */
export const KINDS = ['booking', 'contact', 'call', 'unknown'] as const;
export type Kind = (typeof KINDS)[number];

/** Something that happened on the platform, in one form whatever told of it. */
export interface PlatformEvent {
  /** The platform's where it gives one: the same in every delivery. */
  id: string;
  /** The platform's word for what happened, such as `call.completed`; `unknown` where it gave none. */
  type: string;
  /** When it happened, as far as known: UTC. */
  at: string;
  /** When this process learned of it: UTC. */
  receivedAt: string;
  kind: Kind;
  recordId?: string;
  source: Source;
  /** The record as the platform sent it: untrusted, fields unknown. */
  data: JsonObject;
}

import type { JsonObject } from '../lib/json.ts';

/** Sources of events: webhook deliveries of the platform, our polling, or the embedded platform itself. */
export const SOURCES = ['webhook', 'poll', 'platform'] as const;
export type Source = (typeof SOURCES)[number];

/** Kinds of records that events are about; `unknown` if neither the event's type nor the record shows it. */
export const KINDS = ['booking', 'contact', 'call', 'unknown'] as const;
export type Kind = (typeof KINDS)[number];

/** Names that platforms use for each kind of record. */
export const KIND_WORDS: Record<Exclude<Kind, 'unknown'>, RegExp> = {
  booking: /^(booking|appointment|reservation)s?$/i,
  call: /^(call|conversation)s?$/i,
  contact: /^(contact|customer)s?$/i,
};

/** A change on the platform, in one form for all sources. */
export interface PlatformEvent {
  /** The platform's event id if it has one: the same in every delivery. */
  id: string;
  /** The platform's event type, such as `call.completed`; `unknown` if it sent none. */
  type: string;
  /** Time of the change as far as known, in UTC. */
  at: string;
  /** Time at which this process received it, in UTC. */
  receivedAt: string;
  kind: Kind;
  recordId?: string;
  source: Source;
  /** The record as the platform sent it: untrusted, fields unknown. */
  data: JsonObject;
}

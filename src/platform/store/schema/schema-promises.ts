import type { EventType } from '../../../lib/promises/contact-events.ts';
import type { PromiseKind } from '../../../lib/promises/languages/index.ts';

/** A promise that a call may contain: computed from the call (derived/promises.ts). */
export interface PromiseRow {
  call_id: string;
  kind: PromiseKind;
  team_id: string;
  /** Start of the call. */
  started_at: number;
  /** The contact of the call. */
  contact_id: string | null;
  /** The number of the call, in international format (E.164). */
  phone: string | null;
  /** The booking that the call itself made, if that keeps the promise. */
  booking_id: string | null;
  /** The sentences that may promise it: `StoredCandidate[]`. */
  candidates_json: string;
  /** 1 if these may be several promises: several sentences, or one with several parts. */
  may_be_several: 0 | 1;
}

/** The status that a user of the business gave a promise. It counts more than what later records say. */
export interface PromiseMarkRow {
  call_id: string;
  kind: PromiseKind;
  /** That of the promise when it was marked, or a negative one if another mark has that: see `words_json`. */
  number: number;
  status: 'open' | 'done';
  marked_at: number;
  /**
   * Digests of the words that promise it, by which it is found (`follow-ups/marked-promise.ts`): a JSON array. Null: a program of
   * before has marked it, for which `number` counts the promises of this kind in the call from 1.
   */
  words_json: string | null;
}

/** A call that shows contact with a person: computed from the call (derived/promises.ts). */
export interface FollowUpCallRow {
  call_id: string;
  team_id: string;
  type: EventType;
  contact_id: string | null;
  /** In international format (E.164). */
  phone: string | null;
  /** Start of the call. */
  at: number;
}

/** A call whose transcript is too long to find all promises in it. */
export interface LongTranscriptRow {
  call_id: string;
  team_id: string;
  started_at: number;
}

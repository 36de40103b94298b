import type { PlatformEvent } from './event.ts';

/** A delivery of an event, as it is compared with another one under the same id. */
export interface SentEvent {
  /** See `subjectOf`. */
  subject: string;
  /** What identifies the body: the same text for the same body. */
  content: string;
  /** The signed time of sending, in seconds since the epoch; undefined if it was not signed. */
  signedAt: number | undefined;
}

/** Type and record of an event: a platform that rewrites an event, such as after an erasure, keeps both. */
export const subjectOf = ({ type, recordId }: Pick<PlatformEvent, 'type' | 'recordId'>): string =>
  JSON.stringify([type, recordId]);

/**
 * True if a delivery has another body of a kept event. It must not be signed before the kept one: a captured delivery of the body
 * before could be replayed.
 */
export function isRewrite(kept: SentEvent, delivery: SentEvent): boolean {
  if (kept.signedAt === undefined || delivery.signedAt === undefined || delivery.signedAt < kept.signedAt) return false;
  return kept.subject === delivery.subject && kept.content !== delivery.content;
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A signature counts for five minutes before and after its time: this is longer. */
export const ANSWERS_TTL_MS = 11 * 60_000;
/** Beyond it, the answers that were not repeated for the longest time are forgotten. */
export const MAX_ANSWERS_BYTES = 4 * 1024 * 1024;
/** Of an entry beside its answer. */
const ENTRY_BYTES = 200;

/**
 * Returns the answer to a signed message, and makes it only once: a message that is sent again, by its sender or by another
 * who has read it, is answered as before and changes nothing.
 * @param make returns undefined if the message was not answered.
 */
type AnswerOnce<T extends object> = (
  message: { sender: string; body: Uint8Array },
  make: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/** Remembers answers to signed messages for as long as their signatures count. */
export function createSignedAnswers<T extends object>(): AnswerOnce<T> {
  const answered = new LRUCache<string, T>({
    maxSize: MAX_ANSWERS_BYTES,
    sizeCalculation: (answer) => JSON.stringify(answer).length + ENTRY_BYTES,
    ttl: ANSWERS_TTL_MS,
  });
  /** Requests whose bodies hold a permit, which limits them. */
  const running = new Map<string, Promise<T | undefined>>();
  return async ({ sender, body }, make) => {
    const key = createHash('sha256').update(`${sender}\n`).update(body).digest('base64url');
    for (;;) {
      const known = answered.get(key);
      if (known !== undefined) return known;
      const other = running.get(key);
      if (!other) break;
      await other.catch(() => {});
    }
    const own = make();
    running.set(key, own);
    try {
      const answer = await own;
      if (answer !== undefined) answered.set(key, answer);
      return answer;
    } finally {
      running.delete(key);
    }
  };
}

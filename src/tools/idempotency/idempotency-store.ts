import { createHash } from 'node:crypto';
import { orAborted } from '../../lib/abort.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** How long the same intent gives the first result instead of a second record, in milliseconds. */
export const REMEMBERED_MS = 15 * 60_000;

/** A record that was made, or found to have been made. */
export interface Created<T> {
  result: T;
  /** What is worth telling beside the record. */
  note?: string;
}

/** A wish that was fulfilled. */
export interface Made {
  /** Of the record; undefined where the platform gave it none. */
  id: string | undefined;
  /** The record as it was made, where this process has it. */
  first?: unknown;
}

/** A wish of which nobody knows whether it was fulfilled. */
export interface Unknown {
  /** When it was sent at the latest, in milliseconds since the epoch. */
  at: number;
  /** Whether the platform did not answer in time, and may still be at work. */
  late: boolean;
}

export type Known = Made | Unknown;

/** The right to fulfil a wish, and the duty to say what came of it. What is said never fails. */
export interface Claim {
  made(made: Made): Promise<void> | void;
  unknown(late: boolean): Promise<void> | void;
  /** Nothing was made: whoever waits may try. */
  dropped(): Promise<void> | void;
}

export interface ClaimOptions {
  /** Whether a second record is wanted, whatever is known of the first. */
  again: boolean;
  /** What was known of the wish and no longer holds: the very object that an earlier request of this call was given. */
  instead: Known | undefined;
  /** Ends the waiting. */
  signal: AbortSignal;
}

/** What was asked to be created lately, by one credential. */
export interface IntentMemory {
  /**
   * Gives the wish to exactly one of those who ask for it; the others wait until it is known what came of it.
   * @param wish what makes two requests the same; hashed before it is kept.
   * @throws when nobody can tell who else asks: then nothing may be made.
   */
  claim(wish: string, options: ClaimOptions): Promise<{ claim: Claim } | { known: Known }>;
}

interface Entry {
  at: number;
  known?: Known;
  settled: Promise<void>;
}

/** The memory of one process. */
export function createIntentMemory(clock: Clock): IntentMemory {
  const kept = new Map<string, Entry>();
  const forgetOld = () => {
    // In the order of insertion, so the oldest come first.
    for (const [wish, { at }] of kept) {
      if (clock.now() - at < REMEMBERED_MS) break;
      kept.delete(wish);
    }
  };
  const claimed = (wish: string): Claim => {
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const own: Entry = { at: clock.now(), settled };
    kept.delete(wish);
    kept.set(wish, own);
    const end = (known: Known | undefined) => {
      // Somebody may have wanted a second one meanwhile: then that is what is remembered.
      if (kept.get(wish) === own) {
        if (known && !('at' in known)) own.known = known;
        else kept.delete(wish);
        if (known && 'at' in known) kept.set(wish, { settled, at: known.at, known });
      }
      settle();
    };
    return {
      made: (made) => end(made),
      unknown: (late) => end({ at: clock.now(), late }),
      dropped: () => end(undefined),
    };
  };
  return {
    async claim(text, { again, instead, signal }) {
      const wish = createHash('sha256').update(text).digest('base64url');
      for (;;) {
        forgetOld();
        const entry = kept.get(wish);
        if (!entry || again || (entry.known && entry.known === instead)) return { claim: claimed(wish) };
        if (entry.known) return { known: entry.known };
        await orAborted(entry.settled, signal);
      }
    },
  };
}

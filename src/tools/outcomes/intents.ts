import type { Clock } from '../../lib/clock.ts';

/** How long the same intent gives the first result instead of a second record, in milliseconds. */
const REMEMBERED_MS = 15 * 60_000;

/** A record that was made, or found to have been made. */
export interface Created<T> {
  result: T;
  /** What is worth telling beside the record. */
  note?: string;
}

/** A wish of which nobody knows whether it was fulfilled. */
export interface Unknown {
  /** When it was sent, in milliseconds since the epoch. */
  at: number;
  /** Whether the platform did not answer in time, and may still be at work. */
  late: boolean;
}

/** A wish that is being fulfilled or was, or of which nobody knows. */
export type Memory = { at: number; run: Promise<Created<unknown>> } | Unknown;

/** What was asked to be created lately, by one credential. */
export interface IntentMemory {
  get(intent: string): Memory | undefined;
  set(intent: string, memory: Memory): void;
  delete(intent: string): void;
}

export function createIntentMemory(clock: Clock): IntentMemory {
  const kept = new Map<string, Memory>();
  const forgetOld = () => {
    // In the order of insertion, so the oldest come first.
    for (const [intent, { at }] of kept) {
      if (clock.now() - at < REMEMBERED_MS) break;
      kept.delete(intent);
    }
  };
  return {
    get(intent) {
      forgetOld();
      return kept.get(intent);
    },
    set(intent, memory) {
      forgetOld();
      kept.delete(intent);
      kept.set(intent, memory);
    },
    delete: (intent) => void kept.delete(intent),
  };
}

import { createFailureLog } from '../lib/logging/failure-log.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { createCoalescedRunner } from './coalesce.ts';
import { MAX_AGE_MS } from './event-buffer.ts';

/** A source that is read continuously. */
export interface EventFeed {
  /** Reads what is available now. */
  catchUp(): Promise<void>;
  /** Returns a sentence for each known reason why events may be missing. */
  gaps(): string[];
  stop(): void;
}

interface EventFeedSource {
  /** What is read, for the log: `events of the platform`. */
  name: string;
  /** Reads what was appended since it was called last. */
  read(): Promise<void>;
  /** Calls a listener after each append. Returns a function that ends that. */
  onAppend(listener: () => void): () => void;
  /** When it was noticed that the database was restored from an older copy, in milliseconds since the epoch. */
  restoredAt(): number | undefined;
}

/** Reads a source now and after each append, and again after a failure. */
export function createEventFeed(source: EventFeedSource, clock: Clock, logger: Logger): EventFeed {
  const { name, read, onAppend, restoredAt } = source;
  const reading = createFailureLog(
    logger,
    { failure: `${name} cannot be read yet`, recovery: `${name} are read again` },
    clock,
  );
  const reader = createCoalescedRunner(() => read().then(reading.succeeded), reading.failed);
  const unsubscribe = onAppend(reader.schedule);
  // Also for what was appended before the subscription.
  reader.schedule();
  return {
    catchUp: reader.run,
    gaps: () => restoredGaps(restoredAt(), clock),
    stop() {
      unsubscribe();
      reader.stop();
    },
  };
}

/** The gap that a restored database leaves, for as long as events are retained. */
function restoredGaps(at: number | undefined, clock: Clock): string[] {
  if (at === undefined || clock.now() - at > MAX_AGE_MS) return [];
  const when = `${new Date(at).toISOString().slice(0, 19)}Z`;
  return [
    `The database of the events was restored from an older copy (noticed at ${when}): events that were reported before may no longer exist, and records may have changed back without an event.`,
  ];
}

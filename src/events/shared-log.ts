import { isObject, type JsonObject } from '../lib/json.ts';
import type { Logger } from '../lib/logger.ts';
import { createCoalescedRunner } from './coalesce.ts';
import type { PlatformEvent } from './event.ts';
import { MAX_EVENTS } from './event-buffer.ts';
import type { EventBus } from './event-bus.ts';
import type { Feed } from './platform-feed.ts';

/** Append-only log that all replicas of a server share, as `src/shared-state/event-log.ts` implements it. */
export interface SharedLog {
  append(id: string, entry: JsonObject): Promise<void>;
  after(position: number | undefined, limit: number): Promise<{ position: number; entry: JsonObject }[]>;
  onAppend(listener: () => void): () => void;
}

export interface LogOptions {
  log: SharedLog;
  bus: EventBus;
  logger: Logger;
  /** Events before this time are historical, in milliseconds since the epoch: no listener existed then. */
  listeningSince: number;
  /** True if no other source exists: the buffer then adopts the positions of the log. */
  onlySource: boolean;
}

export const appendEvent = (log: SharedLog, event: PlatformEvent) => log.append(event.id, { event });

/** Records for all readers of the log that events before this instant (UTC) may be missing. */
export const appendHistoryStart = (log: SharedLog, instant: string) =>
  log.append(`begins ${instant}`, { begins: instant });

/** Emits the recent and all future events of the log, including those of other replicas. */
export function followLog({ log, bus, logger, listeningSince, onlySource }: LogOptions): Feed {
  const { buffer } = bus;
  let readThrough: number | undefined;
  const process = (position: number, { event, begins }: JsonObject) => {
    if (typeof begins === 'string') buffer.truncateBefore(begins);
    if (!isObject(event)) return;
    const logged = event as unknown as PlatformEvent;
    const historical = Date.parse(logged.receivedAt) < listeningSince;
    bus.emit(logged, { historical, sequence: onlySource ? position : undefined });
  };
  const read = async () => {
    for (;;) {
      const entries = await log.after(readThrough, MAX_EVENTS);
      if (readThrough === undefined) {
        const [first] = entries;
        readThrough = (first?.position ?? 1) - 1;
        if (onlySource) buffer.adoptSequence('log', readThrough);
        if (isObject(first?.entry.event)) buffer.extendBackTo(String(first.entry.event.receivedAt));
      }
      for (const { position, entry } of entries) {
        readThrough = position;
        process(position, entry);
      }
      if (entries.length < MAX_EVENTS) return;
    }
  };
  const reader = createCoalescedRunner(read, (error) =>
    logger.warn('events of other replicas cannot be read yet', { error }),
  );
  const unsubscribe = log.onAppend(reader.schedule);
  reader.schedule();
  return {
    catchUp: reader.run,
    stop() {
      unsubscribe();
      reader.stop();
    },
  };
}

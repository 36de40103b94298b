import { isObject, type JsonObject } from '../lib/json.ts';
import type { Logger } from '../lib/logger.ts';
import { createCoalescedRunner } from './coalesce.ts';
import type { PlatformEvent } from './event.ts';
import { MAX_EVENTS } from './event-buffer.ts';
import type { EventBus } from './event-bus.ts';
import type { Feed } from './platform-feed.ts';

/** Where several processes write down what each of them learns of, in one order: `src/shared-state/event-log.ts`. */
export interface SharedLog {
  append(id: string, entry: JsonObject): Promise<void>;
  after(position: number | undefined, limit: number): Promise<{ position: number; entry: JsonObject }[]>;
  onAppend(listener: () => void): () => void;
}

export interface LogOptions {
  log: SharedLog;
  bus: EventBus;
  logger: Logger;
  /** What was written down before is past: nobody listened then. In milliseconds since the epoch. */
  listeningSince: number;
  /** Whether nothing else tells of events: then the journal's order is the log's. */
  onlySource: boolean;
}

export const writeEvent = (log: SharedLog, event: PlatformEvent) => log.append(event.id, { event });

/** Says to all who follow the log that of what happened before this instant (UTC) some may not be in it. */
export const writeBeginning = (log: SharedLog, instant: string) => log.append(`begins ${instant}`, { begins: instant });

/** Takes in what any process wrote down: lately, and from now on. */
export function followLog({ log, bus: hub, logger, listeningSince, onlySource: alone }: LogOptions): Feed {
  const { buffer: journal } = hub;
  let place: number | undefined;
  const take = (position: number, { event, begins }: JsonObject) => {
    if (typeof begins === 'string') journal.truncateBefore(begins);
    if (!isObject(event)) return;
    const known = event as unknown as PlatformEvent;
    const past = Date.parse(known.receivedAt) < listeningSince;
    hub.emit(known, { historical: past, sequence: alone ? position : undefined });
  };
  const read = async () => {
    for (;;) {
      const entries = await log.after(place, MAX_EVENTS);
      if (place === undefined) {
        const [first] = entries;
        place = (first?.position ?? 1) - 1;
        if (alone) journal.adoptSequence('log', place);
        if (isObject(first?.entry.event)) journal.extendBackTo(String(first.entry.event.receivedAt));
      }
      for (const { position, entry } of entries) {
        place = position;
        take(position, entry);
      }
      if (entries.length < MAX_EVENTS) return;
    }
  };
  const reader = createCoalescedRunner(read, (error) =>
    logger.warn('events of other replicas cannot be read yet', { error }),
  );
  const end = log.onAppend(reader.schedule);
  reader.schedule();
  return {
    catchUp: reader.run,
    stop() {
      end();
      reader.stop();
    },
  };
}

import type { Notification } from '../contract/index.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { MAX_AGE_MS, MAX_EVENTS } from './event-buffer.ts';
import type { EventBus } from './event-bus.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';
import { normalizePayload } from './normalize-payload.ts';

/** The event log of a platform in the same process. */
export interface PlatformEvents {
  since(
    sequence: number | undefined,
    limit: number,
    options?: { eventId?: string | undefined },
  ): Promise<{
    events: Notification[];
    sequences: number[];
    sequence: number;
    restored?: true;
    /** When the records of a demo business were made, without events: only in an answer without a sequence. */
    demoMadeAt?: number;
  }>;
  onAppend(listener: () => void): () => void;
}

interface FeedOptions {
  platform: PlatformEvents;
  bus: EventBus;
  clock: Clock;
  logger: Logger;
  /** Events before this time are historical, in milliseconds since the epoch: no listener existed then. */
  listeningSince: number;
  /** True if no other source exists: the buffer then adopts the platform's sequence, which all processes share. */
  onlySource: boolean;
}

const BATCH_SIZE = 200;

/**
 * Emits the recent and all future events of the embedded platform, including those that other processes write.
 * Settles when the available events are read.
 */
export async function followPlatform(options: FeedOptions): Promise<EventFeed> {
  const { platform, bus, clock, logger, onlySource } = options;
  const { sequence: last, demoMadeAt = 0 } = await platform.since(undefined, 1);
  let position = Math.max(0, last - MAX_EVENTS);
  /** The event at the position, which shows that the log is still the same. */
  let eventId: string | undefined;
  let restoredAt: number | undefined;
  const readsFromStart = position === 0;
  if (onlySource) bus.buffer.adoptSequence('platform', position);
  let oldest: string | undefined;
  /** Only the first read tells historical events by their times, because clocks of other writers may be wrong. */
  let isHistorical = (at: string) => Date.parse(at) < options.listeningSince;

  /** The database was restored from an older copy: its log ends earlier, and continues with other events. */
  const restart = async (lastSequence: number) => {
    const first = Math.max(0, lastSequence - MAX_EVENTS);
    const current = new Set<string>();
    for (let from = first, isLast = false; !isLast; ) {
      const { events, sequence } = await platform.since(from, BATCH_SIZE);
      for (const { id } of events) current.add(id);
      from = sequence;
      isLast = events.length < BATCH_SIZE;
    }
    position = first;
    eventId = undefined;
    restoredAt = clock.now();
    bus.restart(
      'platform',
      new Date(restoredAt).toISOString(),
      ({ source, id }) => source !== 'platform' || current.has(id),
    );
  };

  const read = async () => {
    for (;;) {
      const { events, sequences, sequence, restored } = await platform.since(position, BATCH_SIZE, { eventId });
      if (restored) {
        await restart(sequence);
        continue;
      }
      position = sequence;
      eventId = events.at(-1)?.id ?? eventId;
      for (const [index, event] of events.entries()) {
        oldest ??= new Date(event.time).toISOString();
        emit(event, isHistorical(event.time), onlySource ? sequences[index] : undefined, options);
      }
      if (events.length < BATCH_SIZE) return;
    }
  };
  await read();
  isHistorical = () => false;
  const maxAge = new Date(Math.max(clock.now() - MAX_AGE_MS, demoMadeAt)).toISOString();
  bus.buffer.extendBackTo(readsFromStart ? maxAge : (oldest ?? maxAge));

  const source = { name: 'events of the platform', read, onAppend: platform.onAppend, restoredAt: () => restoredAt };
  return createEventFeed(source, clock, logger);
}

function emit(
  { id, type, time, data }: Notification,
  historical: boolean,
  sequence: number | undefined,
  { bus, clock }: FeedOptions,
): void {
  const at = new Date(time).toISOString();
  const receivedAt = historical ? at : new Date(clock.now()).toISOString();
  bus.emit(
    { ...normalizePayload({ id, type, data }), id, at, receivedAt, source: 'platform' },
    { historical, sequence },
  );
}

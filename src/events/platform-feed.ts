import type { Notification } from '../contract/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { createCoalescedRunner } from './coalesce.ts';
import { MAX_AGE_MS, MAX_EVENTS } from './event-buffer.ts';
import type { EventBus } from './event-bus.ts';
import { normalizePayload } from './normalize-payload.ts';

/** What a platform in the same process tells of its events. */
export interface PlatformEvents {
  since(
    sequence: number | undefined,
    limit: number,
  ): Promise<{ events: Notification[]; sequences: number[]; sequence: number }>;
  onAppend(listener: () => void): () => void;
}

export interface FeedOptions {
  platform: PlatformEvents;
  bus: EventBus;
  clock: Clock;
  logger: Logger;
  /** What was written down before is past: nobody listened then. In milliseconds since the epoch. */
  listeningSince: number;
  /** Whether nothing else tells of events: then the journal's order is the platform's, the same in every process. */
  onlySource: boolean;
}

/** A source that is followed. */
export interface Feed {
  /** Takes in what there is now. */
  catchUp(): Promise<void>;
  stop(): void;
}

const BATCH = 200;

/**
 * Takes in what the embedded platform wrote down: lately, and from now on, whichever process wrote it. Settles when
 * what is there is read.
 */
export async function followPlatform(options: FeedOptions): Promise<Feed> {
  const { platform, bus: hub, clock, logger } = options;
  const { sequence: last } = await platform.since(undefined, 1);
  let place = Math.max(0, last - MAX_EVENTS);
  const all = place === 0;
  if (options.onlySource) hub.buffer.adoptSequence('platform', place);
  let oldest: string | undefined;
  /** Times tell past from present only in what is there at first: the clocks of other writers may be wrong. */
  let past = (at: string) => Date.parse(at) < options.listeningSince;

  const read = async () => {
    for (;;) {
      const { events, sequences, sequence } = await platform.since(place, BATCH);
      place = sequence;
      for (const [index, event] of events.entries()) {
        oldest ??= new Date(event.time).toISOString();
        take(event, past(event.time), options.onlySource ? sequences[index] : undefined, options);
      }
      if (events.length < BATCH) return;
    }
  };
  await read();
  past = () => false;
  hub.buffer.extendBackTo(all || oldest === undefined ? new Date(clock.now() - MAX_AGE_MS).toISOString() : oldest);

  const reader = createCoalescedRunner(read, (error) =>
    logger.warn('events of the platform cannot be read yet', { error }),
  );
  const end = platform.onAppend(reader.schedule);
  // What was written before anybody was told.
  reader.schedule();
  return {
    catchUp: reader.run,
    stop() {
      end();
      reader.stop();
    },
  };
}

function take(
  { id, type, time, data }: Notification,
  past: boolean,
  sequence: number | undefined,
  { bus: hub, clock }: FeedOptions,
): void {
  const at = new Date(time).toISOString();
  const receivedAt = past ? at : new Date(clock.now()).toISOString();
  hub.emit(
    { ...normalizePayload({ id, type, data }), id, at, receivedAt, source: 'platform' },
    { historical: past, sequence },
  );
}

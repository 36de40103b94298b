import type { Notification } from '../contract/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { EventHub } from './hub.ts';
import { MAX_AGE_MS, MAX_EVENTS } from './journal.ts';
import { readNotice } from './payload.ts';

/** What a platform in the same process tells of its events. */
export interface PlatformEvents {
  since(sequence: number | undefined, limit: number): Promise<{ events: Notification[]; sequence: number }>;
  onAppend(listener: () => void): () => void;
}

export interface FeedOptions {
  platform: PlatformEvents;
  hub: EventHub;
  clock: Clock;
  logger: Logger;
  /** What was written down before is past: nobody listened then. In milliseconds since the epoch. */
  listeningSince: number;
}

export interface Feed {
  stop(): void;
}

const BATCH = 200;
/** After a failure to read, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Takes in what the embedded platform wrote down: lately, and from now on, whichever process wrote it. Settles when
 * what is there is read.
 */
export async function followPlatform(options: FeedOptions): Promise<Feed> {
  const { platform, hub, clock, logger } = options;
  const { sequence: last } = await platform.since(undefined, 1);
  let place = Math.max(0, last - MAX_EVENTS);
  const all = place === 0;
  let oldest: string | undefined;
  /** Times tell past from present only in what is there at first: the clocks of other writers may be wrong. */
  let past = (at: string) => Date.parse(at) < options.listeningSince;

  const read = async () => {
    for (;;) {
      const { events, sequence } = await platform.since(place, BATCH);
      place = sequence;
      for (const event of events) {
        oldest ??= new Date(event.time).toISOString();
        take(event, past(event.time), options);
      }
      if (events.length < BATCH) return;
    }
  };
  await read();
  past = () => false;
  hub.journal.reaches(all || oldest === undefined ? new Date(clock.now() - MAX_AGE_MS).toISOString() : oldest);

  const reader = oneAtATime(read, (error) => logger.warn('events of the platform cannot be read yet', { error }));
  const end = platform.onAppend(reader.run);
  // What was written before anybody was told.
  reader.run();
  return {
    stop() {
      end();
      reader.stop();
    },
  };
}

function take({ id, type, time, data }: Notification, past: boolean, { hub, clock }: FeedOptions): void {
  const at = new Date(time).toISOString();
  const receivedAt = past ? at : new Date(clock.now()).toISOString();
  hub.add({ ...readNotice({ id, type, data }), id, at, receivedAt, source: 'platform' }, past);
}

/** Runs something whenever asked, never twice at once, and again after a failure. */
function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void) {
  let running = false;
  let again = false;
  let stopped = false;
  const run = () => {
    again = true;
    if (running || stopped) return;
    running = true;
    void (async () => {
      while (again && !stopped) {
        again = false;
        await work().catch((error) => {
          if (stopped) return;
          failed(error);
          setTimeout(run, PAUSE_MS).unref();
        });
      }
      running = false;
    })();
  };
  return {
    run,
    stop() {
      stopped = true;
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { createFailureLog } from '../lib/logging/failure-log.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Poller } from './polling.ts';

/** The right of one replica to poll, as `src/shared-state/lease.ts` implements it. */
export interface Lease {
  acquire(note: string): Promise<boolean>;
  currentHolderNote(): Promise<string | undefined>;
  release(): Promise<void>;
}

interface LeaderOptions {
  lease: Lease;
  /** Starts polling, when this replica becomes the leader. */
  start(): Promise<Poller>;
  logger: Logger;
}

/** Polls while this replica is the leader. */
interface LeaderPoller extends Pick<Poller, 'stop'> {
  /** Returns a sentence for each reason why the current leader may have missed events. */
  gaps(): Promise<string[]>;
}

/** Interval of lease renewals and attempts, in milliseconds: several fit into the lifetime of a lease. */
const RENEW_INTERVAL_MS = 4_000;
/** The leader's note before its first poll. */
const INITIAL_GAPS = ['Polling: the first poll is not finished.'];

/** Elects one replica by a lease. The leader polls and publishes its gaps as the note of the lease. */
export function pollAsLeader({ lease, start, logger }: LeaderOptions): LeaderPoller {
  const stopped = new AbortController();
  const renewal = createFailureLog(logger, {
    failure: 'the lease for polling cannot be acquired or renewed',
    recovery: 'the lease for polling can be acquired again',
  });
  let poller: Poller | undefined;

  const renew = async () => {
    try {
      const isLeader = await lease.acquire(JSON.stringify(poller?.gaps() ?? INITIAL_GAPS));
      renewal.succeeded();
      if (isLeader && !poller) {
        poller = await start();
        logger.info('this replica polls now');
      } else if (!isLeader && poller) {
        const previous = poller;
        poller = undefined;
        await previous.stop();
      }
    } catch (error) {
      // The leader continues: no replica can acquire the lease now, and events of two pollers are deduplicated.
      renewal.failed(error);
    }
  };
  const runLoop = async () => {
    while (!stopped.signal.aborted) {
      await renew();
      await delay(RENEW_INTERVAL_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  };
  const running = runLoop();
  return {
    async gaps() {
      if (poller) return poller.gaps();
      try {
        const note = await lease.currentHolderNote();
        return note === undefined ? ['Polling: no replica polls at the moment.'] : (JSON.parse(note) as string[]);
      } catch (error) {
        logger.debug('the holder of the lease for polling cannot be read', { error });
        return ['Polling: it is unknown at the moment whether another replica polls.'];
      }
    },
    async stop() {
      stopped.abort();
      await running;
      await poller?.stop();
      await lease
        .release()
        .catch((error: unknown) => logger.debug('the lease for polling was not released and will expire', { error }));
    },
  };
}

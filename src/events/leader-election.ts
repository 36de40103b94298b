import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';
import type { Poller } from './polling.ts';

/** Something that one of several processes does at a time: `src/shared-state/lease.ts`. */
export interface Lease {
  acquire(note: string): Promise<boolean>;
  currentHolderNote(): Promise<string | undefined>;
  release(): Promise<void>;
}

export interface LeaderOptions {
  lease: Lease;
  /** Begins to poll, when it is this process's turn. */
  start(): Poller;
  logger: Logger;
}

/** Polls where no other process does. */
export interface LeaderPoller extends Pick<Poller, 'stop'> {
  /** What may have been missed by whoever polls, as sentences. */
  gaps(): Promise<string[]>;
}

/** How often the turn is kept, or asked for, in milliseconds: several times while it lasts without. */
const RENEW_INTERVAL_MS = 4_000;

export function pollAsLeader({ lease: turn, start, logger }: LeaderOptions): LeaderPoller {
  const stopped = new AbortController();
  let polling: Poller | undefined;

  const step = async () => {
    try {
      const mine = await turn.acquire(JSON.stringify(polling?.gaps() ?? FIRST));
      if (mine && !polling) {
        polling = start();
        logger.info('this replica polls now');
      } else if (!mine && polling) {
        const ended = polling;
        polling = undefined;
        await ended.stop();
      }
    } catch (error) {
      // Nobody else can take it either; should two poll, each change is still told once.
      logger.warn('which replica polls cannot be settled just now', { error });
    }
  };
  const goOn = async () => {
    while (!stopped.signal.aborted) {
      await step();
      await pause(RENEW_INTERVAL_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  };
  const running = goOn();
  return {
    async gaps() {
      if (polling) return polling.gaps();
      try {
        const note = await turn.currentHolderNote();
        return note === undefined ? ['Polling: no replica polls just now.'] : (JSON.parse(note) as string[]);
      } catch (error) {
        logger.debug('it cannot be read who polls', { error });
        return ['Polling: whether another replica polls cannot be read just now.'];
      }
    },
    async stop() {
      stopped.abort();
      await running;
      await polling?.stop();
      await turn.release().catch((error: unknown) => logger.debug('the turn to poll ends by itself', { error }));
    },
  };
}

const FIRST = ['Polling: the first look is not over.'];

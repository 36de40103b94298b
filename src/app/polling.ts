import type { Api } from '../api/index.ts';
import type { EventHub, Poller, SharedLog, Turn } from '../events/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/** What polls the platform, or waits for its turn to. */
export interface Polling {
  /** What may have been missed, as sentences. */
  gaps(): string[] | Promise<string[]>;
  stop(): Promise<void>;
}

export interface PollingParts {
  events: typeof import('../events/index.ts');
  hub: EventHub;
  api: Api;
  everyMs: number;
  clock: Clock;
  logger: Logger;
  /** Whether what happened before the first look is known from nowhere else. */
  begins: boolean;
}

/** In the one process there is. */
export function pollAlone({ events, hub, begins, ...options }: PollingParts): Polling {
  const polling = events.startPolling({ ...options, take: hub.add });
  if (begins) void polling.first.then((at) => hub.journal.begins(at));
  return polling;
}

/** In one of several replicas at a time, which tells the others. */
export function pollWithOthers({
  events,
  hub: _,
  begins,
  log,
  turn,
  ...options
}: PollingParts & { log: SharedLog; turn: Turn }): Polling {
  const outbox = events.createOutbox((write: () => Promise<void>) => write(), options.logger);
  const start = (): Poller => {
    const polling = events.startPolling({
      ...options,
      take: (event) => outbox.add(() => events.writeEvent(log, event)),
    });
    // Whoever takes the turn over has not seen what the one before compared with.
    if (begins) void polling.first.then((at) => outbox.add(() => events.writeBeginning(log, at)));
    return polling;
  };
  const polling = events.pollInTurn({ turn, start, logger: options.logger });
  return {
    gaps: polling.gaps,
    async stop() {
      await polling.stop();
      outbox.stop();
    },
  };
}

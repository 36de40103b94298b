import type { Api } from '../api/index.ts';
import type { EventBus, Lease, Poller, SharedLog } from '../events/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Polls the platform, or waits for the lease to do so. */
export interface Polling {
  /** Descriptions of events that may have been missed. */
  gaps(): string[] | Promise<string[]>;
  stop(): Promise<void>;
}

export interface PollingParts {
  events: typeof import('../events/index.ts');
  bus: EventBus;
  api: Api;
  intervalMs: number;
  clock: Clock;
  logger: Logger;
  /** Whether no other source reports what happened before the first poll. */
  begins: boolean;
}

/** For a single process. */
export function pollStandalone({ events, bus, begins, ...options }: PollingParts): Polling {
  const polling = events.startPolling({ ...options, emit: bus.emit });
  if (begins) void polling.baseline.then((at) => bus.buffer.truncateBefore(at));
  return polling;
}

/** For replicas: one of them polls and shares the events with the others. */
export function pollClustered({
  events,
  bus: _,
  begins,
  log,
  lease,
  ...options
}: PollingParts & { log: SharedLog; lease: Lease }): Polling {
  const queue = events.createRetryQueue((write: () => Promise<void>) => write(), options.logger);
  const start = (): Poller => {
    const polling = events.startPolling({
      ...options,
      emit: (event) => queue.add(() => events.appendEvent(log, event)),
    });
    // A replica that takes the lease over has no snapshot to compare with.
    if (begins) void polling.baseline.then((at) => queue.add(() => events.appendHistoryStart(log, at)));
    return polling;
  };
  const polling = events.pollAsLeader({ lease, start, logger: options.logger });
  return {
    gaps: polling.gaps,
    async stop() {
      await polling.stop();
      queue.stop();
    },
  };
}

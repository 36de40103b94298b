import type { Api } from '../api/index.ts';
import type { EventBus, Lease, Poller, SharedLog } from '../events/index.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Polls the platform, or waits for the lease that permits it. */
export interface Polling {
  /** Returns descriptions of events that may have been missed. */
  gaps(): string[] | Promise<string[]>;
  stop(): Promise<void>;
}

interface PollingParts {
  events: typeof import('../events/index.ts');
  bus: EventBus;
  api: Api;
  intervalMs: number;
  clock: Clock;
  logger: Logger;
  /**
   * True if no other source reports events from before the first poll: the history then begins there. A delivery, in
   * contrast, can report an older event.
   */
  truncatesHistory: boolean;
}

/** Starts polling in a single process. */
export function pollStandalone({ events, bus, truncatesHistory, ...options }: PollingParts): Polling {
  const polling = events.startPolling({ ...options, emit: bus.emit });
  if (truncatesHistory) void polling.baseline.then((at) => bus.buffer.truncateBefore(at));
  return polling;
}

/** Takes part in leader election: the replica that holds the lease polls, and shares the events through the log. */
export function pollClustered({
  events,
  bus: _,
  truncatesHistory,
  log,
  lease,
  ...options
}: PollingParts & { log: SharedLog; lease: Lease }): Polling {
  const queue = events.createRetryQueue(
    (write: () => Promise<void>) => write(),
    options.logger,
    () => {
      const at = new Date(options.clock.now()).toISOString();
      return () => events.appendHistoryStart(log, at);
    },
  );
  const start = async (): Promise<Poller> => {
    const logged = await log.after(undefined, events.MAX_EVENTS);
    const polling = events.startPolling({
      ...options,
      reported: logged.map(({ id }) => id),
      emit: (event) => queue.add(() => events.appendEvent(log, event)),
    });
    // A replica that takes over the lease has no snapshot to compare with.
    if (truncatesHistory) void polling.baseline.then((at) => queue.add(() => events.appendHistoryStart(log, at)));
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

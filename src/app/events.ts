import { type Api, ApiError } from '../api/index.ts';
import type { EventSettings } from '../config/events.ts';
import { exposureWarning } from '../config/key-source.ts';
import type { PlatformEvent } from '../events/event.ts';
import type { EventService } from '../events/event-service.ts';
import type { Lease } from '../events/leader-election.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import type { SharedLog } from '../events/shared-log.ts';
import { raceAbort } from '../lib/abort.ts';
import { Deadline } from '../lib/deadline.ts';
import { createFailureLog } from '../lib/failure-log.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import { createRetryTimer } from '../lib/retry-timer.ts';
import type { Clock } from '../lib/time/clock.ts';
import { type Polling, pollClustered, pollStandalone } from './polling.ts';
import { asApiError } from './unavailable.ts';

/** The dependencies of `composeEvents`. */
export interface EventParts {
  settings: EventSettings;
  sources: EventService['sources'];
  api: Api;
  clock: Clock;
  logger: Logger;
  /** Returns the embedded platform's events, and opens its database; undefined with a remote platform. */
  platform: (() => Promise<PlatformEvents>) | undefined;
  /** Distributes events to the other replicas of this server; undefined without replicas. */
  shared: SharedEvents | undefined;
  /** Maximum duration of reading the latest events for a caller, in milliseconds. */
  deadlineMs: number;
  /** Called before all other listeners, to invalidate caches of the record. */
  onEvent(event: PlatformEvent): void;
}

export interface SharedEvents {
  log(): Promise<SharedLog>;
  /** Returns the lease that the polling replica holds. */
  pollingLease(): Promise<Lease>;
}

export interface Events extends EventService {
  /** Handles webhook deliveries; undefined unless enabled. */
  receive: FetchHandler | undefined;
  close(): Promise<void>;
}

/** Delay before the sources are opened, so that they do not slow down an AI client's first requests. */
const OPEN_DELAY_MS = 1_000;

const BEHIND_MESSAGE = 'The latest events cannot be read just now.';

/** Combines the sources of events into one service. Their modules are loaded on first use. */
export function composeEvents(parts: EventParts): Events {
  const { settings, logger, clock } = parts;
  const { webhooks, secretsFile, pathSecret, pollMs } = settings;
  // The embedded platform's events reach every replica through its database.
  const shared = webhooks || pollMs !== undefined ? parts.shared : undefined;
  const modules = lazy(() => import('../events/index.ts'));
  const bus = lazy(async () => {
    const created = (await modules.get()).createEventBus(parts);
    created.onEvent(parts.onEvent);
    return created;
  });
  const log = lazy(async () => shared?.log());

  const receiver = lazy(async () => {
    const { createReceiver, secretsFromFile, appendEvent } = await modules.get();
    const { emit } = await bus.get();
    const secrets = secretsFile === undefined ? undefined : secretsFromFile(secretsFile, logger);
    // Reads the file now, so that errors in it are reported at start-up, not at the first delivery.
    await secrets?.();
    const exposed =
      secretsFile === undefined ? undefined : exposureWarning(secretsFile, 'The file of --webhook-secrets');
    if (exposed) logger.warn(exposed);
    const store = shared
      ? async (event: PlatformEvent) => appendEvent((await log.get()) as SharedLog, event)
      : (event: PlatformEvent) => void emit(event);
    return createReceiver({ secrets, pathSecret, store, clock, logger });
  });
  const poller = lazy(async (): Promise<Polling | undefined> => {
    if (pollMs === undefined) return undefined;
    const [events, eventBus, sharedLog] = await Promise.all([modules.get(), bus.get(), log.get()]);
    const options = {
      events,
      bus: eventBus,
      api: parts.api,
      intervalMs: pollMs,
      clock,
      logger,
      truncatesHistory: !webhooks,
    };
    return shared && sharedLog
      ? pollClustered({ ...options, log: sharedLog, lease: await shared.pollingLease() })
      : pollStandalone(options);
  });

  let listeningSince = 0;
  const feed = lazy(async () => {
    const [{ followPlatform }, eventBus, platform] = await Promise.all([modules.get(), bus.get(), parts.platform?.()]);
    const onlySource = parts.sources.length === 1;
    return platform && followPlatform({ platform, bus: eventBus, clock, logger, listeningSince, onlySource });
  });
  const follower = lazy(async () => {
    const [{ followLog }, eventBus, sharedLog] = await Promise.all([modules.get(), bus.get(), log.get()]);
    const onlySource = !parts.platform;
    return sharedLog && followLog({ log: sharedLog, bus: eventBus, clock, logger, listeningSince, onlySource });
  });

  let isBehind = false;
  const openSources = async () => {
    listeningSince ||= clock.now();
    await poller.get();
    return Promise.all([parts.platform ? feed.get() : undefined, shared ? follower.get() : undefined]);
  };
  const open = async () => {
    const deadline = new Deadline(parts.deadlineMs);
    try {
      const feeds = await raceAbort(openSources(), deadline.signal);
      // Another replica's position is behind this one's, never ahead of it.
      const catchUp = Promise.all(feeds.map((one) => one?.catchUp()));
      isBehind = await raceAbort(catchUp, deadline.signal).then(
        () => false,
        () => true,
      );
    } catch (error) {
      throw deadline.expired ? new ApiError({ kind: 'timeout', changed: 'no' }, { cause: error }) : asApiError(error);
    } finally {
      deadline.end();
    }
    return bus.get();
  };
  const opening = createFailureLog(
    logger,
    { failure: 'events are unavailable', recovery: 'events are available' },
    clock,
  );
  /** Opens the sources until that succeeds: who listens makes no further request that would do it. */
  const openForListeners = () =>
    open().then(
      () => {
        opening.succeeded();
        retry.succeeded();
      },
      (error: unknown) => {
        opening.failed(error);
        retry.failed();
      },
    );
  const retry = createRetryTimer(() => void openForListeners());
  const logFailure = (error: unknown) => logger.warn('events are unavailable', { error });
  if (webhooks) void receiver.get().catch(logFailure);
  const opensAtStart = pollMs !== undefined || shared !== undefined;
  const timer = opensAtStart ? setTimeout(() => void openForListeners(), OPEN_DELAY_MS).unref() : undefined;
  return {
    sources: parts.sources,
    open,
    listen(listener) {
      let unsubscribe: (() => void) | 'ended' | undefined;
      bus.get().then((eventBus) => {
        if (unsubscribe !== 'ended') unsubscribe = eventBus.onEvent(listener);
      }, logFailure);
      void openForListeners();
      return () => {
        if (typeof unsubscribe === 'function') unsubscribe();
        unsubscribe = 'ended';
      };
    },
    isBehind: () => isBehind,
    knownGaps: async () => [
      ...(isBehind ? [BEHIND_MESSAGE] : []),
      ...((await feed.getIfCreated())?.gaps() ?? []),
      ...((await follower.getIfCreated())?.gaps() ?? []),
      ...((await (await poller.getIfCreated())?.gaps()) ?? []),
    ],
    receive: webhooks ? async (request) => (await receiver.get())(request) : undefined,
    async close() {
      clearTimeout(timer);
      retry.stop();
      (await feed.getIfCreated())?.stop();
      (await follower.getIfCreated())?.stop();
      await (await poller.getIfCreated())?.stop();
    },
  };
}

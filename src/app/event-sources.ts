import type { Api } from '../api/index.ts';
import type { EventSettings } from '../config/events.ts';
import { exposureWarning } from '../config/key-source.ts';
import type { PlatformEvent } from '../events/event.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { EventFeed } from '../events/event-feed.ts';
import type { EventService } from '../events/event-service.ts';
import type { Lease } from '../events/leader-election.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import type { SharedLog } from '../events/shared-log.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { type Polling, pollClustered, pollStandalone } from './polling.ts';

/** The dependencies of the sources of events. */
export interface EventSourceParts {
  settings: EventSettings;
  sources: EventService['sources'];
  api: Api;
  clock: Clock;
  logger: Logger;
  /** Returns the embedded platform's events, and opens its database; undefined with a remote platform. */
  platform: (() => Promise<PlatformEvents>) | undefined;
  /** Distributes events to the other replicas of this server; undefined without replicas. */
  shared: SharedEvents | undefined;
  /** Called before all other listeners, to invalidate caches of the record. */
  onEvent(event: PlatformEvent): void;
}

export interface SharedEvents {
  log(): Promise<SharedLog>;
  /** Returns the lease that the polling replica holds. */
  pollingLease(): Promise<Lease>;
}

/** What events come from. Modules are loaded, and sources opened, on first use. */
interface EventSources {
  bus(): Promise<EventBus>;
  /** Starts polling and follows the feeds; returns the feeds, which know how to catch up. */
  open(): Promise<EventFeed[]>;
  /** Returns the handler of webhook deliveries. @throws UsageError if the file of their secrets cannot be used */
  receiver(): Promise<FetchHandler>;
  /** Returns a sentence for each known reason why events may be missing. */
  gaps(): Promise<string[]>;
  close(): Promise<void>;
}

export function createEventSources(parts: EventSourceParts): EventSources {
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
    const { emit, buffer } = await bus.get();
    const secrets = secretsFile === undefined ? undefined : secretsFromFile(secretsFile, logger);
    // Reads the file now, so that errors in it are reported at start-up, not at the first delivery.
    await secrets?.();
    const exposed = secretsFile && exposureWarning(secretsFile, 'The file of --webhook-secrets');
    if (exposed) logger.warn(exposed);
    const append = async (event: PlatformEvent, signedAt?: number) =>
      appendEvent((await log.get()) as SharedLog, event, signedAt);
    const stores = shared
      ? { store: append, rewrite: append }
      : { store: (event: PlatformEvent) => void emit(event), rewrite: buffer.rewrite };
    return createReceiver({ secrets, pathSecret, ...stores, clock, logger });
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

  /** When this process opened the sources for the first time; 0 before. */
  let listeningSince = 0;
  const platformFeed = lazy(async () => {
    const [{ followPlatform }, eventBus, platform] = await Promise.all([modules.get(), bus.get(), parts.platform?.()]);
    const onlySource = parts.sources.length === 1;
    return platform && followPlatform({ platform, bus: eventBus, clock, logger, listeningSince, onlySource });
  });
  const logFeed = lazy(async () => {
    const [{ followLog }, eventBus, sharedLog] = await Promise.all([modules.get(), bus.get(), log.get()]);
    const onlySource = !parts.platform;
    return sharedLog && followLog({ log: sharedLog, bus: eventBus, clock, logger, listeningSince, onlySource });
  });

  const created = async () =>
    (await Promise.all([platformFeed, logFeed, poller].map((source) => source.getIfCreated()))).filter(
      (source) => source !== undefined,
    );
  return {
    bus: bus.get,
    async open() {
      listeningSince ||= clock.now();
      await poller.get();
      const feeds = [parts.platform ? platformFeed.get() : undefined, shared ? logFeed.get() : undefined];
      return (await Promise.all(feeds)).filter((feed) => feed !== undefined);
    },
    receiver: receiver.get,
    gaps: async () => (await Promise.all((await created()).map((source) => source.gaps()))).flat(),
    async close() {
      await Promise.all((await created()).map((source) => source.stop()));
    },
  };
}

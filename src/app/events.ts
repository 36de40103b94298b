import type { Api } from '../api/index.ts';
import type { EventSettings } from '../cli/config/events.ts';
import { exposure } from '../cli/config/key-source.ts';
import type { PlatformEvent } from '../events/event.ts';
import type { EventService } from '../events/event-service.ts';
import type { Lease } from '../events/leader-election.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import type { SharedLog } from '../events/shared-log.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { type Polling, pollClustered, pollStandalone } from './polling.ts';

/** The dependencies of `composeEvents`. */
export interface EventParts {
  settings: EventSettings;
  sources: EventService['sources'];
  api: Api;
  clock: Clock;
  logger: Logger;
  /** The embedded platform's events; undefined with a platform elsewhere. Opens its database. */
  platform: (() => Promise<PlatformEvents>) | undefined;
  /** Distributes events to the other replicas of this server; undefined without replicas. */
  shared: SharedEvents | undefined;
  /** Called first for each event, to invalidate caches of the record. */
  stale(event: PlatformEvent): void;
}

export interface SharedEvents {
  log(): Promise<SharedLog>;
  /** The lease of the replica that polls. */
  pollingLease(): Promise<Lease>;
}

export interface Events extends EventService {
  /** Receives webhook deliveries; undefined unless enabled. */
  receive: FetchHandler | undefined;
  close(): Promise<void>;
}

/** The delay of polling, in milliseconds: an AI client's first requests come first. */
const POLL_AFTER_MS = 1_000;

const BEHIND = 'The latest events cannot be read just now.';

/** Combines the sources of events. Their modules are loaded on first use. */
export function composeEvents(parts: EventParts): Events {
  const { settings, logger, clock } = parts;
  const { webhooks, secretsFile, pathSecret, pollMs } = settings;
  // The embedded platform's events reach every replica through its database.
  const shared = webhooks || pollMs !== undefined ? parts.shared : undefined;
  const modules = lazy(() => import('../events/index.ts'));
  const hub = lazy(async () => {
    const made = (await modules.get()).createEventBus(parts);
    made.onEvent(parts.stale);
    return made;
  });
  const log = lazy(async () => shared?.log());

  const receiver = lazy(async () => {
    const { createReceiver, secretsFromFile, appendEvent } = await modules.get();
    const { emit: take } = await hub.get();
    const secrets = secretsFile === undefined ? undefined : secretsFromFile(secretsFile, logger);
    // Reports errors in the file at start-up, not at the first delivery.
    await secrets?.();
    const exposed = secretsFile === undefined ? undefined : exposure(secretsFile, 'The file of --webhook-secrets');
    if (exposed) logger.warn(exposed);
    const write = shared && (async (event: PlatformEvent) => appendEvent((await log.get()) as SharedLog, event));
    return createReceiver({ secrets, pathSecret, emit: take, persist: write, clock, logger });
  });
  const poller = lazy(async (): Promise<Polling | undefined> => {
    if (pollMs === undefined) return undefined;
    const [events, made, written] = await Promise.all([modules.get(), hub.get(), log.get()]);
    // Only deliveries can report what happened before the first poll.
    const own = { events, bus: made, api: parts.api, intervalMs: pollMs, clock, logger, begins: !webhooks };
    return shared && written
      ? pollClustered({ ...own, log: written, lease: await shared.pollingLease() })
      : pollStandalone(own);
  });

  let listeningSince = 0;
  const feed = lazy(async () => {
    const [{ followPlatform }, made, platform] = await Promise.all([modules.get(), hub.get(), parts.platform?.()]);
    const alone = parts.sources.length === 1;
    return platform && followPlatform({ platform, bus: made, clock, logger, listeningSince, onlySource: alone });
  });
  const follower = lazy(async () => {
    const [{ followLog }, made, written] = await Promise.all([modules.get(), hub.get(), log.get()]);
    return written && followLog({ log: written, bus: made, logger, listeningSince, onlySource: !parts.platform });
  });

  let behind = false;
  const open = async () => {
    listeningSince ||= clock.now();
    await poller.get();
    const feeds = await Promise.all([parts.platform ? feed.get() : undefined, shared ? follower.get() : undefined]);
    // Another replica's position is behind this one's, never ahead of it.
    behind = await Promise.all(feeds.map((one) => one?.catchUp())).then(
      () => false,
      () => true,
    );
    return hub.get();
  };
  const failed = (error: unknown) => logger.warn('events cannot be had', { error });
  if (webhooks) void receiver.get().catch(failed);
  const opens = pollMs !== undefined || shared !== undefined;
  const late = opens ? setTimeout(() => void open().catch(failed), POLL_AFTER_MS).unref() : undefined;
  return {
    sources: parts.sources,
    open,
    listen(listener) {
      let end: (() => void) | 'ended' | undefined;
      hub.get().then((made) => {
        if (end !== 'ended') end = made.onEvent(listener);
      }, failed);
      void open().catch(failed);
      return () => {
        if (typeof end === 'function') end();
        end = 'ended';
      };
    },
    knownGaps: async () => [...(behind ? [BEHIND] : []), ...((await (await poller.getIfCreated())?.gaps()) ?? [])],
    receive: webhooks ? async (request) => (await receiver.get())(request) : undefined,
    async close() {
      clearTimeout(late);
      (await feed.getIfCreated())?.stop();
      (await follower.getIfCreated())?.stop();
      await (await poller.getIfCreated())?.stop();
    },
  };
}

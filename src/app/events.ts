import type { Api } from '../api/index.ts';
import type { EventSettings } from '../cli/config/events.ts';
import { exposure } from '../cli/config/key-source.ts';
import type { EventAccess } from '../events/access.ts';
import type { PlatformEvent } from '../events/event.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import type { SharedLog } from '../events/shared-log.ts';
import type { Turn } from '../events/turn.ts';
import type { Clock } from '../lib/clock.ts';
import type { FetchHandler } from '../lib/handler.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import { type Polling, pollAlone, pollWithOthers } from './polling.ts';

/** What the events of this process are made of. */
export interface EventParts {
  settings: EventSettings;
  sources: EventAccess['sources'];
  api: Api;
  clock: Clock;
  logger: Logger;
  /** The embedded platform's own events; absent where the platform is elsewhere. Opens its database. */
  platform: (() => Promise<PlatformEvents>) | undefined;
  /** What tells the other replicas of this server, where there are any. */
  shared: SharedEvents | undefined;
  /** Told of each event first: what was kept of the record is old. */
  stale(event: PlatformEvent): void;
}

export interface SharedEvents {
  log(): Promise<SharedLog>;
  /** The turn to poll. */
  turn(): Promise<Turn>;
}

export interface Events extends EventAccess {
  /** Takes deliveries; undefined unless the operator opened that. */
  receive: FetchHandler | undefined;
  close(): Promise<void>;
}

/** When polling begins, in milliseconds: after an AI client's first questions are answered. */
const POLL_AFTER_MS = 1_000;

const BEHIND = 'The latest events cannot be read just now.';

/** Puts the sources of events together. What they are made of is loaded when one of them is used. */
export function composeEvents(parts: EventParts): Events {
  const { settings, logger, clock } = parts;
  const { webhooks, secretsFile, pathSecret, pollMs } = settings;
  // The embedded platform's own events come to every replica by its database.
  const shared = webhooks || pollMs !== undefined ? parts.shared : undefined;
  const modules = lazy(() => import('../events/index.ts'));
  const hub = lazy(async () => {
    const made = (await modules.get()).createHub(parts);
    made.onEvent(parts.stale);
    return made;
  });
  const log = lazy(async () => shared?.log());

  const receiver = lazy(async () => {
    const { createReceiver, secretsOfFile, writeEvent } = await modules.get();
    const { add: take } = await hub.get();
    const secrets = secretsFile === undefined ? undefined : secretsOfFile(secretsFile, logger);
    // What is wrong with the file is said now, not with the first delivery.
    await secrets?.();
    const exposed = secretsFile === undefined ? undefined : exposure(secretsFile, 'The file of --webhook-secrets');
    if (exposed) logger.warn(exposed);
    const write = shared && (async (event: PlatformEvent) => writeEvent((await log.get()) as SharedLog, event));
    return createReceiver({ secrets, pathSecret, take, write, clock, logger });
  });
  const poller = lazy(async (): Promise<Polling | undefined> => {
    if (pollMs === undefined) return undefined;
    const [events, made, written] = await Promise.all([modules.get(), hub.get(), log.get()]);
    // What happened before the first look is told by nobody, unless it was delivered.
    const own = { events, hub: made, api: parts.api, everyMs: pollMs, clock, logger, begins: !webhooks };
    return shared && written ? pollWithOthers({ ...own, log: written, turn: await shared.turn() }) : pollAlone(own);
  });

  let listeningSince = 0;
  const feed = lazy(async () => {
    const [{ followPlatform }, made, platform] = await Promise.all([modules.get(), hub.get(), parts.platform?.()]);
    const alone = parts.sources.length === 1;
    return platform && followPlatform({ platform, hub: made, clock, logger, listeningSince, alone });
  });
  const follower = lazy(async () => {
    const [{ followLog }, made, written] = await Promise.all([modules.get(), hub.get(), log.get()]);
    return written && followLog({ log: written, hub: made, logger, listeningSince, alone: !parts.platform });
  });

  let behind = false;
  const open = async () => {
    listeningSince ||= clock.now();
    await poller.get();
    const feeds = await Promise.all([parts.platform ? feed.get() : undefined, shared ? follower.get() : undefined]);
    // A place that another replica told of is behind what this one knows, never before it.
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
    gaps: async () => [...(behind ? [BEHIND] : []), ...((await (await poller.opened())?.gaps()) ?? [])],
    receive: webhooks ? async (request) => (await receiver.get())(request) : undefined,
    async close() {
      clearTimeout(late);
      (await feed.opened())?.stop();
      (await follower.opened())?.stop();
      await (await poller.opened())?.stop();
    },
  };
}

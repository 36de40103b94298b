import type { Api } from '../api/index.ts';
import type { EventAccess } from '../events/access.ts';
import type { PlatformEvent } from '../events/event.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import type { Poller } from '../events/poll.ts';
import type { Clock } from '../lib/clock.ts';
import type { FetchHandler } from '../lib/handler.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import type { EventSettings } from './event-settings.ts';
import { exposure } from './key-source.ts';

/** What the events of this process are made of. */
export interface EventParts {
  settings: EventSettings;
  sources: EventAccess['sources'];
  api: Api;
  clock: Clock;
  logger: Logger;
  /** The embedded platform's own events; absent where the platform is elsewhere. Opens its database. */
  platform: (() => Promise<PlatformEvents>) | undefined;
  /** Told of each event first: what was kept of the record is old. */
  stale(event: PlatformEvent): void;
}

export interface Events extends EventAccess {
  /** Takes deliveries; undefined unless the operator opened that. */
  receive: FetchHandler | undefined;
  close(): Promise<void>;
}

/** When polling begins, in milliseconds: after an AI client's first questions are answered. */
const POLL_AFTER_MS = 1_000;

/** Puts the sources of events together. What they are made of is loaded when one of them is used. */
export function composeEvents(parts: EventParts): Events {
  const { settings, logger, clock, api } = parts;
  const { webhooks, secretsFile, pathSecret, pollMs: everyMs } = settings;
  const modules = lazy(() => import('../events/index.ts'));
  const hub = lazy(async () => {
    const made = (await modules.get()).createHub(parts);
    made.onEvent(parts.stale);
    return made;
  });
  const receiver = lazy(async () => {
    const { createReceiver, secretsOfFile } = await modules.get();
    const { add: take } = await hub.get();
    const secrets = secretsFile === undefined ? undefined : secretsOfFile(secretsFile, logger);
    // What is wrong with the file is said now, not with the first delivery.
    await secrets?.();
    const exposed = secretsFile === undefined ? undefined : exposure(secretsFile, 'The file of --webhook-secrets');
    if (exposed) logger.warn(exposed);
    return createReceiver({ secrets, pathSecret, take, clock, logger });
  });
  let polling: Poller | undefined;
  const poller = lazy(async () => {
    const { startPolling } = await modules.get();
    const { add: take, journal } = await hub.get();
    polling = startPolling({ api, everyMs: everyMs ?? 0, take, clock, logger });
    // What happened before the first look is told by nobody, unless it was delivered.
    if (!webhooks) void polling.first.then((at) => journal.begins(at));
  });

  let listeningSince = 0;
  const feed = lazy(async () => {
    const [{ followPlatform }, made, platform] = await Promise.all([modules.get(), hub.get(), parts.platform?.()]);
    return platform && followPlatform({ platform, hub: made, clock, logger, listeningSince });
  });

  const open = async () => {
    listeningSince ||= clock.now();
    if (everyMs !== undefined) await poller.get();
    if (parts.platform) await feed.get();
    return hub.get();
  };
  const failed = (error: unknown) => logger.warn('events cannot be had', { error });
  if (webhooks) void receiver.get().catch(failed);
  const late = everyMs === undefined ? undefined : setTimeout(() => void open().catch(failed), POLL_AFTER_MS).unref();
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
    gaps: () => polling?.gaps() ?? [],
    receive: webhooks ? async (request) => (await receiver.get())(request) : undefined,
    async close() {
      clearTimeout(late);
      (await feed.opened())?.stop();
      await polling?.stop();
    },
  };
}

import { ApiError } from '../api/index.ts';
import type { EventService } from '../events/event-service.ts';
import { raceAbort } from '../lib/concurrency/abort.ts';
import { Deadline } from '../lib/concurrency/deadline.ts';
import { createRetryTimer } from '../lib/concurrency/retry-timer.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { createFailureLog } from '../lib/logging/failure-log.ts';
import { createEventSources, type EventSourceParts } from './event-sources.ts';
import { asApiError } from './unavailable.ts';

/** The dependencies of `composeEvents`. */
interface EventParts extends EventSourceParts {
  /** Maximum duration of reading the latest events for a caller, in milliseconds. */
  deadlineMs: number;
}

export interface Events extends EventService {
  /** Handles webhook deliveries; undefined unless enabled. */
  receive: FetchHandler | undefined;
  close(): Promise<void>;
}

/** Delay before the sources are opened, so that they do not slow down an AI client's first requests. */
const OPEN_DELAY_MS = 1_000;

const BEHIND_MESSAGE = 'The latest events cannot be read just now.';

/** Combines the sources of events into one service. */
export function composeEvents(parts: EventParts): Events {
  const { settings, logger, clock } = parts;
  const { webhooks, pollMs } = settings;
  const sources = createEventSources(parts);

  let isBehind = false;
  const open = async () => {
    const deadline = new Deadline(parts.deadlineMs);
    try {
      const feeds = await raceAbort(sources.open(), deadline.signal);
      // Another replica's position is behind this one's, never ahead of it.
      const catchUp = Promise.all(feeds.map((feed) => feed.catchUp()));
      isBehind = await raceAbort(catchUp, deadline.signal).then(
        () => false,
        () => true,
      );
    } catch (error) {
      throw deadline.expired ? new ApiError({ kind: 'timeout', changed: 'no' }, { cause: error }) : asApiError(error);
    } finally {
      deadline.end();
    }
    return sources.bus();
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
  if (webhooks) void sources.receiver().catch(logFailure);
  const opensAtStart = pollMs !== undefined || (webhooks && parts.shared !== undefined);
  const timer = opensAtStart ? setTimeout(() => void openForListeners(), OPEN_DELAY_MS).unref() : undefined;
  return {
    sources: parts.sources,
    open,
    listen(listener) {
      let unsubscribe: (() => void) | 'ended' | undefined;
      sources.bus().then((bus) => {
        if (unsubscribe !== 'ended') unsubscribe = bus.onEvent(listener);
      }, logFailure);
      void openForListeners();
      return () => {
        if (typeof unsubscribe === 'function') unsubscribe();
        unsubscribe = 'ended';
      };
    },
    isBehind: () => isBehind,
    knownGaps: async () => [...(isBehind ? [BEHIND_MESSAGE] : []), ...(await sources.gaps())],
    receive: webhooks ? async (request) => (await sources.receiver())(request) : undefined,
    async close() {
      clearTimeout(timer);
      retry.stop();
      await sources.close();
    },
  };
}

import type { PlatformEvent } from '../../events/event.ts';
import { createToolContext, mayShowEvent, type ToolContext, type ToolServices } from '../../tools/index.ts';
import { createBurstLimit } from './burst-limit.ts';
import { type ChannelMessage, eventMessage, restMessage } from './message.ts';

/** The notification that wakes a session of Claude Code (Channels reference, Notification format). */
export const CHANNEL_METHOD = 'notifications/claude/channel';

/** Notifications that wait for a client that does not read. Further events are counted. */
export const MAX_WAITING = 10;

/** Sends the new events of the platform to one connection. */
interface Channel {
  /** Sends events from now on. Further calls do nothing. */
  start(): void;
  stop(): void;
}

/**
 * Creates the channel of a connection.
 * @param send sends a notification. Claude Code acknowledges none, and drops those of a server that it has not loaded as a channel.
 */
export function createChannel(services: ToolServices, send: (message: ChannelMessage) => Promise<void>): Channel {
  const { events, logger } = services;
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Notifications are sent in the order of the events. */
  let last = Promise.resolve();
  let waiting = 0;
  const enqueue = (message: (context: ToolContext) => ChannelMessage) => {
    waiting++;
    last = last
      .then(async () => {
        const context = await createToolContext(services, { signal });
        if (!signal.aborted) await send(message(context));
      })
      .catch((error: unknown) => logger.warn('an event was not sent to the channel', { error }))
      .finally(() => {
        waiting--;
      });
  };
  const limit = createBurstLimit({
    hasRoom: () => waiting < MAX_WAITING,
    onRest: (count) => enqueue((context) => restMessage(count, context)),
  });
  const onEvent = (event: PlatformEvent) => {
    if (mayShowEvent(event, services) && limit.admit()) enqueue((context) => eventMessage(event, context));
  };

  let unsubscribe: (() => void) | undefined;
  return {
    start() {
      if (unsubscribe || signal.aborted) return;
      unsubscribe = events.listen(onEvent);
    },
    stop() {
      stopped.abort();
      limit.stop();
      unsubscribe?.();
    },
  };
}

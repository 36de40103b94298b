import { LISTEN_METHOD } from '../limits/long-lived.ts';
import type { TransportHook } from '../sdk/decorate-transport.ts';

/** Requests of a connection that are not answered yet. */
interface PendingRequests {
  readonly size: number;
  readonly hook: TransportHook;
  /** Settles at the next answer, or after a tenth of a second. */
  change(): Promise<void>;
}

export function trackPendingRequests(): PendingRequests {
  /** Number of open requests by id: a client may use an id twice. */
  const open = new Map<unknown, number>();
  let wake = () => {};
  const settle = (id: unknown, all = false) => {
    const remaining = all ? 0 : (open.get(id) ?? 0) - 1;
    if (remaining > 0) open.set(id, remaining);
    else open.delete(id);
    wake();
  };
  return {
    get size() {
      return open.size;
    },
    hook: {
      onReceive(message, _extra, next) {
        if ('method' in message) {
          // A subscription lasts as long as the connection and is not awaited.
          const isAwaited = 'id' in message && message.method !== LISTEN_METHOD;
          if (isAwaited) open.set(message.id, (open.get(message.id) ?? 0) + 1);
          // A cancelled request is not answered.
          if (message.method === 'notifications/cancelled') settle(message.params?.requestId, true);
        }
        next(message);
      },
      async onSend(message, _options, next) {
        try {
          await next(message);
        } finally {
          if ('id' in message && !('method' in message)) settle(message.id);
        }
      },
    },
    change: () =>
      new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, 100).unref();
      }),
  };
}

import type { Client, ClientConfig } from 'pg';
import { createListeners } from '../concurrency/listeners.ts';

/** Interval at which the connection is checked, and the listeners are called in case a notification was lost. */
const HEARTBEAT_MS = 30_000;
/** Backoff between connection attempts: doubles from the minimum to the maximum. */
const MIN_RECONNECT_DELAY_MS = 100;
const MAX_RECONNECT_DELAY_MS = 5_000;

/** Notifications of other processes. */
export interface NotificationListener {
  /**
   * Returns a function that removes the listener.
   * @param listener receives the payload; undefined if a notification may have been lost.
   */
  listen(listener: (payload: string | undefined) => void): () => void;
  close(): Promise<void>;
}

/**
 * Receives notifications (LISTEN, NOTIFY) on a dedicated connection, which is open while there are listeners.
 * @param name of the channel, a lower-case word. It is not quoted, so it must be a constant.
 */
export function listenForNotifications(config: ClientConfig, name: string): NotificationListener {
  const listeners = createListeners<string | undefined>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delayMs = MIN_RECONNECT_DELAY_MS;
  const schedule = (work: () => void, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds).unref();
  };

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg');
    if (listeners.size === 0 || client) return;
    const opened = new pg.Client(config);
    client = opened;
    opened.on('error', () => reconnect(opened));
    opened.on('end', () => reconnect(opened));
    opened.on('notification', ({ payload }) => listeners.call(payload));
    try {
      // Listening must not keep the process alive. The types of `pg` lack this method.
      const connected = opened.connect();
      (opened as Client & { unref(): void }).unref();
      await connected;
      await opened.query(`listen ${name}`);
      delayMs = MIN_RECONNECT_DELAY_MS;
      heartbeat(opened);
    } catch {
      reconnect(opened);
    }
  }

  /** Runs first on each new connection, because notifications sent before LISTEN are lost. */
  function heartbeat(checked: Client): void {
    if (checked !== client) return;
    listeners.call(undefined);
    schedule(
      () =>
        checked.query('select 1').then(
          () => heartbeat(checked),
          () => reconnect(checked),
        ),
      HEARTBEAT_MS,
    );
  }

  function reconnect(lost: Client): void {
    if (lost !== client) return;
    client = undefined;
    void lost.end().catch(() => {});
    if (listeners.size === 0) return;
    schedule(connect, delayMs);
    delayMs = Math.min(delayMs * 2, MAX_RECONNECT_DELAY_MS);
  }

  async function stop(): Promise<void> {
    clearTimeout(timer);
    const closing = client;
    client = undefined;
    await closing?.end().catch(() => {});
  }

  return {
    listen(listener) {
      const remove = listeners.add(listener);
      if (listeners.size === 1) void connect();
      return () => {
        remove();
        if (listeners.size === 0) void stop();
      };
    },
    close: stop,
  };
}

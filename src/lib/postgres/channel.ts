import type { Client, ClientConfig } from 'pg';
import { createListeners } from '../listeners.ts';

/** How often the connection is tried, and the listeners called in case that something got lost, in milliseconds. */
const HEARTBEAT = 30_000;
/** How long to wait before connecting again, in milliseconds. */
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** What other processes notify of. */
export interface Channel {
  listen(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Hears what is notified by LISTEN, on a connection of its own, which is there while somebody listens.
 * @param name a lower-case word of ours.
 */
export function watchChannel(config: ClientConfig, name: string): Channel {
  const listeners = createListeners();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = SHORTEST_PAUSE;
  const later = (work: () => void, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds).unref();
  };

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg');
    if (listeners.size === 0 || client) return;
    const mine = new pg.Client(config);
    client = mine;
    mine.on('error', () => lose(mine));
    mine.on('end', () => lose(mine));
    mine.on('notification', () => listeners.call());
    try {
      // Listening keeps no process alive. The types do not know of this method.
      const connected = mine.connect();
      (mine as Client & { unref(): void }).unref();
      await connected;
      await mine.query(`listen ${name}`);
      pause = SHORTEST_PAUSE;
      beat(mine);
    } catch {
      lose(mine);
    }
  }

  /** Also the first thing on a new connection: whatever happened before it was listening was not heard. */
  function beat(mine: Client): void {
    if (mine !== client) return;
    listeners.call();
    later(
      () =>
        mine.query('select 1').then(
          () => beat(mine),
          () => lose(mine),
        ),
      HEARTBEAT,
    );
  }

  function lose(mine: Client): void {
    if (mine !== client) return;
    client = undefined;
    void mine.end().catch(() => {});
    if (listeners.size === 0) return;
    later(connect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  async function stop(): Promise<void> {
    clearTimeout(timer);
    const last = client;
    client = undefined;
    await last?.end().catch(() => {});
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

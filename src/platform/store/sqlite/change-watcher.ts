import { createListeners } from '../../../lib/concurrency/listeners.ts';
import type { SqliteConnection } from './sqlite-api.ts';

/** Milliseconds between polls. A poll takes microseconds: SQLite reads a counter in shared memory or in the file. */
const POLL_INTERVAL_MS = 400;

interface ChangeWatcher {
  listen(listener: () => void): () => void;
  close(): void;
}

/**
 * Detects commits of other connections by polling `pragma data_version` on the read connection, as long as there are
 * listeners. A database in memory has no read connection, and no other process can write to it.
 */
export function watchChanges(reader: SqliteConnection | undefined): ChangeWatcher {
  const listeners = createListeners();
  let timer: NodeJS.Timeout | undefined;
  let last: number | undefined;

  function poll() {
    const version = reader && dataVersion(reader);
    if (version === undefined) return;
    const changed = last !== undefined && version !== last;
    last = version;
    if (changed) listeners.call();
  }
  function stop() {
    clearInterval(timer);
    timer = undefined;
    last = undefined;
  }
  return {
    listen(listener) {
      const remove = listeners.add(listener);
      if (reader && !timer) {
        poll();
        timer = setInterval(poll, POLL_INTERVAL_MS).unref();
      }
      return () => {
        remove();
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
}

/** Undefined if it cannot be read now: another process commits, or the next query reports the error of the file. */
function dataVersion(reader: SqliteConnection): number | undefined {
  try {
    const [row] = reader.prepare('pragma data_version').all() as { data_version: number }[];
    return row?.data_version;
  } catch {
    return undefined;
  }
}

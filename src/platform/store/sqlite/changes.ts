import { createListeners } from '../../../lib/listeners.ts';
import type { SqliteConnection } from './driver.ts';

/** How often is looked, in milliseconds. Looking takes microseconds: SQLite reads a counter in shared memory. */
const INTERVAL = 400;

export interface Changes {
  listen(listener: () => void): () => void;
  close(): void;
}

/**
 * Notices commits of others by `pragma data_version` on a connection that does not write, while somebody listens. A
 * database in memory has no such connection, and nobody else writes to it.
 */
export function watchChanges(reader: SqliteConnection | undefined): Changes {
  const listeners = createListeners();
  let timer: NodeJS.Timeout | undefined;
  let last: number | undefined;

  function look() {
    const version = reader && dataVersion(reader);
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
        look();
        timer = setInterval(look, INTERVAL).unref();
      }
      return () => {
        remove();
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
}

/** Undefined when it cannot be read now: what is wrong with the file is told by whoever needs it next. */
function dataVersion(reader: SqliteConnection): number | undefined {
  try {
    const [row] = reader.prepare('pragma data_version').all() as { data_version: number }[];
    return row?.data_version;
  } catch {
    return undefined;
  }
}

import type { JsonObject } from '../lib/json.ts';
import { STATE_EVENTS } from '../lib/postgres/advisory-locks.ts';
import { STATE_CHANNEL, type StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

export interface LogEntry {
  id: string;
  /** Increases from 1 in the order of appends, the same for all replicas. */
  position: number;
  entry: JsonObject;
}

/** Append-only log that the replicas of one server share. */
export interface SharedLog {
  /** Appends an entry, unless the log has one with this id. Returns whether it did. */
  append(id: string, entry: JsonObject): Promise<boolean>;
  /** Changes the content of an entry in its place, if the log still has it. */
  change(id: string, change: (entry: JsonObject) => JsonObject): Promise<void>;
  /** Returns entries after a position, in order; the latest ones if the position is undefined. */
  after(position: number | undefined, limit: number): Promise<LogEntry[]>;
  /**
   * Returns whether the log still has this entry, and no other one in its place. If not, the database was restored from
   * an older copy.
   */
  has(entry: Pick<LogEntry, 'position' | 'id'>): Promise<boolean>;
  /** Calls `listener` after an append of any replica, sometimes without one. Returns the function that unsubscribes. */
  onAppend(listener: () => void): () => void;
}

/**
 * @param server opaque key that separates the logs of several servers in one database.
 * @param maxEntries maximum number of retained entries.
 */
export function createSharedLog(database: StateDatabase, server: string, maxEntries: number): SharedLog {
  return {
    append: (id, entry) =>
      database.transaction(async (query) => {
        // So that positions become visible in their order.
        await query('select pg_advisory_xact_lock($1, $2)', ...STATE_EVENTS);
        const added = await query<{ position: number }>(
          `insert into rcpt_state.event_log (server, position, id, added_at, entry)
          select $1, coalesce((select max(position) from rcpt_state.event_log where server = $1), 0) + 1, $2, ${NOW}, $3
          where not exists (select from rcpt_state.event_log where server = $1 and id = $2)
          returning position`,
          server,
          id,
          JSON.stringify(entry),
        );
        const position = added[0]?.position;
        if (position === undefined) return false;
        const prune = 'delete from rcpt_state.event_log where server = $1 and position <= $2::bigint - $3::bigint';
        await query(prune, server, position, maxEntries);
        await query('select pg_notify($1, $2)', STATE_CHANNEL, '');
        return true;
      }),
    change: (id, change) =>
      database.transaction(async (query) => {
        const found = await query<{ entry: string }>(
          'select entry from rcpt_state.event_log where server = $1 and id = $2 for update',
          server,
          id,
        );
        for (const { entry } of found) {
          const changed = JSON.stringify(change(JSON.parse(entry) as JsonObject));
          await query('update rcpt_state.event_log set entry = $3 where server = $1 and id = $2', server, id, changed);
        }
      }),
    async after(position, limit) {
      const rows = await database.read<{ position: number; id: string; entry: string }>(
        `select position, id, entry from rcpt_state.event_log where server = $1 and position > $2
        order by position ${position === undefined ? 'desc' : 'asc'} limit $3`,
        server,
        position ?? 0,
        limit,
      );
      if (position === undefined) rows.reverse();
      return rows.map((row) => ({ ...row, entry: JSON.parse(row.entry) as JsonObject }));
    },
    async has({ position, id }) {
      // Pruned entries count as had: later positions show that they were there.
      const [row] = await database.read<{ last: number | null; id: string | null }>(
        `select max(position) as last, max(id) filter (where position = $2) as id
        from rcpt_state.event_log where server = $1`,
        server,
        position,
      );
      return row?.id ? row.id === id : (row?.last ?? 0) >= position;
    },
    onAppend: database.onChange,
  };
}

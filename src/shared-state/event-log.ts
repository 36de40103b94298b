import type { JsonObject } from '../lib/json.ts';
import { CHANNEL, type StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** Whoever adds an entry has this advisory lock: so positions become visible in their order. */
const LOCK = [0x72637074, 2] as const;

export interface LogEntry {
  /** Counts up from 1 in the order in which entries were added, the same for every replica. */
  position: number;
  entry: JsonObject;
}

/** What all replicas of one server learn of, in one order. */
export interface SharedLog {
  /** Adds an entry, unless there is one of this id. */
  append(id: string, entry: JsonObject): Promise<void>;
  /** Entries after a position, in order; after `undefined` the latest there are. */
  after(position: number | undefined, limit: number): Promise<LogEntry[]>;
  /** Calls `listener` soon after something was added, whoever did it; also for no reason. Returns what ends it. */
  onAppend(listener: () => void): () => void;
}

/**
 * @param server tells the logs of several servers on one database apart, and says nothing of them.
 * @param maxEntries entries kept at most.
 */
export function createSharedLog(database: StateDatabase, server: string, maxEntries: number): SharedLog {
  return {
    append: (id, entry) =>
      database.transaction(async (query) => {
        await query('select pg_advisory_xact_lock($1, $2)', ...LOCK);
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
        if (position === undefined) return;
        const old = 'delete from rcpt_state.event_log where server = $1 and position <= $2::bigint - $3::bigint';
        await query(old, server, position, maxEntries);
        await query('select pg_notify($1, $2)', CHANNEL, '');
      }),
    async after(position, limit) {
      const rows = await database.read<{ position: number; entry: string }>(
        `select position, entry from rcpt_state.event_log where server = $1 and position > $2
        order by position ${position === undefined ? 'desc' : 'asc'} limit $3`,
        server,
        position ?? 0,
        limit,
      );
      if (position === undefined) rows.reverse();
      return rows.map((row) => ({ position: row.position, entry: JSON.parse(row.entry) as JsonObject }));
    },
    onAppend: database.onChange,
  };
}

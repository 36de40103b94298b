import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** How often a process looks for what is too old, in milliseconds. */
const EVERY_MS = 60_000;

export interface TidyOptions {
  database: StateDatabase;
  clock: Clock;
  logger: Logger;
  /** How long a wish is remembered, and an entry of the log, in milliseconds. */
  intentsKeptMs: number;
  logKeptMs: number;
}

/** Gives what removes what is too old, now and then, beside the work of whoever calls it. */
export function createTidying({ database, clock, logger, intentsKeptMs, logKeptMs }: TidyOptions): () => void {
  let last: number | undefined;
  const tidy = async () => {
    await database.write(
      `delete from rcpt_state.intents
      where asked_at < ${NOW} - $1::bigint and not (status = 'making' and lease_until > ${NOW})`,
      intentsKeptMs,
    );
    // Of the last entry its position stays: others go on from it.
    await database.write(
      `delete from rcpt_state.log l where added_at < ${NOW} - $1::bigint
      and position < (select max(position) from rcpt_state.log where server = l.server)`,
      logKeptMs,
    );
    const empty = `update rcpt_state.log set entry = '{}' where added_at < ${NOW} - $1::bigint and entry <> '{}'`;
    await database.write(empty, logKeptMs);
  };
  return () => {
    if (last !== undefined && clock.now() - last < EVERY_MS) return;
    last = clock.now();
    void tidy().catch((error: unknown) => logger.debug('what is too old is still there', { error }));
  };
}

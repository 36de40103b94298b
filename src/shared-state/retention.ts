import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** Time between two runs of one process, in milliseconds. */
const INTERVAL_MS = 60_000;

interface RetentionOptions {
  database: StateDatabase;
  clock: Clock;
  logger: Logger;
  /** How long outcomes of create requests are recorded, in milliseconds. */
  idempotencyTtlMs: number;
  /** How long events are recorded, in milliseconds. */
  logTtlMs: number;
}

/** Prunes expired rows in the background. */
interface Retention {
  /** Prunes now, unless this process has done so in the last minute. */
  prune(): void;
  stop(): void;
}

/** Starts pruning every minute, because rows expire on a quiet server, too. */
export function createRetention(options: RetentionOptions): Retention {
  const { database, clock, logger, idempotencyTtlMs, logTtlMs } = options;
  let lastRun: number | undefined;
  const deleteExpired = async () => {
    await database.write(
      `delete from rcpt_state.idempotency_keys
      where requested_at < ${NOW} - $1::bigint and not (status = 'claimed' and lease_until > ${NOW})`,
      idempotencyTtlMs,
    );
    // The last entry keeps its row, because new entries continue from its position.
    await database.write(
      `delete from rcpt_state.event_log l where added_at < ${NOW} - $1::bigint
      and position < (select max(position) from rcpt_state.event_log where server = l.server)`,
      logTtlMs,
    );
    const clearLast = `update rcpt_state.event_log set entry = '{}' where added_at < ${NOW} - $1::bigint and entry <> '{}'`;
    await database.write(clearLast, logTtlMs);
  };
  const prune = () => {
    if (lastRun !== undefined && clock.monotonic() - lastRun < INTERVAL_MS) return;
    lastRun = clock.monotonic();
    void deleteExpired().catch((error: unknown) => logger.debug('expired rows could not be pruned', { error }));
  };
  const timer = setInterval(prune, INTERVAL_MS).unref();
  return { prune, stop: () => clearInterval(timer) };
}

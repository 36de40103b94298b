import { sql } from 'kysely';
import { BOOKING_DAYS, IDEMPOTENCY_KEYS, TEAMS, WHOLE_DATABASE } from '../../../lib/postgres/advisory-locks.ts';
import type { LockScope } from '../engine.ts';
import type { Db } from '../schema/schema.ts';
import { send } from '../sent.ts';

/**
 * Acquires the advisory locks of a scope until the transaction ends. Every statement after this one sees the commits
 * of earlier holders, because transactions here are read committed. Locks are always acquired in the same order, the
 * database before a team and keys by their hashes, so that they cannot deadlock. Two teams or keys with the same hash sometimes
 * wait for each other, which is harmless.
 */
export function acquireLocks(tx: Db, scope: LockScope): void {
  if (scope === 'rows') return;
  if (scope === 'booking_days') {
    send(tx, sql`select pg_advisory_xact_lock(${BOOKING_DAYS[0]}::int, ${BOOKING_DAYS[1]}::int)`);
  } else if (scope === 'all') {
    send(tx, sql`select pg_advisory_xact_lock(${WHOLE_DATABASE[0]}::int, ${WHOLE_DATABASE[1]}::int)`);
  } else if ('keys' in scope) {
    // A commit does not wait for the disk: that of the record that is created waits, and the log has the claim before it.
    // Without the end of a claim, which a crash of the server can lose, its outcome is unknown, and a repetition finds it out.
    send(
      tx,
      sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${IDEMPOTENCY_KEYS}::int, hash)
          from (select distinct hashtext(key) as hash from unnest(${scope.keys}::text[]) as keys (key) order by hash) as hashes`,
    );
  } else {
    // The locks of a team are released before the change is on disk.
    send(
      tx,
      sql`select set_config('synchronous_commit', 'off', true),
          pg_advisory_xact_lock_shared(${WHOLE_DATABASE[0]}::int, ${WHOLE_DATABASE[1]}::int),
          pg_advisory_xact_lock(${TEAMS}::int, hashtext(${scope.team}))`,
    );
  }
}

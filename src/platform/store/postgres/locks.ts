import { sql } from 'kysely';
import type { LockScope } from '../engine.ts';
import type { Db } from '../schema.ts';
import { send } from '../sent.ts';

/** The first key of this program's advisory locks ("rcpt" in ASCII), so that they do not clash with other programs'. */
const LOCK_NAMESPACE = 0x72637074;
/** The second key of the lock on the whole database. Team locks have a separate namespace. */
const WHOLE_DATABASE = 0;
/** The second key of the lock on what is stored of bookings for summaries. */
const BOOKING_DAYS = 1;
const TEAM_NAMESPACE = LOCK_NAMESPACE + 1;

/**
 * Acquires the advisory locks of a scope until the transaction ends. Every statement after this one sees the commits
 * of earlier holders, because transactions here are read committed. Locks are always acquired in the same order, the
 * database before a team, so that they cannot deadlock.
 */
export function acquireLocks(tx: Db, scope: LockScope): void {
  if (scope === 'rows') return;
  if (scope === 'booking_days') {
    send(tx, sql`select pg_advisory_xact_lock(${LOCK_NAMESPACE}::int, ${BOOKING_DAYS}::int)`);
  } else if (scope === 'all') {
    send(tx, sql`select pg_advisory_xact_lock(${LOCK_NAMESPACE}::int, ${WHOLE_DATABASE}::int)`);
  } else {
    // The locks of a team are released before the change is on disk. Two teams whose ids have the same hash sometimes wait for
    // each other, which is harmless.
    send(
      tx,
      sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock_shared(${LOCK_NAMESPACE}::int, ${WHOLE_DATABASE}::int),
          pg_advisory_xact_lock(${TEAM_NAMESPACE}::int, hashtext(${scope.team}))`,
    );
  }
}

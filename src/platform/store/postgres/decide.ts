import { sql } from 'kysely';
import { CommitLostError, codeOf, isAbsent, isConflict, isRestarted } from '../../../lib/postgres/errors.ts';
import type { Decision } from '../engine.ts';
import type { Db } from '../schema.ts';
import { send } from '../sent.ts';
import { joinTeam, lockStoring } from './locks.ts';
import { isOverlapError } from './overlap.ts';
import type { Transactions } from './transactions.ts';

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const DIVISION_BY_ZERO = '22012';

/**
 * Decides while other decisions of the team are made and stored, then stores what was decided if the conditions still
 * hold. Only the storing excludes others: its statements, from the lock to the commit, are sent at once, so that the lock is
 * held for as long as the server takes to execute them, whatever happens to this process.
 */
export function decideTogether<T>(
  transactions: Transactions,
  team: string,
  decide: (db: Db) => Promise<Decision<T>>,
): Promise<T> {
  return transactions.write(
    async (tx) => {
      const { conditions, store } = await decide(tx);
      lockStoring(tx, team);
      // Sees what was stored before the lock, and fails the transaction with an error: there is no statement for that.
      const all = sql.join([sql`true`, ...conditions], sql` and `);
      if (conditions.length > 0) send(tx, sql`select 1 / case when ${all} then 1 else 0 end`);
      return store(tx);
    },
    { lock: (tx) => joinTeam(tx, team), releasesEarly: true },
  );
}

/**
 * True if another decision may be the cause of a failure: one that was stored meanwhile, or that was seen in part, because
 * each statement sees the data as of its own start. The decision is then made again while no other is.
 */
export function isContradicted(error: unknown): boolean {
  if (error instanceof CommitLostError || isRestarted(error) || isAbsent(error)) return false;
  const code = codeOf(error);
  return !/^[0-9A-Z]{5}$/.test(code) || code === DIVISION_BY_ZERO || isOverlapError(error) || isConflict(error);
}

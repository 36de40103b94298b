import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Condition } from '../store/engine.ts';
import type { Db, TeamRow } from '../store/schema.ts';
import { type Business, loadBusiness, loadTeam } from './business.ts';

/** Businesses that a process keeps at most. A database has one, or a few. */
export const MAX_CACHED_BUSINESSES = 50;

/** A business that decisions share: it must not be changed. */
export interface ReadBusiness {
  business: Business;
  /** True in the database as long as the business is the present one. */
  isPresent: Condition;
}

/**
 * Keeps businesses for decisions. Each change of people, services or rules changes the row of the team, whose revision counts
 * them, so that this row says whether a copy is the present state.
 */
export function createBusinessCache() {
  const cached = new Map<string, Business>();
  return {
    /**
     * Returns the business that is kept, or reads it.
     * @param isLocked true if the business cannot be changed by others until the transaction ends: then it is the present one.
     * Otherwise it may be an earlier one.
     */
    async read(db: Db, teamId: string, isLocked: boolean): Promise<ReadBusiness> {
      const known = cached.get(teamId);
      if (known && !isLocked) return { business: known, isPresent: isPresent(known.team) };
      const team = await loadTeam(db, teamId);
      if (known && isDeepStrictEqual(known.team, team)) return { business: known, isPresent: isPresent(team) };
      return { business: await loadBusiness(db, team), isPresent: isPresent(team) };
    },
    /**
     * Keeps a business that a decision was made from, after that decision is stored. Until then the business itself may be
     * undone: it can be a change that shares the transaction, or one that is not on disk yet. Another change would get its revision.
     */
    keep(business: Business): void {
      const { id } = business.team;
      if (cached.get(id) === business) return;
      cached.delete(id);
      cached.set(id, business);
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED_BUSINESSES && oldest !== undefined) cached.delete(oldest);
    },
  };
}

/** A removed demo business begins at the first revision again. */
const isPresent = ({ id, revision, is_demo }: TeamRow) =>
  sql<boolean>`exists (select 1 from teams where id = ${id} and revision = ${revision} and is_demo = ${is_demo})`;

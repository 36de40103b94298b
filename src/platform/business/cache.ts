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
 * Reads businesses for decisions, and keeps them. Each change of people, services or rules changes the row of the team, whose
 * revision counts them, so that this row says whether a copy is the present state.
 */
export function createBusinessCache() {
  const cached = new Map<string, Business>();
  return {
    /**
     * @param isLocked true if the business cannot be changed by others until the transaction ends: then it is the present one.
     * Otherwise it may be an earlier one.
     */
    async read(db: Db, teamId: string, isLocked: boolean): Promise<ReadBusiness> {
      const known = cached.get(teamId);
      if (known && !isLocked) return { business: known, isPresent: isPresent(known.team) };
      const team = await loadTeam(db, teamId);
      if (known && isDeepStrictEqual(known.team, team)) return { business: known, isPresent: isPresent(team) };
      const business = await loadBusiness(db, team);
      cached.delete(teamId);
      cached.set(teamId, business);
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED_BUSINESSES && oldest !== undefined) cached.delete(oldest);
      return { business, isPresent: isPresent(team) };
    },
  };
}

/** A removed demo business begins at the first revision again. */
const isPresent = ({ id, revision, is_demo }: TeamRow) =>
  sql<boolean>`exists (select 1 from teams where id = ${id} and revision = ${revision} and is_demo = ${is_demo})`;

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Condition } from '../store/engine.ts';
import type { Db, TeamRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { type Business, loadBusiness, loadTeam } from './business.ts';

/** Businesses that a process keeps at most. A database has one, or a few. */
export const MAX_CACHED_BUSINESSES = 50;

/** A business that decisions and answers share: it must not be changed. */
export interface ReadBusiness {
  business: Business;
  /** True in the database as long as the business is the present one. */
  isPresent: Condition;
}

/**
 * Keeps businesses for decisions and answers. Each change of people, services or rules changes the row of the team, whose
 * revision counts them, so that this row says whether a copy is the present state. In a mirror of another platform, services
 * change without it: no request reads those through this cache.
 */
export function createBusinessCache() {
  const cached = new Map<string, Business>();
  const asSeen = async (db: Db, teamId: string): Promise<Business> => {
    const known = cached.get(teamId);
    const team = await loadTeam(db, teamId);
    return known && isDeepStrictEqual(known.team, team) ? known : loadBusiness(db, team);
  };
  const keep = (business: Business): void => {
    const { id } = business.team;
    if (cached.get(id) === business) return;
    cached.delete(id);
    cached.set(id, business);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_BUSINESSES && oldest !== undefined) cached.delete(oldest);
  };
  /**
   * Reads for an answer in a transaction of `store.read`, which sees stored changes only.
   * @param work receives the business as the transaction sees it.
   */
  async function readWith<T>(
    store: Pick<Store, 'read'>,
    teamId: string,
    work: (db: Db, business: Business) => Promise<T>,
  ): Promise<T> {
    const { business, result } = await store.read(async (db) => {
      const business = await asSeen(db, teamId);
      return { business, result: await work(db, business) };
    });
    keep(business);
    return result;
  }
  return {
    /**
     * Returns the business that is kept, or reads it.
     * @param isLocked true if the business cannot be changed by others until the transaction ends: then it is the present one.
     * Otherwise it may be an earlier one.
     */
    async read(db: Db, teamId: string, isLocked: boolean): Promise<ReadBusiness> {
      const known = cached.get(teamId);
      const business = known && !isLocked ? known : await asSeen(db, teamId);
      return { business, isPresent: isPresent(business.team) };
    },
    /**
     * Keeps a business that a decision was made from, after that decision is stored. Until then the business itself may be
     * undone: it can be a change that shares the transaction, or one that is not on disk yet. Another change would get its revision.
     */
    keep,
    readWith,
    /** The present business, for an answer that needs nothing else: one statement while it does not change. */
    async present(store: Pick<Store, 'read' | 'readUncoordinated'>, teamId: string): Promise<Business> {
      const known = cached.get(teamId);
      if (known) {
        const team = await store.readUncoordinated((db) => loadTeam(db, teamId));
        if (isDeepStrictEqual(known.team, team)) return known;
      }
      return readWith(store, teamId, async (_db, business) => business);
    },
  };
}

/** A removed demo business begins at the first revision again. */
const isPresent = ({ id, revision, is_demo }: TeamRow) =>
  sql<boolean>`exists (select 1 from teams where id = ${id} and revision = ${revision} and is_demo = ${is_demo})`;

export type BusinessCache = ReturnType<typeof createBusinessCache>;

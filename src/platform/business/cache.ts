import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../store/schema.ts';
import { type Business, loadBusiness, loadTeam } from './business.ts';

/** Businesses that a process keeps at most. A database has one, or a few. */
export const MAX_CACHED_BUSINESSES = 50;

/** Reads the business of a team. The result is shared: it must not be changed. */
export type BusinessReader = (db: Db, teamId: string) => Promise<Business>;

/**
 * Keeps businesses as they were read: each change of people, services or rules changes the row of the team, whose revision
 * counts them, so that one row says whether a copy is the present state. For transactions that exclude such a change.
 */
export function createBusinessCache(): BusinessReader {
  const cached = new Map<string, Business>();
  return async (db, teamId) => {
    const team = await loadTeam(db, teamId);
    const known = cached.get(teamId);
    if (known && isDeepStrictEqual(known.team, team)) return known;
    const business = await loadBusiness(db, team);
    cached.delete(teamId);
    cached.set(teamId, business);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_BUSINESSES && oldest !== undefined) cached.delete(oldest);
    return business;
  };
}

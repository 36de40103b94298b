import { newId } from '../lib/ids.ts';
import { applyBusiness } from './business/apply.ts';
import { PLACEHOLDER_NAME, PLACEHOLDER_OWNER } from './business/new-business.ts';
import type { DemoBusiness } from './demo/types.ts';
import { firstTeam } from './store/accounts/users.ts';
import { importBusiness } from './store/import.ts';
import { emptyDatabase } from './store/migrate.ts';
import type { TeamRow } from './store/schema/schema.ts';
import type { Store } from './store/store.ts';

/** The initial content of a new database. */
type Seed = 'demo' | 'empty' | DemoBusiness;

/** Returns the first team. In a new database, the first process to get here imports `seed` as that team; without, it is refused. */
export async function ensureTeam(store: Store, seed: Seed | undefined, now: number): Promise<TeamRow> {
  const existing = await store.read(firstTeam);
  if (existing) return existing;
  if (seed === undefined) throw emptyDatabase();
  const business = await loadSeed(seed, now);
  return store.write(async (tx) => {
    const concurrent = await firstTeam(tx);
    if (concurrent) return concurrent;
    const team = await importBusiness(tx, business, now);
    if (business.file) await applyBusiness(tx, { teamId: team.id, file: business.file, prune: new Set(), now });
    return team;
  }, 'all');
}

async function loadSeed(seed: Seed, now: number): Promise<DemoBusiness> {
  if (seed === 'empty') return emptyBusiness();
  if (seed !== 'demo') return seed;
  // Imported only when needed: it is large, and most starts find a seeded database.
  const { demoBusiness } = await import('./demo/index.ts');
  return demoBusiness(now);
}

/** A team with an owner and nothing else, until a business file says what the business is. */
export function emptyBusiness(): DemoBusiness {
  return {
    team: { id: newId('team'), name: PLACEHOLDER_NAME, time_zone: 'UTC', default_country: 'US' },
    users: [{ id: newId('usr'), ...PLACEHOLDER_OWNER }],
    staff: [],
    services: [],
    contacts: [],
    bookings: [],
    calls: [],
  };
}

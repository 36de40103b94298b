import { newId } from '../lib/ids.ts';
import type { DemoBusiness } from './demo/types.ts';
import { importBusiness } from './store/import.ts';
import { firstTeam } from './store/people.ts';
import type { TeamRow } from './store/schema.ts';
import type { Store } from './store/store.ts';

/** What a new database begins with. */
export type Seed = 'demo' | 'empty' | DemoBusiness;

/** The first team; in a new database, the one that `seed` describes, brought in by whichever process comes first. */
export async function ensureTeam(store: Store, seed: Seed, now: number): Promise<TeamRow> {
  const existing = await store.read(firstTeam);
  if (existing) return existing;
  const business = await businessOf(seed, now);
  return store.write(async (tx) => {
    const already = await firstTeam(tx);
    if (already) return already;
    await importBusiness(tx, business, now);
    return { ...business.team, created_at: now };
  });
}

async function businessOf(seed: Seed, now: number): Promise<DemoBusiness> {
  if (seed === 'empty') return emptyBusiness();
  if (seed !== 'demo') return seed;
  // Loaded only when needed: it is large, and most starts find a database that has it.
  const { demoBusiness } = await import('./demo/index.ts');
  return demoBusiness(now);
}

/** A team with an owner and nothing else. */
function emptyBusiness(): DemoBusiness {
  return {
    team: { id: newId('team'), name: 'My business', time_zone: 'UTC', default_country: 'US' },
    users: [{ id: newId('usr'), email: 'owner@example.com', name: 'Owner', role: 'owner' }],
    staff: [],
    services: [],
    contacts: [],
    bookings: [],
    calls: [],
  };
}

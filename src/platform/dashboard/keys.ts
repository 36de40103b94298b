import { keyInfo } from '../admin/keys.ts';
import { notFound } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import { type KeyWithRole, listKeys, revokeTeamKey } from '../store/accounts/keys.ts';
import { MAX_LISTED_KEYS } from './endpoints-keys.ts';
import type { DashboardHandlers } from './router.ts';

/** The API keys of a team, without their values. */
export function keyRoutes({ store, clock }: RouteContext): Pick<DashboardHandlers, 'listApiKeys' | 'revokeApiKey'> {
  const shown = (row: KeyWithRole) => {
    const key = keyInfo(row, clock.now());
    return {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      status: key.status,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
      last_used_at: key.lastUsedAt,
    };
  };
  return {
    async listApiKeys({ team }) {
      const keys = (await store.readUncoordinated((db) => listKeys(db, team.id))).map(shown);
      const isInactive = (status: string) => Number(status !== 'active');
      // The sort is stable: within both groups the newest stay first.
      return keys.sort((a, b) => isInactive(a.status) - isInactive(b.status)).slice(0, MAX_LISTED_KEYS);
    },
    async revokeApiKey({ team, params: { key_id: id = '' } }) {
      const row = await store.write((tx) => revokeTeamKey(tx, { id, teamId: team.id }, clock.now()), 'rows');
      if (!row) throw notFound('API key');
      return shown(row);
    },
  };
}

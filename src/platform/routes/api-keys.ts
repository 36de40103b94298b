import { apiKeyBodySchema, DEFAULT_KEY_DAYS, type Scope } from '../../contract/index.ts';
import { makeKey } from '../auth/keys.ts';
import { forbidden } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { insertKey } from '../store/accounts/keys.ts';
import { toIso } from '../store/time.ts';
import type { RouteContext } from './context.ts';

export function apiKeyRoutes({ store, clock }: RouteContext): Pick<Handlers, 'createApiKey'> {
  return {
    async createApiKey({ caller: { teamId, user }, body }) {
      // Keys belong to the user of a session: the endpoint accepts no other callers.
      if (!user) throw forbidden();
      const { name, scopes, expires_in_days } = await body(apiKeyBodySchema());
      const { value, row } = makeKey(
        {
          teamId,
          userId: user.id,
          name,
          scopes: scopes as Scope[],
          expiresInDays: expires_in_days ?? DEFAULT_KEY_DAYS,
        },
        clock.now(),
      );
      await store.write((tx) => insertKey(tx, row), 'rows');
      return {
        id: row.id,
        name: row.name,
        key: value.reveal(),
        scopes: JSON.parse(row.scopes_json) as Scope[],
        created_at: toIso(row.created_at),
        expires_at: toIso(row.expires_at),
      };
    },
  };
}

import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import type { DashboardEndpoint } from './endpoint.ts';

/** Keys in one list. Each is a row of the database, and signed-in admins alone make them. */
export const MAX_LISTED_KEYS = 500;

export const listedKey = () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('First characters of the key'),
    scopes: z.array(z.string()).describe('None beyond the role that its user has at present'),
    status: z.enum(['active', 'no_access', 'expired', 'revoked']).describe('`no_access`: its user left the team'),
    created_at: timestamp(),
    expires_at: timestamp(),
    revoked_at: timestamp().nullable(),
    last_used_at: timestamp().nullable().describe('Accurate to one minute'),
  });

/** The API keys of a team. They are created at the endpoint of the specification. */
export const KEY_ENDPOINTS = {
  listApiKeys: {
    method: 'GET',
    path: '/dashboard/teams/{team_id}/api-keys',
    access: 'admin',
    body: null,
    data: () => z.array(listedKey()).max(MAX_LISTED_KEYS),
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/dashboard/teams/{team_id}/api-keys/{key_id}',
    access: 'admin',
    body: null,
    data: listedKey,
  },
} as const satisfies Record<string, DashboardEndpoint>;

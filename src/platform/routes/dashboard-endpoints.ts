import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import { MAX_PASSWORD_LENGTH } from '../auth/passwords.ts';

/**
 * Signing in to the dashboard and out again: paths, bodies, and the `data` of the responses. The specification does not define
 * it; it only mentions a session cookie.
 */
export const DASHBOARD_ENDPOINTS = {
  signIn: {
    path: '/dashboard/login',
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(MAX_PASSWORD_LENGTH) }),
    data: () =>
      z.strictObject({
        user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }),
        teams: z.array(
          z.strictObject({ id: z.string(), name: z.string(), role: z.enum(['owner', 'admin', 'member']) }),
        ),
        expires_at: timestamp().describe('End of the session'),
      }),
    description: 'Sets the session cookie. Wrong passwords are limited for each account and client address.',
  },
  signOut: {
    path: '/dashboard/logout',
    body: null,
    data: () => z.strictObject({ signed_out: z.literal(true) }),
    description: 'Ends the session of the cookie, if there is one, and deletes the cookie.',
  },
} as const;

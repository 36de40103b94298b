import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../auth/passwords.ts';
import type { DashboardEndpoint } from './endpoint.ts';

const role = z.enum(['owner', 'admin', 'member']);

const user = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  has_password: z.boolean(),
  staff_id: z.string().nullable().describe('Person of the team with whose agenda the dashboard opens for the user'),
  staff_name: z.string().nullable(),
};

const USERS = '/dashboard/teams/{team_id}/users';
const LINK = '/dashboard/password-link';
const token = z.string().max(100).describe('What the link contains');

/** Who may sign in to a team, and the links by which they set their passwords. */
export const USER_ENDPOINTS = {
  listUsers: {
    method: 'GET',
    path: USERS,
    access: 'owner',
    body: null,
    data: () =>
      z.array(
        z.strictObject({
          ...user,
          link_expires_at: timestamp().nullable().describe('End of the link by which the user may set a password'),
          last_sign_in_at: timestamp().nullable().describe('Null if it is not known'),
          open_sessions: z.int(),
          signed_in_at: timestamp().nullable().describe('Beginning of the latest open session'),
        }),
      ),
  },
  addUser: {
    method: 'POST',
    path: USERS,
    access: 'owner',
    body: z.strictObject({
      email: z.string(),
      name: z.string().optional().describe('Required for a user who does not exist'),
      role: role.optional().describe('Default: `member` for a new user; otherwise absent means unchanged'),
      staff_id: z.string().max(60).nullable().optional().describe('Absent means unchanged'),
    }),
    data: () => z.strictObject({ ...user, outcome: z.enum(['added', 'changed', 'unchanged']) }),
  },
  createPasswordLink: {
    method: 'POST',
    path: `${USERS}/{user_id}/password-link`,
    access: 'owner',
    body: z.strictObject({}),
    data: () => z.strictObject({ token: token.describe('Not shown again'), expires_at: timestamp() }),
  },
  endUserSessions: {
    method: 'POST',
    path: `${USERS}/{user_id}/sign-out`,
    access: 'owner',
    body: z.strictObject({}),
    data: () => z.strictObject({ id: z.string(), ended_sessions: z.int() }),
  },
  removeUser: {
    method: 'DELETE',
    path: `${USERS}/{user_id}`,
    access: 'owner',
    body: null,
    data: () => z.strictObject({ id: z.string(), removed: z.literal(true) }),
  },
  readPasswordLink: {
    method: 'POST',
    path: LINK,
    access: 'public',
    body: z.strictObject({ token }),
    data: () => z.strictObject({ email: z.string(), expires_at: timestamp() }),
  },
  usePasswordLink: {
    method: 'POST',
    path: `${LINK}/use`,
    access: 'public',
    body: z.strictObject({ token, new_password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH) }),
    data: () => z.strictObject({ email: z.string() }),
  },
} as const satisfies Record<string, DashboardEndpoint>;

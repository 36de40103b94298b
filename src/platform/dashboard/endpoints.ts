import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../auth/passwords.ts';
import type { DashboardEndpoint } from './endpoint.ts';
import { BUSINESS_ENDPOINTS } from './endpoints-business.ts';
import { CALL_SOURCE_ENDPOINTS } from './endpoints-call-sources.ts';
import { ERASURE_ENDPOINTS } from './endpoints-erasures.ts';
import { IMPORT_ENDPOINTS } from './endpoints-imports.ts';
import { KEY_ENDPOINTS } from './endpoints-keys.ts';
import { MERGE_ENDPOINTS } from './endpoints-merges.ts';
import { PROMISE_ENDPOINTS } from './endpoints-promises.ts';
import { STAFF_CALENDAR_ENDPOINTS } from './endpoints-staff-calendars.ts';
import { TOOL_ENDPOINTS } from './endpoints-tools.ts';
import { USER_ENDPOINTS } from './endpoints-users.ts';
import { WEBHOOK_ENDPOINTS } from './endpoints-webhooks.ts';

const session = {
  user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }),
  teams: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      time_zone: z.string().describe('IANA'),
      role: z.enum(['owner', 'admin', 'member']),
      staff_id: z.string().nullable().describe('Person of the team with whose agenda the dashboard opens for the user'),
    }),
  ),
  expires_at: timestamp().describe('End of the session'),
};

/**
 * The dashboard's endpoints: paths, bodies, and the `data` of the responses. The specification does not define them; it only
 * mentions a session cookie, with which its endpoint for API keys is called.
 */
export const DASHBOARD_ENDPOINTS = {
  signIn: {
    method: 'POST',
    path: '/dashboard/login',
    access: 'public',
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(MAX_PASSWORD_LENGTH) }),
    data: () => z.strictObject(session),
    cookie: true,
    throttled: true,
  },
  signOut: {
    method: 'POST',
    path: '/dashboard/logout',
    access: 'public',
    body: null,
    data: () => z.strictObject({ signed_out: z.literal(true) }),
    cookie: true,
  },
  getSession: {
    method: 'GET',
    path: '/dashboard/session',
    access: 'session',
    body: null,
    data: () => z.strictObject({ ...session, read_only: z.boolean().describe('True if this server changes nothing') }),
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/dashboard/logout-everywhere',
    access: 'session',
    body: z.strictObject({}),
    data: () =>
      z.strictObject({
        signed_out: z.literal(true),
        ended_sessions: z.int().min(1).describe('This session and all others of the user'),
      }),
    cookie: true,
  },
  changePassword: {
    method: 'POST',
    path: '/dashboard/password',
    access: 'session',
    body: z.strictObject({
      current_password: z.string().max(MAX_PASSWORD_LENGTH),
      new_password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
    }),
    data: () => z.strictObject({ changed: z.literal(true), expires_at: timestamp().describe('End of the session') }),
    cookie: true,
    throttled: true,
  },
  ...USER_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...CALL_SOURCE_ENDPOINTS,
  ...BUSINESS_ENDPOINTS,
  ...STAFF_CALENDAR_ENDPOINTS,
  ...PROMISE_ENDPOINTS,
  ...ERASURE_ENDPOINTS,
  ...MERGE_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...TOOL_ENDPOINTS,
} as const satisfies Record<string, DashboardEndpoint>;

export type DashboardEndpointName = keyof typeof DASHBOARD_ENDPOINTS;

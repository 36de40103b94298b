import { expect } from 'vitest';
import type { ErrorBody } from '../../../src/contract/index.ts';
import type { DashboardEndpointName } from '../../../src/platform/dashboard/endpoints.ts';
import type { Answer, Send } from './client.ts';
import type { World } from './world.ts';

export const PASSWORD = 'correct horse battery';

/** Any answer of the dashboard, whose shape the OpenAPI document checks. */
export type DashboardAnswer = Answer<ErrorBody & { data: ReturnType<typeof JSON.parse> }>;

/** A user with a browser. */
export interface SignedIn {
  cookie: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<DashboardAnswer>;
}

export const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';

/** Sends requests with a cookie. */
export function withCookie(send: Send, cookie: string): SignedIn {
  return {
    cookie,
    send: (method, path, body, headers = {}) => send(method, path, { body, headers: { Cookie: cookie, ...headers } }),
  };
}

/** Signs a user in, whose password is `PASSWORD`. */
export async function signIn(send: Send, email: string, password = PASSWORD): Promise<SignedIn> {
  const answer = await send('POST', '/dashboard/login', { body: { email, password } });
  expect(answer.status).toBe(200);
  return withCookie(send, cookieOf(answer));
}

/** Signs the users of the teams `team_a` and `team_b` in, such as `owner.a`. */
export async function signInAll<N extends string>(
  world: Pick<World, 'platform' | 'send'>,
  names: readonly N[],
): Promise<Record<N, SignedIn>> {
  const users: [string, SignedIn][] = [];
  for (const name of names) {
    await world.platform.users.setPassword(`${name}@example.com`, PASSWORD);
    users.push([name, await signIn(world.send, `${name}@example.com`)]);
  }
  return Object.fromEntries(users) as Record<N, SignedIn>;
}

/** A valid body of each endpoint that has one. */
export const BODIES: Partial<Record<DashboardEndpointName, object>> = {
  signIn: { email: 'owner.a@example.com', password: PASSWORD },
  signOutEverywhere: {},
  changePassword: { current_password: 'not the password', new_password: 'another horse battery' },
  addUser: { email: 'new.a@example.com', name: 'New User' },
  createPasswordLink: {},
  endUserSessions: {},
  readPasswordLink: { token: 'unknown' },
  usePasswordLink: { token: 'unknown', new_password: 'another horse battery' },
  createTeamWebhook: { url: 'https://hooks.example.com/dashboard', events: ['booking.created'] },
  resendDeliveries: {},
  pingWebhook: {},
  addCallSource: { vendor: 'generic', name: 'front desk' },
  rotateCallSource: {},
  setStaffCalendar: { address: 'https://calendar.example.com/basic.ics', revision: 0 },
  readStaffCalendar: {},
  markPromise: { kind: 'callback', number: 1, status: 'done' },
  copyContactData: { format: 'json' },
  eraseContact: {},
  eraseCall: {},
  mergeContacts: { take: [], state: 'unknown' },
  importFile: { records: 'contacts', content: 'TmFtZQpBbm4K', dry_run: true },
  callTool: {},
};

/** The path of an endpoint in a team, with ids of records that do not exist. */
export const pathIn = (team: string, path: string) => path.replace('{team_id}', team).replace(/\{\w+\}/g, 'unknown');

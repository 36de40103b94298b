import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORBIDDEN } from '../../../src/contract/index.ts';
import type { DashboardAccess, DashboardEndpoint } from '../../../src/platform/dashboard/endpoint.ts';
import { DASHBOARD_ENDPOINTS, type DashboardEndpointName } from '../../../src/platform/dashboard/endpoints.ts';
import { BODIES, pathIn, type SignedIn, signIn, signInAll } from '../support/dashboard.ts';
import { startWorld, type World } from '../support/world.ts';

const USERS = ['owner.a', 'admin.a', 'member.a', 'owner.b'] as const;

/** Who is let in, for the endpoints of team a. */
const ADMITTED: Record<DashboardAccess, readonly string[]> = {
  public: USERS,
  session: USERS,
  member: ['owner.a', 'admin.a', 'member.a'],
  admin: ['owner.a', 'admin.a'],
  owner: ['owner.a'],
};

/** Those that end sessions have tests of their own. */
const rows = (Object.entries(DASHBOARD_ENDPOINTS) as [DashboardEndpointName, DashboardEndpoint][]).filter(
  ([name, { access }]) => access !== 'public' && name !== 'signOutEverywhere',
);

let world: World;
let users: Record<(typeof USERS)[number], SignedIn>;

beforeAll(async () => {
  world = await startWorld();
  users = await signInAll(world, USERS);
});
afterAll(() => world.close());

describe('every endpoint of the dashboard', () => {
  it.each(rows)('%s admits the roles of its row, and no other user', async (name, { method, path, access }) => {
    const body = BODIES[name];
    for (const user of USERS) {
      const answer = await users[user].send(method, pathIn('team_a', path), body);
      if (ADMITTED[access].includes(user)) expect([200, 400, 404], user).toContain(answer.status);
      else expect(answer, user).toMatchObject({ status: 403, body: FORBIDDEN });
    }
  });

  it.each(rows)(
    '%s answers 401 without a session, and speaks of the session and not of a key',
    async (name, { method, path }) => {
      const message = 'There is no session, or it has ended. Nothing was changed. Sign in.';
      for (const cookie of ['', 'rcpt_session=', `rcpt_session=${'0'.repeat(40)}`]) {
        const answer = await world.send(method, pathIn('team_a', path), {
          body: BODIES[name],
          headers: { Cookie: cookie },
        });
        expect(answer, cookie).toMatchObject({ status: 401, body: { error: 'unauthorized', message } });
      }
    },
  );

  it.each(rows.filter(([, { access }]) => !['public', 'session'].includes(access)))(
    '%s answers an unknown team like one that the user is not in',
    async (name, { method, path }) => {
      for (const team of ['team_b', 'team_none', '%00']) {
        const answer = await users['owner.a'].send(method, pathIn(team, path), BODIES[name]);
        expect(answer, team).toMatchObject({ status: 403, body: FORBIDDEN });
      }
    },
  );
});

describe('a change of the members', () => {
  const email = 'admin.a@example.com';
  const keys = '/dashboard/teams/team_a/api-keys';

  it('a new role takes effect with the next request of an open session', async () => {
    const admin = await signIn(world.send, email);
    expect((await admin.send('GET', keys)).status).toBe(200);
    await world.platform.users.add({ email, role: 'member' });
    expect((await admin.send('GET', keys)).status).toBe(403);
    expect((await admin.send('GET', '/dashboard/session')).body.data.teams).toMatchObject([{ role: 'member' }]);
    await world.platform.users.add({ email, role: 'admin' });
    expect((await admin.send('GET', keys)).status).toBe(200);
  });

  it('a new role takes effect with the next request of an API key of the user', async () => {
    const admin = await signIn(world.send, email);
    const body = { name: 'website', scopes: ['read:bookings', 'webhooks:manage', 'business:manage'] };
    const key = String((await admin.send('POST', '/teams/team_a/api-keys', body)).body.data.key);
    const statuses = async () => [
      (await world.send('GET', '/v1/bookings', { key })).status,
      (await world.send('GET', '/v1/webhooks', { key })).status,
      (await world.send('GET', '/v1/calendar-feeds', { key })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await world.platform.users.add({ email, role: 'member' });
    expect(await statuses()).toEqual([200, 403, 403]);
    await world.platform.users.add({ email, role: 'admin' });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('the removal of a user ends the sessions of the user', async () => {
    const admin = await signIn(world.send, email);
    await world.platform.users.remove(email);
    for (const [method, path] of [
      ['GET', keys],
      ['GET', '/dashboard/session'],
      ['POST', '/dashboard/teams/team_a/tools/list_bookings'],
    ] as const) {
      expect((await admin.send(method, path, method === 'POST' ? {} : undefined)).status, path).toBe(401);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORBIDDEN } from '../../../src/contract/index.ts';
import type { DashboardEndpoint } from '../../../src/platform/dashboard/endpoint.ts';
import { DASHBOARD_ENDPOINTS, type DashboardEndpointName } from '../../../src/platform/dashboard/endpoints.ts';
import { BODIES, pathIn, type SignedIn, signInAll } from '../support/dashboard.ts';
import { startWorld, type World } from '../support/world.ts';

const rows = Object.entries(DASHBOARD_ENDPOINTS) as [DashboardEndpointName, DashboardEndpoint][];

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await startWorld();
  owner = (await signInAll(world, ['owner.a']))['owner.a'];
});
afterAll(() => world.close());

/** What browsers send with requests that another site has made. */
const foreign = (own: string): Record<string, string>[] => [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: '' },
  { Origin: 'http://127.0.0.1:1' },
  { Origin: `${own}.evil.example` },
  { Origin: `${own}@evil.example` },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: own, 'Sec-Fetch-Site': 'cross-site' },
];

describe('a request that another site makes a browser send', () => {
  it.each(rows)('%s is refused and ends no session', async (name, { method, path }) => {
    for (const headers of foreign(world.url)) {
      const answer = await owner.send(method, pathIn('team_a', path), BODIES[name], headers);
      expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403, body: FORBIDDEN });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await owner.send('GET', '/dashboard/session')).status).toBe(200);
  });

  it.each(rows.filter(([, { body }]) => body !== null))(
    '%s is refused as a form, which needs no permission of this server',
    async (name, { method, path }) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
        const answer = await owner.send(method, pathIn('team_a', path), BODIES[name], { 'Content-Type': type });
        expect(answer, type).toMatchObject({ status: 400 });
      }
    },
  );

  it('creates no API key', async () => {
    const before = (await world.platform.keys.list()).length;
    for (const headers of foreign(world.url)) {
      const body = { name: 'stolen', scopes: ['read:bookings'] };
      expect((await owner.send('POST', '/teams/team_a/api-keys', body, headers)).status).toBe(403);
    }
    expect(await world.platform.keys.list()).toHaveLength(before);
  });
});

describe('a request of the own page', () => {
  const status = async (headers: Record<string, string>) =>
    (await owner.send('GET', '/dashboard/session', undefined, headers)).status;

  it('a request is accepted with its own origin, and without one from programs', async () => {
    expect(await status({ Origin: world.url })).toBe(200);
    expect(await status({ Origin: world.url, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await status({})).toBe(200);
  });

  it('a request must come over the protocol that the trusted proxy states', async () => {
    const tls = { 'X-Forwarded-Proto': 'https' };
    const { host } = new URL(world.url);
    expect(await status({ ...tls, Origin: `http://${host}` })).toBe(403);
    const answer = await world.send('POST', '/dashboard/login', {
      body: BODIES.signIn,
      headers: { ...tls, Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-rcpt_session=[0-9a-z]{40}; Path=\/; .*; Secure$/);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, field, type TestClient } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type PostgresServer, startServer } from '../support/postgres/server.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { newCreateRequest } from './create-requests.ts';

/** The database that replicas share is unavailable for a while; the platform is available. */
let server: PostgresServer;
let platform: StartedPlatform;
let replicas: Replicas;
let client: TestClient;

beforeAll(async () => {
  server = await startServer();
  platform = await startPlatform({ demo: true });
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key(), RCPT_TIME_ZONE: 'UTC' };
  replicas = await startReplicas(2, { ...env, RCPT_STATE: await server.createDatabase() });
  client = await connect('v2 2026-07-28', { url: `${replicas.balancer.url}/mcp` });
}, 120_000);
afterAll(async () => {
  await client?.close();
  await replicas?.close();
  await platform?.close();
  await server?.remove();
}, 120_000);

const readiness = () => Promise.all(replicas.urls.map(async (url) => (await fetch(`${url}/readyz`)).status));

it('replicas refuse creates and serve reads while their shared database is unavailable, and recover', async () => {
  const first = newCreateRequest('outage');
  const made = await client.call('create_booking', first);
  expect(made.isError, made.text).toBe(false);
  expect(await readiness()).toEqual([200, 200]);
  const total = async () => (await platform.platform.events.since(undefined, 0)).sequence;
  const before = await total();

  await server.stop();
  expect(await readiness()).toEqual([503, 503]);
  const request = newCreateRequest('outage');
  const refused = await client.call('create_booking', request);
  expect(refused.data.error).toMatchObject({ kind: 'state_unavailable', changed: 'no', retryable: true });
  expect(refused.text).toMatch(/Nothing was changed\. Try again in a moment/);
  expect(await total()).toBe(before);
  expect((await client.call('list_bookings', { per_page: 5 })).isError).toBe(false);
  const id = field(made.data, 'booking', 'id');
  expect((await client.call('update_booking', { booking_id: id, notes: 'Rings twice' })).isError).toBe(false);

  await server.start();
  await expect.poll(readiness, { timeout: 60_000 }).toEqual([200, 200]);
  const again = await client.call('create_booking', request);
  expect(again.isError, again.text).toBe(false);
  // The outcome of the request before the outage is still recorded.
  const repeated = await client.call('create_booking', first);
  expect(field(repeated.data, 'booking', 'id')).toBe(id);
  for (const { output } of replicas.programs) expect(output.stderr).not.toContain('internal error');
}, 180_000);

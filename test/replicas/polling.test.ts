import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { runStatements } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';

/** One of the replicas polls the platform for all of them. */
let shared: SharedDatabase;
let platform: StartedPlatform;
let replicas: Replicas;

beforeAll(async () => {
  [shared, platform] = await Promise.all([sharedDatabase(), startPlatform({ demo: true })]);
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key(), RCPT_LOG_LEVEL: 'info' };
  replicas = await startReplicas(3, { ...env, RCPT_STATE: shared.database, RCPT_POLL: '5s' });
}, 120_000);
afterAll(async () => {
  await replicas?.close();
  await platform?.close();
  await shared?.remove();
}, 120_000);

const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 });
const pollers = () => replicas.programs.filter(({ output }) => output.stderr.includes('this replica polls now'));
const recentCalls = async (url: string) => {
  const client = await connect('v1', { url: `${url}/mcp` });
  const { items, note } = (await client.call('list_recent_events', { per_page: 100 })).data;
  await client.close();
  return { calls: (items as { record_id: string }[]).map(({ record_id }) => record_id), note };
};
const simulated = async () => (await platform.platform.calls.simulate()).id;

it('only the lease holder polls for all replicas, and another replica takes over when it dies', {
  timeout: 180_000,
}, async () => {
  await eventually(() => pollers().length).toBe(1);
  const [first] = pollers();
  for (const url of replicas.urls) await eventually(async () => (await recentCalls(url)).note).toBeUndefined();
  const call = await simulated();
  for (const url of replicas.urls) await eventually(async () => (await recentCalls(url)).calls).toContain(call);
  expect(pollers().length).toBe(1);

  await first?.stop('SIGKILL');
  const remaining = replicas.urls.filter((_, index) => replicas.programs[index] !== first);
  // Expires the lease, as if the holder had not renewed it for long.
  await runStatements(shared.database, 'update rcpt_state.leases set lease_until = 0');
  await eventually(() => pollers().length).toBe(2);
  for (const url of remaining) await eventually(async () => (await recentCalls(url)).note).toBeUndefined();
  const next = await simulated();
  for (const url of remaining) {
    await eventually(async () => (await recentCalls(url)).calls).toContain(next);
    expect((await recentCalls(url)).calls.filter((id) => id === next || id === call).sort()).toEqual(
      [call, next].sort(),
    );
  }

  await pollers()
    .find((program) => program !== first)
    ?.stop('SIGKILL');
  // The clock of the database was set back by an hour since the holder had renewed the lease.
  await runStatements(shared.database, 'update rcpt_state.leases set lease_until = lease_until + 3600000');
  await eventually(() => pollers().length).toBe(3);
});

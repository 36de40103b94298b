import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { runStatements } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';

/** One of the replicas asks the platform what changed, for all of them. */
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
const told = async (url: string) => {
  const client = await connect('v1', { url: `${url}/mcp` });
  const { items, note } = (await client.call('list_recent_events', { per_page: 100 })).data;
  await client.close();
  return { calls: (items as { record_id: string }[]).map(({ record_id }) => record_id), note };
};
const simulated = async () => (await platform.platform.calls.simulate()).id;

it('one looks, all are told; when it is gone another looks', { timeout: 180_000 }, async () => {
  await eventually(() => pollers().length).toBe(1);
  const [first] = pollers();
  for (const url of replicas.urls) await eventually(async () => (await told(url)).note).toBeUndefined();
  const call = await simulated();
  for (const url of replicas.urls) await eventually(async () => (await told(url)).calls).toContain(call);
  expect(pollers().length).toBe(1);

  await first?.stop('SIGKILL');
  const left = replicas.urls.filter((_, index) => replicas.programs[index] !== first);
  // Its turn is over as if it had said nothing for long.
  await runStatements(shared.database, 'update rcpt_state.leases set lease_until = 0');
  await eventually(() => pollers().length).toBe(2);
  for (const url of left) await eventually(async () => (await told(url)).note).toBeUndefined();
  const next = await simulated();
  for (const url of left) {
    await eventually(async () => (await told(url)).calls).toContain(next);
    expect((await told(url)).calls.filter((id) => id === next || id === call).sort()).toEqual([call, next].sort());
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { deliver, notification } from '../support/deliveries.ts';
import { ARRANGEMENTS, type World } from './arrangements.ts';

/** The database that replicas share comes back in an older state while they run. */
const TIMEOUT = 120_000;
let world: World;
let clients: TestClient[];

beforeAll(async () => {
  const [, remote] = ARRANGEMENTS;
  world = await (remote as (typeof ARRANGEMENTS)[number])[1]();
  clients = await Promise.all(world.urls.map((url) => connect('v1', { url: `${url}/mcp` })));
}, TIMEOUT);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await world.close();
}, TIMEOUT);

async function send(replica: number, id: string): Promise<string> {
  const body = JSON.stringify(notification('booking.created', { id, status: 'confirmed' }));
  const { status } = await deliver(`${world.urls[replica]}/webhooks`, body, { secrets: [world.secret] });
  expect(status).toBe(200);
  return id;
}
const recent = async (client: TestClient, cursor?: unknown) => {
  const { data } = await client.call('list_recent_events', cursor === undefined ? {} : { cursor });
  return {
    ids: (data.items as { record_id: string }[]).map((item) => item.record_id),
    note: data.note,
    cursor: data.cursor,
  };
};

it(
  'replicas show the events of a restored shared log, and report the gap, although numbers are used again',
  async () => {
    const kept = await send(0, 'bk_kept');
    const lost = [await send(1, 'bk_lost_1'), await send(2, 'bk_lost_2')];
    for (const client of clients)
      await expect.poll(async () => (await recent(client)).ids, { timeout: 20_000 }).toEqual([kept, ...lost]);
    const { cursor } = await recent(clients[0] as TestClient);

    await world.state('delete from rcpt_state.event_log where position > 1');
    const added = [await send(0, 'bk_new_1'), await send(1, 'bk_new_2'), await send(2, 'bk_new_3')];
    for (const client of clients) {
      await expect.poll(async () => (await recent(client)).ids, { timeout: 20_000 }).toEqual([kept, ...added]);
      expect((await recent(client)).note).toMatch(/restored from an older copy/);
      const continued = await recent(client, cursor);
      expect([continued.ids, continued.note]).toEqual([
        [kept, ...added],
        expect.stringMatching(/after the cursor was issued/),
      ]);
    }
  },
  TIMEOUT,
);

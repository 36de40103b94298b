import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, connect, type TestClient } from '../support/clients.ts';
import { deliver, notification } from '../support/deliveries.ts';
import { ARRANGEMENTS, type World } from './arrangements.ts';
import { book, newCreateRequest } from './create-requests.ts';

/** An event that one replica receives reaches the clients of all replicas. */
const SLOW = { timeout: 120_000 };
const RECENT = 'rcpt://events/recent';
type Item = Record<string, unknown>;

let world: World;
const clients: TestClient[] = [];
const client = async (kind: ClientKind, url: string) => {
  const made = await connect(kind, { url: `${url}/mcp` });
  clients.push(made);
  return made;
};
const each = () => Promise.all(world.urls.map((url) => client('v2 2026-07-28', url)));
const events = async (one: TestClient, args: Record<string, unknown> = {}) =>
  (await one.call('list_recent_events', { per_page: 100, ...args })).data as { items: Item[]; cursor: string } & Item;
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 });

async function end() {
  await Promise.all(clients.splice(0).map((one) => one.close()));
  await world?.close();
}

/** Identifies events. */
const keysOf = ({ items }: { items: Item[] }) => items.map(({ type, record_id, at }) => `${type} ${record_id} ${at}`);

/** Checks that a cursor of one replica continues on the others without repetitions. */
async function expectCursorContinues(
  all: TestClient[],
  trigger: () => Promise<unknown>,
  isNew: (item: Item) => boolean,
) {
  const [first, ...others] = all as [TestClient, ...TestClient[]];
  const before = await events(first);
  await trigger();
  for (const other of others) {
    await eventually(async () => (await events(other, { cursor: before.cursor })).items.filter(isNew).length).toBe(1);
    const after = await events(other, { cursor: before.cursor });
    expect(after.note).toBeUndefined();
    expect(keysOf(after).filter((key) => keysOf(before).includes(key))).toEqual([]);
    // The cursor of the other replica continues on the first.
    expect((await events(first, { cursor: after.cursor })).items.filter(isNew)).toEqual([]);
  }
  const lists = await Promise.all(all.map(async (one) => keysOf(await events(one))));
  for (const list of lists) expect(list).toEqual(lists[0]);
}

describe.each(ARRANGEMENTS.slice(0, 1))('events on replicas with %s', (_name, start) => {
  beforeAll(async () => {
    world = await start();
  }, SLOW.timeout);
  afterAll(end, SLOW.timeout);

  it('reach the clients of all replicas once if a write through one replica causes them', SLOW, async () => {
    const all = await each();
    const updates = all.map((): string[] => []);
    const ends = await Promise.all(all.map((one, index) => one.watch([RECENT], (uri) => updates[index]?.push(uri))));
    const request = newCreateRequest('heard');
    const id = await book(all[1] as TestClient, request);
    for (const uris of updates) await eventually(() => uris.length).toBe(1);
    for (const one of all) {
      expect((await events(one)).items.filter(({ record_id }) => record_id === id)).toHaveLength(1);
    }
    await expectCursorContinues(
      all,
      () => book(all[2] as TestClient, newCreateRequest('next')),
      ({ contact_name }) => String(contact_name).startsWith('next'),
    );
    await Promise.all(ends.map((end) => end()));
  });
});

describe.each(ARRANGEMENTS.slice(1))('events on replicas with %s', (_name, start) => {
  beforeAll(async () => {
    world = await start();
  }, SLOW.timeout);
  afterAll(end, SLOW.timeout);

  it('reach the clients of all replicas once if webhooks deliver them to any replica', SLOW, async () => {
    const all = await each();
    const updates = all.map((): string[] => []);
    const ends = await Promise.all(all.map((one, index) => one.watch([RECENT], (uri) => updates[index]?.push(uri))));
    const send = async (id: string, at: string) => {
      const body = JSON.stringify(notification('call.completed', { id, phone: '+12125550123' }));
      expect((await deliver(`${at}/webhooks`, body, { id: `msg_${id}`, secrets: [world.secret] })).status).toBe(200);
    };
    await send('call_1', world.balancer.url);
    for (const uris of updates) await eventually(() => uris.length).toBe(1);
    // The same delivery to every replica, twice; then another one, to have an event to wait for.
    const body = JSON.stringify(notification('call.completed', { id: 'call_2' }));
    const sent = { id: 'msg_again', secrets: [world.secret] };
    for (const url of [...world.urls, ...world.urls]) {
      expect((await deliver(`${url}/webhooks`, body, sent)).status).toBe(200);
    }
    await send('call_3', world.urls[2] as string);
    for (const uris of updates) await eventually(() => uris.length).toBe(3);
    for (const one of all) {
      const { items } = await events(one);
      expect(items.map(({ record_id }) => record_id)).toEqual(['call_1', 'call_2', 'call_3']);
    }
    // The platform has rewritten the body since: another replica than that of the first delivery gets it, then a replay of the first.
    const [first, erased] = ['Violet Quartz', 'Erased customer'].map((name) =>
      JSON.stringify(notification('booking.created', { id: 'bk_erased', contact: { name } })),
    ) as [string, string];
    const before = { id: 'msg_erased', secrets: [world.secret], at: new Date(Date.now() - 30_000) };
    const [one, two, three] = world.urls.map((url) => `${url}/webhooks`) as [string, string, string];
    const names = () =>
      Promise.all(
        all.map(async (client) => {
          const { items } = await events(client);
          return items.filter(({ record_id }) => record_id === 'bk_erased').map(({ contact_name }) => contact_name);
        }),
      );
    expect((await deliver(one, first, before)).status).toBe(200);
    await eventually(names).toEqual(all.map(() => ['Violet Quartz']));
    expect((await deliver(two, erased, { ...before, at: new Date() })).status).toBe(200);
    await eventually(names).toEqual(all.map(() => ['Erased customer']));
    await deliver(three, first, before);
    await send('call_5', world.urls[2] as string);
    await eventually(async () => (await events(all[0] as TestClient)).items.at(-1)?.record_id).toBe('call_5');
    expect(await names()).toEqual(all.map(() => ['Erased customer']));
    await expectCursorContinues(
      all,
      () => send('call_4', world.urls[1] as string),
      ({ record_id }) => record_id === 'call_4',
    );
    await Promise.all(ends.map((end) => end()));
  });

  it('appear on a replica that starts later', SLOW, async () => {
    const known = await events(await client('v2 2026-07-28', world.urls[0] as string));
    expect(known.items.length).toBeGreaterThan(0);
    const late = await world.startAnother();
    const found = await events(await client('v1', late));
    expect(keysOf(found)).toEqual(keysOf(known));
    const from = await events(await client('v1', late), { cursor: known.cursor });
    expect(from).toMatchObject({ items: [], has_more: false });
    expect(from.note).toBeUndefined();
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { createApi, type Page } from '../../src/api/index.ts';
import { networkSender } from '../../src/api/network.ts';
import type { Booking, Call, PageQuery } from '../../src/contract/index.ts';
import { type PlatformEvent, type Poller, startPolling } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { Secret } from '../../src/lib/secret.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';

/** Polling a platform over real HTTP, and lists that no platform of ours has. */
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

type Lists = Parameters<typeof startPolling>[0]['api'];

function polling(api: Lists, options: { everyMs?: number; maxRecords?: number } = {}) {
  const events: PlatformEvent[] = [];
  const take = (event: PlatformEvent) => void events.push(event);
  const poller: Poller = startPolling({
    api,
    intervalMs: 5,
    emit: take,
    clock: systemClock,
    logger: silentLogger,
    ...options,
  });
  open.push(poller);
  return { events, poller, types: () => events.map(({ type, recordId }) => `${type} ${recordId}`) };
}

async function platformApi() {
  const started: StartedPlatform = await startPlatform({ demo: true });
  const network = networkSender();
  open.push({
    stop: async () => {
      await network.close();
      await started.close();
    },
  });
  const key = new Secret(await started.key());
  const api = createApi({
    baseUrl: new URL(started.url),
    key: async () => key,
    send: network.send,
    userAgent: 'test',
  });
  return { started, api };
}

describe('the embedded platform, polled over HTTP', () => {
  it('tells what changed after the first look, under the ids that any process gives', async () => {
    const { started, api } = await platformApi();
    const [one, two] = [polling(api), polling(api)];
    await Promise.all([one.poller.baseline, two.poller.baseline]);
    expect(one.events).toEqual([]);

    const call = await started.platform.calls.simulate({});
    const services = await api.listServices({});
    const body = {
      service_id: services.items[0]?.fields.id as string,
      start_time: '2199-03-06T15:00:00Z',
      contact: { name: 'Ana', email: 'ana@example.com', phone: '+12125550123' },
    };
    const { id } = (await api.createBooking({ body })).fields as { id: string };
    await expect.poll(() => one.types()).toContain(`booking.created ${id}`);
    await api.updateBooking({ id, body: { ...body, notes: 'by the door' } });
    await expect.poll(() => one.types()).toContain(`booking.updated ${id}`);
    await api.cancelBooking({ id, body: {} });
    await expect.poll(() => one.types()).toContain(`booking.cancelled ${id}`);
    await expect.poll(() => one.types()).toContain(`call.completed ${call.id}`);
    expect(one.events.every(({ source, at }) => source === 'poll' && !Number.isNaN(Date.parse(at)))).toBe(true);

    await expect.poll(() => two.types()).toEqual(one.types());
    expect(two.events.map((event) => event.id)).toEqual(one.events.map((event) => event.id));
    expect(one.poller.gaps()).toEqual([]);
  });
});

/** A platform of one's own: lists of ids, and what their records say. */
function listsOf(records: { bookings?: Record<string, object>; calls?: Record<string, object> }) {
  const requests: string[] = [];
  let under = 0;
  let most = 0;
  let failure: Error | undefined;
  const list = async (name: 'bookings' | 'calls', { page = 1, per_page: size = 25 }: PageQuery) => {
    requests.push(`${name} ${page}`);
    most = Math.max(most, ++under);
    await new Promise((resolve) => setTimeout(resolve, 2));
    under--;
    if (failure) throw failure;
    const all = Object.entries(records[name] ?? {}).map(([id, fields]) => ({
      fields: { id, ...fields },
      missing: [],
      other: {},
    }));
    const items = all.slice((page - 1) * size, page * size);
    return { items, page, per_page: size, total: all.length, has_more: page * size < all.length };
  };
  const api: Lists = {
    listBookings: async ({ query = {} }) => (await list('bookings', query)) as unknown as Page<typeof Booking>,
    listCalls: async ({ query = {} }) => (await list('calls', query)) as unknown as Page<typeof Call>,
  };
  return {
    api,
    requests,
    most: () => most,
    fail: (error?: Error) => {
      failure = error;
    },
  };
}

const many = (count: number, from = 0) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `call_${from + n}`,
      { started_at: new Date(1_700_000_000_000 + (from + n) * 60_000).toISOString(), status: 'completed' },
    ]),
  );

describe('polling', () => {
  it('waits for a call to end, and tells of it once', async () => {
    const calls: Record<string, object> = { old: { status: 'completed' } };
    const { api, requests } = listsOf({ calls });
    const { types, poller } = polling(api);
    await poller.baseline;
    calls.new = { status: 'in_progress' };
    const seen = requests.length;
    await expect.poll(() => requests.length).toBeGreaterThan(seen + 4);
    expect(types()).toEqual([]);
    calls.new = { status: 'completed', outcome: 'booked' };
    await expect.poll(types).toEqual(['call.completed new']);
    calls.new = { status: 'completed', outcome: 'callback_promised' };
    await expect.poll(types).toEqual(['call.completed new', 'call.updated new']);
  });

  it.each(['first', 'last'])(
    'of a list that is too long sees what is added at its %s page, and says so',
    async (end) => {
      const calls = many(1_000, 1_000);
      const { api, requests } = listsOf({ calls });
      const { types, poller } = polling(api, { maxRecords: 400 });
      await poller.baseline;
      expect(requests.filter((name) => name.startsWith('calls')).map((name) => Number(name.split(' ')[1]))).toEqual([
        1, 2, 9, 10,
      ]);
      expect(poller.gaps()).toEqual([expect.stringMatching(/more than 2000 calls; only the first and last pages/)]);
      const added = many(1, 3_000);
      const before = { ...calls };
      if (end === 'first') {
        for (const id of Object.keys(calls)) delete calls[id];
        Object.assign(calls, added, before);
      } else Object.assign(calls, added);
      await expect.poll(types).toEqual(['call.completed call_3000']);
      // What slid into view is not new.
      const [first] = Object.keys(before);
      delete calls[first as string];
      const seen = requests.length;
      await expect.poll(() => requests.length).toBeGreaterThan(seen + 8);
      expect(types()).toEqual(['call.completed call_3000']);
    },
  );

  it('pauses longer while the platform fails, and misses nothing when it is back', async () => {
    const calls: Record<string, object> = { old: {} };
    const { api, requests, fail, most } = listsOf({ calls });
    const { types, poller } = polling(api);
    await poller.baseline;
    fail(new Error('away'));
    await expect.poll(() => poller.gaps()).toHaveLength(2);
    calls.new = {};
    const seen = requests.length;
    await expect.poll(() => requests.length).toBeGreaterThan(seen);
    fail();
    await expect.poll(types).toEqual(['call.completed new']);
    await expect.poll(() => poller.gaps()).toEqual([]);
    expect(most()).toBe(1);
  });

  it('begins with the first look that does not fail, and says so until then', async () => {
    const calls: Record<string, object> = { old: {} };
    const { api, fail } = listsOf({ calls });
    fail(new Error('away'));
    const { types, poller } = polling(api);
    await expect.poll(() => poller.gaps()).toHaveLength(3);
    expect(poller.gaps()[0]).toBe('Polling: the first look is not over.');
    fail();
    await poller.baseline;
    expect(poller.gaps()).toEqual([]);
    calls.new = {};
    await expect.poll(types).toEqual(['call.completed new']);
  });

  it('stops in the middle of a look', async () => {
    const { api, requests } = listsOf({ calls: many(10) });
    const { poller } = polling(api);
    await poller.baseline;
    await poller.stop();
    const seen = requests.length;
    const other = listsOf({});
    polling(other.api);
    await expect.poll(() => other.requests.length).toBeGreaterThan(10);
    expect(requests.length).toBe(seen);
  });
});

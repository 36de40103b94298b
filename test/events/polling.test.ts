import { afterEach, describe, expect, it } from 'vitest';
import { createApi } from '../../src/api/index.ts';
import { networkSender } from '../../src/api/network/network-sender.ts';
import { type PlatformEvent, type Poller, startPolling } from '../../src/events/index.ts';
import { type Logger, silentLogger } from '../../src/lib/logging/logger.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { type Clock, systemClock } from '../../src/lib/time/clock.ts';
import { manualClock } from '../support/clock.ts';
import { fakeLists, type Lists, many } from '../support/fake-lists.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';

/** Polling the embedded platform over HTTP, and a fake one with other lists. */
const resources: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of resources.splice(0).reverse()) await resource.stop();
});

function polling(api: Lists, options: { maxRecords?: number; logger?: Logger; clock?: Clock } = {}) {
  const events: PlatformEvent[] = [];
  const poller: Poller = startPolling({
    api,
    intervalMs: 5,
    emit: (event) => void events.push(event),
    clock: systemClock,
    logger: silentLogger,
    ...options,
  });
  resources.push(poller);
  return { events, poller, types: () => events.map(({ type, recordId }) => `${type} ${recordId}`) };
}

async function platformApi() {
  const started: StartedPlatform = await startPlatform({ demo: true });
  const network = networkSender();
  resources.push({
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

describe('polling the embedded platform over HTTP', () => {
  it('emits the changes after the first poll, with the same event ids in every process', async () => {
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
    // The lists are read at the same time and by each poller on its own: a poller must see a change before the
    // next one is made, and the order of a call and a booking is not the same in every poller.
    const reported = (event: string) =>
      Promise.all([one, two].map((each) => expect.poll(() => each.types(), { timeout: 10_000 }).toContain(event)));
    const { id } = (await api.createBooking({ body })).fields as { id: string };
    await reported(`booking.created ${id}`);
    await api.updateBooking({ id, body: { ...body, notes: 'by the door' } });
    await reported(`booking.updated ${id}`);
    await api.cancelBooking({ id, body: {} });
    await reported(`booking.cancelled ${id}`);
    await reported(`call.completed ${call.id}`);
    expect(one.events.every(({ source, at }) => source === 'poll' && !Number.isNaN(Date.parse(at)))).toBe(true);

    const ids = ({ events }: typeof one) => events.map((event) => event.id).sort();
    expect(ids(two)).toEqual(ids(one));
    expect(one.events).toHaveLength(4);
    for (const { types } of [one, two]) {
      expect(types().filter((event) => event.startsWith('booking.'))).toEqual([
        `booking.created ${id}`,
        `booking.updated ${id}`,
        `booking.cancelled ${id}`,
      ]);
    }
    expect(one.poller.gaps()).toEqual([]);
  });
});

describe('polling', () => {
  it('reports a call once, after it has ended', async () => {
    const calls: Record<string, object> = { old: { status: 'completed' } };
    const { api, requests } = fakeLists({ calls });
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
    'finds records added on the %s page of a list longer than a snapshot, and reports the gap',
    async (end) => {
      const calls = many(1_000, 1_000);
      const { api, requests } = fakeLists({ calls });
      const { types, poller } = polling(api, { maxRecords: 400 });
      await poller.baseline;
      expect(requests.filter((name) => name.startsWith('calls')).map((name) => Number(name.split(' ')[1]))).toEqual([
        1, 2, 9, 10,
      ]);
      expect(poller.gaps()).toEqual([
        expect.stringMatching(/more calls than one poll reads, .* only the first and last pages/),
      ]);
      const added = many(1, 3_000);
      const before = { ...calls };
      if (end === 'first') {
        for (const id of Object.keys(calls)) delete calls[id];
        Object.assign(calls, added, before);
      } else Object.assign(calls, added);
      await expect.poll(types).toEqual(['call.completed call_3000']);
      // A record that moves into the pages that are read is not new.
      const [first] = Object.keys(before);
      delete calls[first as string];
      const seen = requests.length;
      await expect.poll(() => requests.length).toBeGreaterThan(seen + 8);
      expect(types()).toEqual(['call.completed call_3000']);
    },
  );

  it('reads the last page of a long list from a platform with smaller pages than requested', async () => {
    const { api, requests } = fakeLists({ calls: many(50) }, 10);
    const { poller } = polling(api, { maxRecords: 20 });
    await poller.baseline;
    expect(requests.filter((name) => name.startsWith('calls')).slice(0, 2)).toEqual(['calls 1', 'calls 5']);
  });

  it('backs off while the platform fails, and misses no change after its recovery', async () => {
    const calls: Record<string, object> = { old: {} };
    const { api, requests, fail, maxConcurrent } = fakeLists({ calls });
    const messages: string[] = [];
    const logger = { ...silentLogger, info: (message: string) => void messages.push(message) };
    const { types, poller } = polling(api, { logger });
    await poller.baseline;
    fail(new Error('unavailable'));
    await expect.poll(() => poller.gaps()).toHaveLength(2);
    calls.new = {};
    const seen = requests.length;
    await expect.poll(() => requests.length).toBeGreaterThan(seen);
    fail();
    await expect.poll(types).toEqual(['call.completed new']);
    await expect.poll(() => poller.gaps()).toEqual([]);
    await expect
      .poll(() => messages.sort())
      .toEqual(['polling of bookings works again', 'polling of calls works again']);
    expect(maxConcurrent()).toBe(1);
  });

  it('logs a failure that lasts once for each list, and again after five minutes', async () => {
    const { api, requests, fail } = fakeLists({});
    const clock = manualClock('2199-03-04T15:00:00Z');
    const lines: [list: unknown, repeated: unknown][] = [];
    const warn: Logger['warn'] = (_, fields) => {
      const { list, repeated } = fields as Record<string, unknown>;
      lines.push([list, repeated]);
    };
    fail(new Error('unavailable'));
    const { poller } = polling(api, { logger: { ...silentLogger, warn }, clock });
    // The fourth poll begins when all failures of three have been counted.
    await expect.poll(() => requests.length).toBeGreaterThanOrEqual(8);
    const once = [
      ['bookings', undefined],
      ['calls', undefined],
    ];
    // The two lists are polled at the same time.
    expect(lines.toSorted()).toEqual(once);
    clock.advance(5 * 60_000);
    await expect.poll(() => lines).toHaveLength(4);
    await poller.stop();
    expect(
      lines
        .slice(2)
        .map(([list]) => list)
        .sort(),
    ).toEqual(['bookings', 'calls']);
    for (const [, repeated] of lines.slice(2)) expect(repeated).toBeGreaterThanOrEqual(3);
  });

  it('takes its baseline from the first successful poll, and reports the gap until then', async () => {
    const calls: Record<string, object> = { old: {} };
    const { api, fail } = fakeLists({ calls });
    fail(new Error('unavailable'));
    const { types, poller } = polling(api);
    await expect.poll(() => poller.gaps()).toHaveLength(3);
    expect(poller.gaps()[0]).toBe('Polling: the first poll is not finished.');
    fail();
    await poller.baseline;
    expect(poller.gaps()).toEqual([]);
    calls.new = {};
    await expect.poll(types).toEqual(['call.completed new']);
  });

  it('stops during a poll', async () => {
    const { api, requests } = fakeLists({ calls: many(10) });
    const { poller } = polling(api);
    await poller.baseline;
    await poller.stop();
    const seen = requests.length;
    const other = fakeLists({});
    polling(other.api);
    await expect.poll(() => other.requests.length).toBeGreaterThan(10);
    expect(requests.length).toBe(seen);
  });
});

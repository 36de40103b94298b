import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { createClaims } from '../../../src/platform/deliveries/claims.ts';
import { createHeartbeats } from '../../../src/platform/deliveries/heartbeat.ts';
import { createInFlight } from '../../../src/platform/deliveries/in-flight.ts';
import { recordOutcomes } from '../../../src/platform/deliveries/record.ts';
import { DEFAULT_SETTINGS } from '../../../src/platform/deliveries/settings.ts';
import { startWorker } from '../../../src/platform/deliveries/worker.ts';
import type { Address } from '../../../src/platform/outgoing/settings.ts';
import type { ClaimedDelivery } from '../../../src/platform/store/deliveries/deliveries.ts';
import { markForRetry } from '../../../src/platform/store/deliveries/delivery-outcomes.ts';
import { listOtherWorkers, takeOver } from '../../../src/platform/store/deliveries/delivery-workers.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { type Child, startChild } from '../support/child.ts';
import { QUICK } from '../support/quick.ts';
import { eventually, notificationOf, openSalon, type Salon } from '../support/salon.ts';
import { stopChild } from '../support/stop-child.ts';

const HOUR = 3_600_000;
const BOOKING_EVENTS = ['booking.created', 'booking.updated', 'booking.cancelled'];
let test: TestDatabase;
let target: Upstream;
let salon: Salon;
let children: Child[] = [];
beforeEach(async () => {
  test = await newDatabase();
  target = await startUpstream();
  salon = await openSalon({ database: test.database, deliveries: false });
  await salon.subscribe(target.url);
});
afterEach(async () => {
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => child.ended));
  children = [];
  await salon.close();
  await target.close();
  await test.remove();
});

/** @param takeoverMs the time after which others take over; `0` for the default. */
async function startProcess(takeoverMs: number): Promise<Child> {
  const child = startChild('deliver.ts', [test.database, '0', 'worker', String(takeoverMs)]);
  children.push(child);
  expect(await child.line()).toBe('ready');
  return child;
}
const typesOf = (id: unknown) =>
  target.received
    .map(notificationOf)
    .filter(({ data }) => data.id === id)
    .map(({ type }) => type);

describe('a process that ends while it delivers', () => {
  it('loses its deliveries to another process within 15 seconds, which sends them in order', async () => {
    target.behave(() => {});
    const killed = await startProcess(0);
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    await salon.change(id, 'later');
    await startProcess(0);
    const killedAt = performance.now();
    killed.kill();
    target.behave(json(200, {}));
    await salon.cancel(id);
    await eventually(() => typesOf(id)).toEqual(['booking.created', ...BOOKING_EVENTS]);
    const seconds = (performance.now() - killedAt) / 1_000;
    expect(seconds).toBeGreaterThan(DEFAULT_SETTINGS.takeoverMs / 1_000 - 3);
    expect(seconds).toBeLessThan(15);
  });

  it('sends none of them after another process took them over, if it was only stopped and resumes', async () => {
    target.behave(() => {});
    const stopped = await startProcess(1_000);
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    await stopChild(stopped, test);
    target.behave(json(200, {}));
    await startProcess(1_000);
    await salon.change(id, 'later');
    await eventually(() => typesOf(id)).toEqual(['booking.created', 'booking.created', 'booking.updated']);
    stopped.signal('SIGCONT');
    await salon.cancel(id);
    await eventually(() => typesOf(id).at(-1)).toBe('booking.cancelled');
    // The stopped process had the first event in flight, and must not send it again after later ones.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(typesOf(id)).toEqual(['booking.created', ...BOOKING_EVENTS]);
  });
});

describe('a worker with an attempt that takes longer than the time after which others take over', () => {
  afterEach(() => void vi.useRealTimers());

  it('keeps its deliveries while it sends heartbeats', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    let respond = () => {};
    target.behave((request, response) => {
      respond = () => json(200, {})(request, response);
    });
    const store = await openStore(test.database, Date.now());
    const settings = { ...DEFAULT_SETTINGS, takeoverMs: HOUR, leaseMs: 24 * HOUR, timeoutMs: 24 * HOUR };
    const worker = startWorker(store, settings, silentLogger);
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    await salon.cancel(id);
    const heartbeats = createHeartbeats(store, settings.takeoverMs);
    const inFlight = createInFlight(settings, heartbeats, silentLogger, () => {});
    const others = createClaims(store, heartbeats, inFlight, { settings, onDisabled: () => {} });
    const beats = async () => (await store.read((db) => listOtherWorkers(db, heartbeats.lease.workerId)))[0]?.beats;
    for (let stored = 1; stored <= 8; stored++) {
      await eventually(beats).toBe(stored);
      expect(await others.recordAndClaim([], heartbeats.lease)).toMatchObject({ claimed: [], takenOver: [] });
      vi.advanceTimersByTime(HOUR / 5);
    }
    target.behave(json(200, {}));
    respond();
    await eventually(() => typesOf(id)).toEqual(['booking.created', 'booking.cancelled']);
    await worker.close();
    await store.close();
  });
});

describe('a worker whose heartbeat cannot be stored', () => {
  it('sends no delivery that another worker has taken over', async () => {
    const store = await openStore(test.database, Date.now());
    let isOut = false;
    const failing: Store = {
      ...store,
      write: (...args) => (isOut ? Promise.reject(new Error('out')) : store.write(...args)),
    };
    let resolved = () => {};
    let resolving = false;
    const resolve = () => {
      resolving = true;
      return new Promise<Address[]>((done) => {
        resolved = () => done([{ address: '127.0.0.1', family: 4 }]);
      });
    };
    const settings = { ...DEFAULT_SETTINGS, ...QUICK, timeoutMs: HOUR };
    const { port } = new URL(target.url);
    await salon.subscribe(`http://localhost:${port}/named`, ['booking.created', 'booking.cancelled']);
    const cutOff = startWorker(failing, { ...settings, resolve, takeoverMs: 1_000 }, silentLogger);
    const id = await salon.book();
    await eventually(() => resolving).toBe(true);
    isOut = true;
    // Behind the heartbeats that were on their way: from now on its lease lasts for less than its `takeoverMs`.
    await store.write(async () => {}, 'rows');
    await new Promise((done) => setTimeout(done, 1_000));
    await store.write(async (tx) => {
      for (const worker of await listOtherWorkers(tx, 'other')) await takeOver(tx, worker);
    }, 'rows');
    // Commits to a slow disk block the event loop. With a short lease this worker would lose its deliveries, and send them twice.
    const other = startWorker(store, { ...settings, takeoverMs: HOUR }, silentLogger);
    await salon.cancel(id);
    const named = () => target.received.filter(({ path }) => path === '/named').map((one) => notificationOf(one).type);
    await eventually(named).toEqual(['booking.created', 'booking.cancelled']);
    resolved();
    await new Promise((done) => setTimeout(done, 500));
    expect(named()).toEqual(['booking.created', 'booking.cancelled']);
    await Promise.all([cutOff.close(), other.close()]);
    await store.close();
  });
});

describe('a failure of a delivery that another worker has taken over', () => {
  it('postpones no later event of the record', async () => {
    const store = await openStore(test.database, Date.now());
    const id = await salon.book();
    await salon.cancel(id);
    const deliveries = () =>
      store.read((db) =>
        db.selectFrom('deliveries').selectAll().where('record_id', '=', id).orderBy('sequence').execute(),
      );
    const [created, cancelled] = await deliveries();
    if (!created || !cancelled) throw new Error('the events of the booking are missing');
    const failedAt = Date.now();
    await store.write(async (tx) => {
      await tx.updateTable('deliveries').set({ leased_by: 'other' }).where('id', '=', created.id).execute();
      await markForRetry(tx, { ...created, leased_by: 'first', attempts: 1, failedAt, nextAt: failedAt + HOUR });
    }, 'rows');
    expect(await deliveries()).toEqual([{ ...created, leased_by: 'other' }, cancelled]);
    await store.close();
  });

  it.each([
    ['the worker that has it', 'own', false],
    ['a worker that lost it', 'other', true],
  ])('an answer 410 to %s decides about its webhook only with the lease', async (_title, holder, active) => {
    const store = await openStore(test.database, Date.now());
    const id = await salon.book();
    const delivery = await store.read((db) =>
      db.selectFrom('deliveries').selectAll().where('record_id', '=', id).executeTakeFirstOrThrow(),
    );
    const webhook = () =>
      store.read((db) =>
        db.selectFrom('webhooks').select('active').where('id', '=', delivery.webhook_id).executeTakeFirstOrThrow(),
      );
    const disabled: string[] = [];
    const attempt = { at: Date.now(), durationMs: 20, status: 410, error: null, retryAfterMs: undefined };
    await store.write(async (tx) => {
      await tx.updateTable('deliveries').set({ leased_by: holder }).where('id', '=', delivery.id).execute();
      const claimed = {
        ...delivery,
        ...{ leased_by: 'own', url: target.url, secret: 'whsec_x' },
        ...{ type: 'booking.created', time: 0, team_id: 'team_a', data_json: '{}' },
      } satisfies ClaimedDelivery;
      await recordOutcomes(tx, [{ id: 'att_1', delivery: claimed, attempt }], {
        settings: DEFAULT_SETTINGS,
        onDisabled: (webhookId) => disabled.push(webhookId),
      });
    }, 'rows');
    expect(await webhook()).toEqual({ active: active ? 1 : 0 });
    expect(disabled).toEqual(active ? [] : [delivery.webhook_id]);
    await store.close();
  });
});

describe('the shared clock of deliveries', () => {
  let store: Store;
  let skew = 0;
  beforeEach(async () => {
    store = await openStore(test.database, Date.now());
    skew = 0;
  });
  afterEach(() => store.close());
  /** A worker on the same database, whose clock the test sets. */
  const startHere = (settings = {}) => {
    const skewed: Store = { ...store, now: async (db) => (await store.now(db)) + skew };
    return startWorker(skewed, { ...DEFAULT_SETTINGS, ...QUICK, ...settings }, silentLogger);
  };
  const settings = { retryDelaysMs: [1_000, 1_000, 1_000, 1_000] };

  it.each([
    ['while a worker runs', false],
    ['while none runs', true],
  ])('delays no retries when it is set back by an hour %s', async (_, restarts) => {
    target.behave(json(500, {}));
    let worker = startHere(settings);
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    if (restarts) await worker.close();
    skew = -HOUR;
    target.behave(json(200, {}));
    if (restarts) worker = startHere(settings);
    await eventually(() => typesOf(id)).toEqual(['booking.created', 'booking.created']);
    await worker.close();
  });

  it('prolongs no pause of Retry-After when it is set back by an hour', async () => {
    target.behave(json(429, {}, { 'retry-after': '2' }));
    const worker = startHere(settings);
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    skew = -HOUR;
    target.behave(json(200, {}));
    await eventually(() => typesOf(id)).toEqual(['booking.created', 'booking.created']);
    await worker.close();
  });

  it.each([-HOUR, HOUR])('hands no delivery in flight to another process when it is set by %s ms', async (step) => {
    let respond = () => {};
    target.behave((request, response) => {
      respond = () => json(200, {})(request, response);
    });
    const sender = startHere({ timeoutMs: 10_000 });
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    skew = step;
    const other = startHere();
    await salon.cancel(id);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(typesOf(id)).toEqual(['booking.created']);
    target.behave(json(200, {}));
    respond();
    await eventually(() => typesOf(id)).toEqual(['booking.created', 'booking.cancelled']);
    await Promise.all([sender.close(), other.close()]);
  });
});

import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { type Child, startChild } from '../support/child.ts';
import { eventually, notificationOf, openSalon, type Salon, type Subscription } from '../support/salon.ts';

const HOUR = 3_600_000;
const BOOKING_EVENTS = ['booking.created', 'booking.updated', 'booking.cancelled'];
let test: TestDatabase;
let target: Upstream;
let salon: Salon;
let hook: Subscription;
let children: Child[] = [];
beforeEach(async () => {
  test = await newDatabase();
  target = await startUpstream();
  salon = await openSalon({ database: test.database, deliveries: false });
  hook = await salon.subscribe(target.url);
});
afterEach(async () => {
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => child.ended));
  children = [];
  await salon.close();
  await target.close();
  await test.remove();
});

async function start(skew = 0, role = 'worker'): Promise<Child> {
  const child = startChild('deliver.ts', [test.database, String(skew), role]);
  children.push(child);
  expect(await child.line()).toBe('ready');
  return child;
}
const notifications = () => target.received.map(notificationOf);
/** The types of the events of one booking, in the order of their first arrival. */
const typesByArrival = (id: unknown) => [
  ...new Map(
    notifications()
      .filter(({ data }) => data.id === id)
      .map(({ id: event, type }) => [event, type]),
  ).values(),
];

it('events committed before a crash are delivered after a restart', async () => {
  const child = await start(0, 'idle');
  child.go('3');
  const ids = JSON.parse(await child.line()) as string[];
  child.kill();
  await child.ended;
  expect(target.received).toEqual([]);
  await start();
  await eventually(() => target.received.length).toBe(9);
  for (const id of ids) expect(typesByArrival(id)).toEqual(BOOKING_EVENTS);
});

it('a delivery in flight during a crash is repeated with the same id after its lease has expired', async () => {
  target.behave(() => {});
  const child = await start();
  const id = await salon.book();
  await eventually(() => target.received.length).toBe(1);
  child.kill();
  await child.ended;
  target.behave(json(200, {}));
  await start();
  await eventually(() => target.received.length).toBe(2);
  const [first, second] = target.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(typesByArrival(id)).toEqual(['booking.created']);
});

it.each([
  ['with synchronized clocks', 0],
  ['with clocks two hours apart', HOUR],
])('two processes %s deliver all events in order', async (_how, skew) => {
  let count = 0;
  const accepted: { id: unknown; event: string; type: string }[] = [];
  target.behave((request, response) => {
    // Every fourth request fails.
    if (++count % 4 === 0) return json(500, {})(request, response);
    const { id: event, type, data } = notificationOf(request);
    accepted.push({ id: data.id, event, type });
    return json(200, {})(request, response);
  });
  const workers = [await start(-skew), await start(skew)];
  for (const worker of workers) worker.go('8');
  const lines = await Promise.all(workers.map((worker) => worker.line()));
  const ids = lines.flatMap((line) => JSON.parse(line) as string[]);
  await eventually(() => new Set(accepted.map(({ event }) => event)).size).toBe(48);
  for (const id of ids) {
    const own = new Map(accepted.filter((one) => one.id === id).map(({ event, type }) => [event, type]));
    expect([...own.values()]).toEqual(BOOKING_EVENTS);
  }
  // The timestamp is valid by the receiver's clock, regardless of the sender's.
  for (const { body, headers } of target.received)
    new Webhook(hook.secret).verify(body, headers as Record<string, string>);
});

it('a process with a slow clock immediately delivers events of a process with a fast clock', async () => {
  await start(-HOUR);
  const writer = await start(HOUR, 'idle');
  writer.go('1');
  const [id] = JSON.parse(await writer.line()) as string[];
  await eventually(() => typesByArrival(id)).toEqual(BOOKING_EVENTS);
});

it('a delivering process exits when its input ends', async () => {
  const child = await start();
  await salon.book();
  await eventually(() => target.received.length).toBe(1);
  child.end();
  expect(await child.ended).toBe(0);
});

import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { type Child, startChild } from '../support/child.ts';
import { eventually, openSalon, type Salon, type Subscription, told } from '../support/salon.ts';

const HOUR = 3_600_000;
const STORY = ['booking.created', 'booking.updated', 'booking.cancelled'];
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
const all = () => target.received.map(told);
/** The first time that each event came, in the order in which they came, for one booking. */
const firsts = (id: unknown) => [
  ...new Map(
    all()
      .filter(({ data }) => data.id === id)
      .map(({ id: event, type }) => [event, type]),
  ).values(),
];

it('what was committed before a kill is delivered by whoever comes next', async () => {
  const child = await start(0, 'idle');
  child.go('3');
  const ids = JSON.parse(await child.line()) as string[];
  child.kill();
  await child.ended;
  expect(target.received).toEqual([]);
  await start();
  await eventually(() => target.received.length).toBe(9);
  for (const id of ids) expect(firsts(id)).toEqual(STORY);
});

it('what was under way when its process was killed is sent again when the lease has run out, under the same id', async () => {
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
  expect(firsts(id)).toEqual(['booking.created']);
});

it.each([
  ['together', 0],
  ['with clocks two hours apart', HOUR],
])('two processes deliver %s: nothing is lost or out of order', async (_how, skew) => {
  let count = 0;
  const taken: { id: unknown; event: string; type: string }[] = [];
  target.behave((request, response) => {
    // Every fourth is not taken.
    if (++count % 4 === 0) return json(500, {})(request, response);
    const { id: event, type, data } = told(request);
    taken.push({ id: data.id, event, type });
    return json(200, {})(request, response);
  });
  const workers = [await start(-skew), await start(skew)];
  for (const worker of workers) worker.go('8');
  const lines = await Promise.all(workers.map((worker) => worker.line()));
  const ids = lines.flatMap((line) => JSON.parse(line) as string[]);
  await eventually(() => new Set(taken.map(({ event }) => event)).size).toBe(48);
  for (const id of ids) {
    const own = new Map(taken.filter((one) => one.id === id).map(({ event, type }) => [event, type]));
    expect([...own.values()]).toEqual(STORY);
  }
  // Whatever the clock of the process that sent it: the receiver's is what counts.
  for (const { body, headers } of target.received)
    new Webhook(hook.secret).verify(body, headers as Record<string, string>);
});

it('a process whose clock is behind sends at once what one whose clock is ahead wrote', async () => {
  await start(-HOUR);
  const writer = await start(HOUR, 'idle');
  writer.go('1');
  const [id] = JSON.parse(await writer.line()) as string[];
  await eventually(() => firsts(id)).toEqual(STORY);
});

it('a process that delivers ends with its input', async () => {
  const child = await start();
  await salon.book();
  await eventually(() => target.received.length).toBe(1);
  child.end();
  expect(await child.ended).toBe(0);
});

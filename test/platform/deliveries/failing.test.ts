import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { eventually, notificationOf, openSalon, type Salon, type Subscription } from '../support/salon.ts';

let salon: Salon;
let target: Upstream;
let hook: Subscription;
const open = async (deliveries = {}) => {
  salon = await openSalon({
    deliveries: { retryDelaysMs: Array.from({ length: 12 }, () => 30), ...deliveries },
  });
  hook = await salon.subscribe(target.url);
};
beforeEach(async () => {
  target = await startUpstream(json(200, {}));
});
afterEach(async () => {
  await salon.close();
  await target.close();
});

const log = async () => (await salon.platform.webhooks.log(hook.id, 100)) ?? [];
const results = async () => (await log()).map((attempt) => attempt.result).reverse();
const nothing = () => {};

describe('retrying a failed delivery', () => {
  /** Fails twice, then succeeds. */
  const flapping = (wrong: (response: ServerResponse) => void) => {
    let count = 0;
    target.behave((request, response) => (++count <= 2 ? wrong(response) : json(200, {})(request, response)));
  };

  it.each<[string, string, (response: ServerResponse) => void]>([
    ['a server error', '500', (response) => response.writeHead(500).end('{}')],
    ['a 404', '404', (response) => response.writeHead(404).end()],
    ['a redirect', '302', (response) => response.writeHead(302, { location: `${target.url}/elsewhere` }).end()],
    [
      'a redirect that preserves the method',
      '307',
      (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
    ['a timeout', 'timeout', nothing],
    ['a closed connection', 'connection_lost', (response) => response.socket?.destroy()],
    ['an invalid HTTP response', 'invalid_response', (response) => response.socket?.end('hello\r\n\r\n')],
  ])('repeats the event with the same id after %s', async (_what, result, wrong) => {
    flapping(wrong);
    await open(result === 'timeout' ? { timeoutMs: 1_000 } : {});
    await salon.book();
    await eventually(results).toEqual([result, result, '200']);
    expect(target.received.map((request) => request.path)).toEqual(['/', '/', '/']);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
    expect(await salon.webhook(hook.id)).toMatchObject({ active: true, consecutive_failures: 0 });
  });

  it('records connection_refused if nothing listens on the port', async () => {
    await open();
    const { port } = new URL(target.url);
    await target.close();
    await salon.book();
    await eventually(results).toContain('connection_refused');
    expect(await salon.webhook(hook.id)).toMatchObject({ last_delivery_status: 'connection_refused' });
    expect(port).not.toBe('');
  });

  it('stops after a 200 with a too long or endless body', async () => {
    let sent = 0;
    let cut = false;
    target.behave((_request, response) => {
      response.writeHead(200).on('close', () => {
        cut = true;
      });
      const more = () => {
        while (!cut && response.write('x'.repeat(16_384))) sent += 16_384;
        response.once('drain', more);
      };
      more();
    });
    await open({ timeoutMs: 3_000 });
    await salon.book();
    await eventually(results).toEqual(['200']);
    await eventually(() => cut).toBe(true);
    // The bytes read, plus those buffered by the operating system.
    expect(sent).toBeLessThan(20_000_000);
    target.behave((_request, response) => void response.writeHead(200).write('{'));
    await salon.book();
    await eventually(async () => (await results()).length).toBe(2);
    expect(await results()).toEqual(['200', '200']);
  });

  it('waits as long as Retry-After requests, also with other events', async () => {
    const times: number[] = [];
    target.behave((request, response) => {
      times.push(Date.now());
      json(times.length === 1 ? 429 : 200, {}, { 'retry-after': '2' })(request, response);
    });
    await open();
    await salon.book();
    await eventually(results).toEqual(['429']);
    await salon.book();
    await eventually(results).toEqual(['429', '200', '200']);
    const [first = 0, ...later] = times;
    for (const time of later) expect(time - first).toBeGreaterThanOrEqual(1_990);
  });
});

describe('a failing webhook', () => {
  it('gets disabled with a reason when all attempts of an event have failed', async () => {
    target.behave(json(503, {}));
    await open({ retryDelaysMs: [10, 10] });
    const booking = await salon.book();
    await eventually(() => salon.webhook(hook.id)).toMatchObject({ active: false });
    expect(await salon.webhook(hook.id)).toMatchObject({
      consecutive_failures: 3,
      last_delivery_status: '503',
      disabled_reason: expect.stringMatching(/^nothing was accepted since \d{4}-/),
      disabled_at: expect.any(String),
    });
    const before = target.received.length;
    await salon.cancel(booking);
    expect(await salon.platform.webhooks.list()).toMatchObject([{ id: hook.id, pending: 0, failed: 1 }]);
    expect(target.received.length).toBe(before);

    // Events that happened while it was disabled have no delivery, but can be redelivered to it explicitly.
    target.behave(json(200, {}));
    expect(await salon.platform.webhooks.redeliver(hook.id)).toEqual({ requeued: 1, dueNow: 0 });
    await eventually(results).toEqual(['503', '503', '503', '200']);
    expect(await salon.webhook(hook.id)).toMatchObject({
      active: true,
      consecutive_failures: 0,
      disabled_reason: null,
    });
    const events = (await salon.platform.events.since(0, 10)).events;
    const missed = events.find((event) => event.type === 'booking.cancelled')?.id ?? '';
    expect(await salon.platform.webhooks.redeliver(missed)).toEqual({ requeued: 0, dueNow: 0 });
    expect(await salon.platform.webhooks.redeliver(missed, { webhookId: hook.id })).toEqual({
      requeued: 1,
      dueNow: 0,
    });
    await eventually(() => target.received.map(notificationOf).at(-1)).toMatchObject({
      id: missed,
      type: 'booking.cancelled',
    });
  });

  it('stays active while other events are delivered', async () => {
    let release = nothing;
    const other = new Promise<void>((resolve) => {
      release = resolve;
    });
    let bad = '';
    let attempts = 0;
    target.behave(async (request, response) => {
      bad ||= String(notificationOf(request).data.id);
      if (notificationOf(request).data.id !== bad) return json(200, {})(request, response);
      if (++attempts === 2) await other;
      return json(500, {})(request, response);
    });
    await open({ retryDelaysMs: [10, 10] });
    await salon.book();
    await eventually(() => attempts).toBe(2);
    await salon.book();
    await eventually(() => salon.webhook(hook.id)).toMatchObject({
      consecutive_failures: 0,
      last_delivery_status: '200',
    });
    release();
    await eventually(async () => (await salon.platform.webhooks.list())[0]).toMatchObject({ pending: 0, failed: 1 });
    expect(await salon.webhook(hook.id)).toMatchObject({
      active: true,
      consecutive_failures: 2,
      disabled_reason: null,
    });
  });

  it('gets disabled immediately by 410 Gone', async () => {
    target.behave(json(410, {}));
    await open();
    await salon.book();
    await eventually(() => salon.webhook(hook.id)).toMatchObject({
      active: false,
      disabled_reason: 'its server answered 410: gone',
      consecutive_failures: 1,
    });
    expect(await results()).toEqual(['410']);
  });

  it('delays no deliveries to other webhooks', async () => {
    target.behave(nothing);
    await open({ timeoutMs: 20_000, drainMs: 0 });
    const good = await startUpstream(json(200, {}));
    for (let n = 0; n < 10; n++) await salon.book();
    await eventually(() => target.received.length).toBe(4);
    await salon.subscribe(good.url);
    for (let n = 0; n < 10; n++) await salon.book();
    await eventually(() => good.received.length).toBe(10);
    // The limit of concurrent deliveries per webhook is four.
    expect(target.received.length).toBe(4);
    await good.close();
  });
});

describe('the events of one record', () => {
  it('arrive in order even if attempts fail', async () => {
    const failuresLeft = new Map<string, number>();
    const accepted: { id: unknown; what: string }[] = [];
    target.behave((request, response) => {
      const { id, type, data } = notificationOf(request);
      // Each event is accepted at the first, second or third attempt.
      const remainingFailures = failuresLeft.get(id) ?? failuresLeft.size % 3;
      failuresLeft.set(id, remainingFailures - 1);
      if (remainingFailures > 0) return json(500, {})(request, response);
      accepted.push({ id: data.id, what: type === 'booking.updated' ? String(data.notes) : type });
      return json(200, {})(request, response);
    });
    await open();
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const id = await salon.book();
        for (const notes of ['one', 'two', 'three']) await salon.change(id, notes);
        await salon.cancel(id);
        return id;
      }),
    );
    await eventually(() => accepted.length).toBe(30);
    for (const id of ids) {
      const own = accepted.filter((one) => one.id === id).map((one) => one.what);
      expect(own).toEqual(['booking.created', 'one', 'two', 'three', 'booking.cancelled']);
    }
  });
});

describe('redelivery after a receiver was repaired', () => {
  const HOUR_MS = 3_600_000;
  const deliveries = async () => (await salon.platform.webhooks.list())[0];
  const arrived = () => target.received.map(notificationOf).map(({ data, type }) => `${data.id} ${data.notes || type}`);
  /** Two bookings, whose first events were refused and whose later ones wait for them. */
  const failTwo = async () => {
    target.behave(json(500, {}));
    await open({ retryDelaysMs: [HOUR_MS, HOUR_MS, HOUR_MS] });
    const ids = [await salon.book(), await salon.book()] as const;
    await eventually(async () => (await results()).length).toBe(2);
    for (const id of ids) await salon.change(id, 'later');
    target.received.length = 0;
    target.behave(json(200, {}));
    return ids;
  };
  const eventOf = async (id: string, type: string) => {
    const { events } = await salon.platform.events.since(0, 10);
    return events.find((event) => event.type === type && event.data.id === id)?.id ?? '';
  };

  it('redelivery sends deliveries that wait for their next attempt now, in the order of the events of each record', async () => {
    const ids = await failTwo();
    expect(await deliveries()).toMatchObject({ pending: 4, failed: 0 });
    // A new event is due already, but waits for the one before.
    const { dueNow, requeued } = (await salon.platform.webhooks.redeliver(hook.id)) ?? {};
    expect(requeued).toBe(0);
    expect(dueNow).toBeGreaterThanOrEqual(2);
    await eventually(deliveries).toMatchObject({ pending: 0, failed: 0 });
    for (const id of ids)
      expect(arrived().filter((text) => text.startsWith(id))).toEqual([`${id} booking.created`, `${id} later`]);
    expect(await results()).toEqual(['500', '500', '200', '200', '200', '200']);
  });

  it('redelivery counts the attempts before it, so that a receiver that still fails is disabled after the same number', async () => {
    target.behave(json(500, {}));
    await open({ retryDelaysMs: [HOUR_MS, HOUR_MS] });
    await salon.book();
    for (const attempts of [1, 2]) {
      await eventually(results).toHaveLength(attempts);
      expect(await salon.platform.webhooks.redeliver(hook.id)).toEqual({ requeued: 0, dueNow: 1 });
    }
    await eventually(results).toHaveLength(3);
    await eventually(deliveries).toMatchObject({ pending: 0, failed: 1 });
    target.behave(json(200, {}));
    expect(await salon.platform.webhooks.redeliver(hook.id)).toEqual({ requeued: 1, dueNow: 0 });
    await eventually(deliveries).toMatchObject({ pending: 0, failed: 0, active: true });
  });

  it('the id of an event sends also the events of the same record that hold it back, and no others', async () => {
    const [first, second] = await failTwo();
    const redelivery = await salon.platform.webhooks.redeliver(await eventOf(first, 'booking.updated'));
    expect(redelivery).toMatchObject({ requeued: 0 });
    await eventually(arrived).toEqual([`${first} booking.created`, `${first} later`]);
    await salon.platform.webhooks.redeliver(await eventOf(second, 'booking.created'));
    await eventually(() => arrived().slice(2)).toEqual([`${second} booking.created`, `${second} later`]);
    await eventually(deliveries).toMatchObject({ pending: 0, failed: 0 });
  });

  it('redelivery does not send a second time what is being sent', async () => {
    const answers: (() => void)[] = [];
    target.behave((_request, response) => void answers.push(() => response.writeHead(200).end('{}')));
    await open({ timeoutMs: 20_000 });
    const id = await salon.book();
    await eventually(() => answers.length).toBe(1);
    for (const target of [hook.id, await eventOf(id, 'booking.created')])
      expect(await salon.platform.webhooks.redeliver(target)).toEqual({ requeued: 0, dueNow: 0 });
    // Later events show that the platform has looked for due deliveries again.
    await salon.book();
    await eventually(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    await eventually(deliveries).toMatchObject({ pending: 0 });
    expect(await results()).toEqual(['200', '200']);
    expect(new Set(arrived()).size).toBe(2);
  });

  it.each(['webhook', 'event'])('the id of the %s ends the pause that its Retry-After requested', async (kind) => {
    target.behave(json(429, {}, { 'retry-after': '3600' }));
    await open();
    const id = await salon.book();
    await eventually(results).toEqual(['429']);
    await salon.change(id, 'later');
    target.behave(json(200, {}));
    const redelivered = kind === 'webhook' ? hook.id : await eventOf(id, 'booking.created');
    expect(await salon.platform.webhooks.redeliver(redelivered)).toEqual({ requeued: 0, dueNow: 2 });
    await eventually(results).toEqual(['429', '200', '200']);
  });
});

describe('webhooks that hang', () => {
  it('take two deliveries each at a time after their first failure, and so delay no other webhook', async () => {
    const slow = await startUpstream();
    onTestFinished(() => slow.close());
    let [waiting, most] = [0, 0];
    slow.behave((_request, response) => {
      most = Math.max(most, ++waiting);
      response.once('close', () => waiting--);
    });
    await open({ timeoutMs: 1_000 });
    const hanging: Subscription[] = [];
    for (let number = 0; number < 4; number++) hanging.push(await salon.subscribe(`${slow.url}/${number}`));
    for (let number = 0; number < 8; number++) await salon.book();
    const failures = async () =>
      Promise.all(hanging.map(async ({ id }) => (await salon.webhook(id)).consecutive_failures as number));
    await eventually(async () => Math.min(...(await failures()))).toBeGreaterThanOrEqual(4);
    await eventually(() => waiting).toBeLessThanOrEqual(8);
    await eventually(() => target.received.length).toBe(8);
    most = 0;
    for (let number = 0; number < 8; number++) await salon.book();
    await eventually(() => target.received.length).toBe(16);
    await eventually(async () => Math.min(...(await failures()))).toBeGreaterThanOrEqual(6);
    expect(most).toBeLessThanOrEqual(8);
  });
});

describe('closing the platform', () => {
  it('aborts deliveries in flight, which the next process sends again', async () => {
    target.behave(nothing);
    await open({ timeoutMs: 20_000, drainMs: 10 });
    await salon.book();
    await eventually(() => target.received.length).toBe(1);
    await salon.platform.close();
    target.behave(json(200, {}));
    const next = await openSalon({ database: salon.database });
    await eventually(() => target.received.length).toBe(2);
    const [first, second] = target.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await eventually(async () => (await next.platform.webhooks.log(hook.id, 9))?.map(({ result }) => result)).toEqual([
      '200',
    ]);
    await next.close();
  });
});

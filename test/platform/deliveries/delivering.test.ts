import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { eventually, notificationOf, openSalon, type Salon, type Subscription } from '../support/salon.ts';

let salon: Salon;
let target: Upstream;
let hook: Subscription;
beforeAll(async () => {
  salon = await openSalon();
});
afterAll(() => salon.close());
beforeEach(async () => {
  target = await startUpstream(json(200, {}));
  hook = await salon.subscribe(`${target.url}/in?from=salon`);
});
afterEach(async () => {
  await salon.send('DELETE', `/v1/webhooks/${hook.id}`, { key: await salon.key() });
  await target.close();
});

describe('webhook delivery', () => {
  it('sends the event with its record, signed according to Standard Webhooks', async () => {
    const before = Date.now();
    const id = await salon.book();
    await eventually(() => target.received.length).toBe(1);
    const [request] = target.received as [(typeof target.received)[0]];
    expect(request).toMatchObject({ method: 'POST', path: '/in?from=salon' });
    expect(request.headers['content-type']).toBe('application/json');
    const notification = notificationOf(request);
    expect(notification).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'booking.created',
      time: expect.any(String),
      team_id: 'team_a',
      data: expect.objectContaining({ id, service_id: 'sv_cut_a', notes: '', status: 'confirmed' }),
    });
    expect(request.headers['webhook-id']).toBe(notification.id);
    // No connection to a subscriber is kept.
    expect(request.headers.connection).toBe('close');
    const sentAt = Number(request.headers['webhook-timestamp']) * 1_000;
    expect(sentAt).toBeGreaterThanOrEqual(before - 1_000);
    expect(sentAt).toBeLessThanOrEqual(Date.now());
    const headers = request.headers as Record<string, string>;
    expect(new Webhook(hook.secret).verify(request.body, headers)).toEqual(notification);
  });

  it.each<[string, (request: Upstream['received'][0]) => [string, Record<string, string>, string?]]>([
    ['a changed body', ({ body, headers }) => [body.replace('confirmed', 'cancelled'), headers as never]],
    ['a truncated body', ({ body, headers }) => [body.slice(0, -1), headers as never]],
    ['another id', ({ body, headers }) => [body, { ...headers, 'webhook-id': 'evt_other' } as never]],
    [
      'another time',
      ({ body, headers }) => [
        body,
        { ...headers, 'webhook-timestamp': `${Math.floor(Date.now() / 1_000) - 60}` } as never,
      ],
    ],
    ['the secret of another webhook', ({ body, headers }) => [body, headers as never, `whsec_${'A'.repeat(43)}=`]],
  ])('has a signature that detects %s', async (_what, change) => {
    await salon.book();
    await eventually(() => target.received.length).toBe(1);
    const [body, headers, secret = hook.secret] = change(target.received[0] as Upstream['received'][0]);
    expect(() => new Webhook(secret).verify(body, headers)).toThrow('No matching signature found');
  });

  it('sends each webhook only the event types that it subscribed to', async () => {
    const other = await startUpstream();
    const calls = await salon.subscribe(other.url, ['call.completed']);
    const id = await salon.book();
    await salon.cancel(id);
    const call = await salon.platform.calls.simulate();
    await eventually(() => target.received.map((request) => notificationOf(request).type).toSorted()).toEqual([
      'booking.cancelled',
      'booking.created',
      'call.completed',
    ]);
    await eventually(() => other.received.map(notificationOf)).toMatchObject([
      { type: 'call.completed', data: { id: call.id } },
    ]);
    expect(other.received[0]?.headers['webhook-id']).toBe(
      target.received.find((request) => notificationOf(request).type === 'call.completed')?.headers['webhook-id'],
    );
    expect(other.received[0]?.body).not.toContain('transcript');
    await salon.send('DELETE', `/v1/webhooks/${calls.id}`, { key: await salon.key() });
    await other.close();
  });

  it('sends nothing to deleted webhooks and no earlier events to new ones', async () => {
    const gone = await startUpstream();
    const deleted = await salon.subscribe(gone.url);
    const key = await salon.key();
    expect((await salon.send('DELETE', `/v1/webhooks/${deleted.id}`, { key })).status).toBe(200);
    await salon.book();
    await eventually(() => target.received.length).toBe(1);
    const late = await startUpstream();
    const second = await salon.subscribe(late.url);
    await salon.book();
    await eventually(() => late.received.length).toBe(1);
    await eventually(() => target.received.length).toBe(2);
    expect(gone.received).toEqual([]);
    await salon.send('DELETE', `/v1/webhooks/${second.id}`, { key });
    await Promise.all([gone.close(), late.close()]);
  });

  it('updates the health fields of the webhook', async () => {
    await salon.book();
    await eventually(() => salon.webhook(hook.id)).toMatchObject({ last_delivery_status: '200' });
    expect(await salon.webhook(hook.id)).toMatchObject({
      active: true,
      consecutive_failures: 0,
      disabled_reason: null,
      last_delivery_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });
});

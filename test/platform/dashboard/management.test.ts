import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, startUpstream } from '../../support/upstream.ts';
import { type SignedIn, signInAll } from '../support/dashboard.ts';
import { QUICK } from '../support/quick.ts';
import { eventually } from '../support/salon.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let owner: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  world = await startWorld();
  const users = await signInAll(world, ['owner.a', 'owner.b']);
  owner = users['owner.a'];
  stranger = users['owner.b'];
});
afterAll(() => world.close());

const TEAM = '/dashboard/teams/team_a';
const OTHER = '/dashboard/teams/team_b';

describe('API keys in the dashboard', () => {
  it('an API key works on the REST API until it is revoked, and is shown once', async () => {
    const body = { name: 'front desk', scopes: ['read:bookings'] };
    const { key, id } = (await owner.send('POST', '/teams/team_a/api-keys', body)).body.data;
    expect((await world.send('GET', '/v1/bookings', { key })).status).toBe(200);
    const listed = await owner.send('GET', `${TEAM}/api-keys`);
    // Among the keys of the same moment the order is any.
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({ id, name: 'front desk', status: 'active', scopes: ['read:bookings'] }),
    );
    expect(JSON.stringify(listed.body)).not.toContain(key);
    const revoked = await owner.send('DELETE', `${TEAM}/api-keys/${id}`);
    expect(revoked.body.data).toMatchObject({ id, status: 'revoked' });
    expect((await world.send('GET', '/v1/bookings', { key })).status).toBe(401);
    expect((await owner.send('DELETE', `${TEAM}/api-keys/${id}`)).body).toEqual(revoked.body);
    // Active keys stand before it.
    expect((await owner.send('GET', `${TEAM}/api-keys`)).body.data.at(-1)).toMatchObject({ id, status: 'revoked' });
  });

  it('API keys of another team are neither listed nor revoked', async () => {
    const [mine] = (await owner.send('GET', `${TEAM}/api-keys`)).body.data;
    expect((await stranger.send('DELETE', `${OTHER}/api-keys/${mine.id}`)).status).toBe(404);
    expect(JSON.stringify((await stranger.send('GET', `${OTHER}/api-keys`)).body)).not.toContain(mine.id);
    expect((await world.send('GET', '/v1/bookings', { key: world.keyA })).status).toBe(200);
  });
});

describe('webhooks in the dashboard', () => {
  it('a webhook is created with a secret that is shown once, pinged, and deleted', async () => {
    const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    try {
      const events = (await owner.send('GET', `${TEAM}/webhook-events`)).body.data;
      const body = { url, events: [events[0].name] };
      const created = (await owner.send('POST', `${TEAM}/webhooks`, body)).body.data;
      expect(created).toMatchObject({ url, active: true, pending: 0, failed: 0 });
      expect(created.secret).toMatch(/^whsec_/);
      const ping = await owner.send('POST', `${TEAM}/webhooks/${created.id}/ping`, {});
      expect(ping.body.data).toMatchObject({ type: 'ping', delivered: true, result: '200' });
      const attempts = await owner.send('GET', `${TEAM}/webhooks/${created.id}/attempts`);
      expect(attempts.body.data).toEqual([ping.body.data]);
      const listed = await owner.send('GET', `${TEAM}/webhooks`);
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(created.id);
      expect(JSON.stringify(listed.body)).not.toContain(created.secret);
      const resent = await owner.send('POST', `${TEAM}/webhooks/${created.id}/resend`, {});
      expect(resent.body.data).toEqual({ requeued: 0, due_now: 0 });
      expect((await owner.send('DELETE', `${TEAM}/webhooks/${created.id}`)).status).toBe(200);
      expect((await owner.send('DELETE', `${TEAM}/webhooks/${created.id}`)).status).toBe(404);
    } finally {
      receiver.close();
    }
  });

  it('resending makes a delivery due that waits until its receiver may be asked again', async () => {
    const delivering = await startWorld({ deliveries: QUICK });
    const receiver = await startUpstream(json(503, {}, { 'retry-after': '3600' }));
    try {
      const { send, keyA: key } = delivering;
      const user = (await signInAll(delivering, ['owner.a']))['owner.a'];
      const body = { url: receiver.url, events: ['booking.created'] };
      const { id } = (await user.send('POST', `${TEAM}/webhooks`, body)).body.data;
      const contact = { name: 'Ann', phone: '+15550100101' };
      const booking = { service_id: 'sv_cut_a', start_time: '2200-03-04T10:00:00Z', contact };
      expect((await send('POST', '/v1/bookings', { key, body: booking })).status).toBe(200);
      const attempts = async () => (await user.send('GET', `${TEAM}/webhooks/${id}/attempts`)).body.data;
      await eventually(attempts).toHaveLength(1);
      receiver.behave(json(200, {}));
      const resent = await user.send('POST', `${TEAM}/webhooks/${id}/resend`, {});
      expect(resent.body.data).toEqual({ requeued: 0, due_now: 1 });
      await eventually(() => receiver.received.length).toBe(2);
    } finally {
      await delivering.close();
      await receiver.close();
    }
  });

  it('webhooks of another team are out of reach, also for the operations that the operator has on all', async () => {
    const [webhook] = (await owner.send('GET', `${TEAM}/webhooks`)).body.data;
    const path = `${OTHER}/webhooks/${webhook.id}`;
    expect((await stranger.send('GET', `${path}/attempts`)).status).toBe(404);
    for (const action of ['resend', 'ping'])
      expect((await stranger.send('POST', `${path}/${action}`, {})).status).toBe(404);
    expect((await stranger.send('DELETE', path)).status).toBe(404);
    expect((await owner.send('GET', `${TEAM}/webhooks`)).body.data[0].id).toBe(webhook.id);
  });

  it('the dashboard refuses webhooks that the API refuses', async () => {
    for (const body of [
      { url: 'https://10.0.0.1/', events: ['booking.created'] },
      { url: 'https://hooks.example.com/', events: ['nothing'] },
      { url: 'https://hooks.example.com/', events: ['booking.created'], secret: 'mine' },
    ]) {
      expect((await owner.send('POST', `${TEAM}/webhooks`, body)).status).toBe(400);
    }
  });
});

describe('sources of calls in the dashboard', () => {
  const add = (body: object) => owner.send('POST', `${TEAM}/call-sources`, body);

  it('a source of calls shows its secret once, is rotated and removed', async () => {
    const added = (await add({ vendor: 'generic', name: 'front desk' })).body.data;
    expect(added.source).toMatchObject({ vendor: 'generic', name: 'front desk', awaits_secret: false });
    expect(added.secret).toMatch(/^whsec_/);
    const { id, path } = added.source;
    // The server does not know its public address.
    expect(added.source).toMatchObject({ path: `/api/intake/${id}`, url: null });
    // An unsigned report is counted as refused.
    await fetch(world.url + path, { method: 'POST', body: '{}' });
    const rotated = (await owner.send('POST', `${TEAM}/call-sources/${id}/rotate`, {})).body.data;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(added.secret);
    const listed = await owner.send('GET', `${TEAM}/call-sources`);
    expect(listed.body.data.sources).toMatchObject([{ id, previous_secret_until: expect.any(String) }]);
    for (const { secret } of [added, rotated]) expect(JSON.stringify(listed.body)).not.toContain(secret);
    expect((await owner.send('GET', `${TEAM}/call-sources/${id}/reports`)).body.data).toEqual([]);
    expect((await owner.send('DELETE', `${TEAM}/call-sources/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await owner.send('DELETE', `${TEAM}/call-sources/${id}`)).status).toBe(404);
  });

  it('a source of calls awaits the secret of a vendor that makes it', async () => {
    const { vendors } = (await owner.send('GET', `${TEAM}/call-sources`)).body.data;
    const { vendor } = vendors.find((one: { secret_from: string }) => one.secret_from === 'vendor');
    const { source, secret } = (await add({ vendor, name: 'agent' })).body.data;
    expect({ secret, awaits: source.awaits_secret }).toEqual({ secret: null, awaits: true });
    const refused = await owner.send('POST', `${TEAM}/call-sources/${source.id}/rotate`, {});
    expect(refused).toMatchObject({ status: 400, body: { error: 'call_source_refused' } });
    expect((await stranger.send('DELETE', `${OTHER}/call-sources/${source.id}`)).status).toBe(404);
    expect((await stranger.send('GET', `${OTHER}/call-sources/${source.id}/reports`)).status).toBe(404);
    await owner.send('DELETE', `${TEAM}/call-sources/${source.id}`);
  });

  it('a source of calls refuses an API key of a vendor that needs none, and a name without letters', async () => {
    const refused = await add({ vendor: 'generic', name: 'x', credential: 'secret-key' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'call_source_refused' } });
    expect(refused.body.message).not.toContain('secret-key');
    expect((await add({ vendor: 'generic', name: ' ' })).status).toBe(400);
  });
});

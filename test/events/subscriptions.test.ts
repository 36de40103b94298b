import { existsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { CLIENTS, connect, field, type TestClient } from '../support/clients.ts';
import { deliver, newSecret, notification } from '../support/deliveries.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';
import { startUpstream } from '../support/upstream.ts';

/** Resource update notifications to subscribed clients. */
const RECENT = 'rcpt://events/recent';
const folder = temporaryFolder();
afterAll(() => rm(folder, { recursive: true, force: true }));
const clients: TestClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** Collects the notifications of a client in order. */
async function subscribe(client: TestClient, uris: string[]) {
  const updates: string[] = [];
  return { updates, end: await client.watch(uris, (uri) => updates.push(uri)) };
}

const latest = async (client: TestClient) =>
  JSON.parse((await client.read(RECENT)).text).items[0] as Record<string, string>;

describe.each(CLIENTS)('client %s over stdio with the embedded platform', (kind) => {
  it('receives a notification of a change by another process, and reads it', async () => {
    const database = join(folder, `${kind.replaceAll(/\W/g, '')}.db`);
    const env = cleanEnvironment(folder);
    const client = await connect(kind, { args: ['--database', database], env });
    clients.push(client);
    expect(field(client.capabilities, 'resources', 'subscribe')).toBe(true);
    await client.tools();
    expect(existsSync(database)).toBe(false);

    const { updates, end } = await subscribe(client, [RECENT, 'rcpt://bookings/none']);
    await expect.poll(() => existsSync(database)).toBe(true);
    expect((await runProgram(['calls', 'simulate', '--database', database], env)).code).toBe(0);
    await expect.poll(() => updates, { timeout: 20_000 }).toContain(RECENT);
    await expect.poll(async () => (await latest(client))?.type, { timeout: 20_000 }).toBe('call.completed');
    const { resource_uri: call, source } = await latest(client);
    expect(source).toBe('platform');
    expect((await client.read(`${call}/transcript`)).text).toMatch(/^# Transcript of call/);
    expect(updates.filter((uri) => uri !== RECENT)).toEqual([]);

    // A subscription to the record's own URI, and none after unsubscribing.
    const records = await subscribe(client, [call as string, `${call}/transcript`]);
    await end();
    const before = updates.length;
    await runProgram(['calls', 'simulate', '--database', database], env);
    await expect.poll(async () => (await latest(client))?.resource_uri, { timeout: 20_000 }).not.toBe(call);
    expect(updates.length).toBe(before);
    await records.end();
  });
});

it('a subscription of a 2025 client to an unknown resource is refused', async () => {
  const client = await connect('v1', { args: ['--database', join(folder, 'x.db')], env: cleanEnvironment(folder) });
  clients.push(client);
  await expect(client.watch(['rcpt://nothing/here'], () => {})).rejects.toMatchObject({
    data: { uri: 'rcpt://nothing/here' },
  });
});

describe('subscriptions over HTTP with webhook deliveries', () => {
  const start = async () => {
    const file = join(folder, 'secrets.txt');
    const secret = newSecret();
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    const upstream = await startUpstream();
    const session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }, [
      '--webhooks',
      '--webhook-secrets',
      file,
    ]);
    const send = (type: string, data: Record<string, unknown>) =>
      deliver(session.url.replace('/mcp', '/webhooks'), JSON.stringify(notification(type, data)), {
        secrets: [secret],
      });
    const close = async () => {
      await session.close();
      await upstream.close();
    };
    return { ...session, send, close };
  };

  it('notify each client of its own subscriptions, also after another client disconnects', async () => {
    const { url, client, send, close } = await start();
    expect(field(client.capabilities, 'resources', 'subscribe')).toBe(true);
    const other = await connect('v2 2026-07-28', { url });
    const all = await subscribe(client, [RECENT, 'rcpt://calls/call_1', 'rcpt://calls/call_1/transcript']);
    const one = await subscribe(other, ['rcpt://bookings/bk%2F1', 'rcpt://contacts/ct_1']);
    await send('call.completed', { id: 'call_1' });
    await send('booking.updated', { id: 'bk/1' });
    await send('contact.updated', { id: 'ct_1' });
    await expect.poll(() => one.updates).toEqual(['rcpt://bookings/bk%2F1', 'rcpt://contacts/ct_1']);
    await expect
      .poll(() => all.updates)
      .toEqual(['rcpt://calls/call_1', 'rcpt://calls/call_1/transcript', RECENT, RECENT, RECENT]);
    await other.close();
    await send('call.completed', { id: 'call_2' });
    await expect.poll(() => all.updates.length).toBe(6);
    await close();
  });

  it.each(['v2 2025-11-25', 'v1'] as const)('%s without a session is not offered subscriptions', async (kind) => {
    const { url, close } = await start();
    const client = await connect(kind, { url });
    expect(field(client.capabilities, 'resources')).toEqual({ listChanged: false });
    await client.close();
    await close();
  });
});

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openSalon, type Salon } from '../platform/support/salon.ts';
import { bearerHeader, type Guarded, post, startGuarded } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/**
 * Server-side request forgery: the attacker may create webhooks and points them at hosts that only the platform can reach.
 * The checks at delivery time, DNS rebinding included, are in test/platform/deliveries/addresses.test.ts.
 */
let salon: Salon;
let inside: Upstream;
beforeAll(async () => {
  salon = await openSalon({ deliveries: { retryDelaysMs: [1_000_000], timeoutMs: 10_000 } });
  inside = await startUpstream();
});
afterAll(async () => {
  await salon.close();
  await inside.close();
});

const HOSTS = [
  '10.0.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
  '0',
  '255.255.255.255',
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '0xa9.254.43518',
  '169.254.43518',
  '012.0.0.1',
  '10.1',
  '10.0.0.1.',
  '１６９.２５４.１６９.２５４',
  '169。254。169。254',
  '①⓪.0.0.1',
  '%31%30.0.0.1',
  '[::]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::10.0.0.1]',
  '[::ffff:0:10.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:4136:e378:8000:63bf:5601:5601]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  'metadata.google.internal',
  'METADATA.GOOGLE.INTERNAL.',
  'instance-data.ec2.internal',
  'kubernetes.default.svc.cluster.local',
  'printer.lan',
  'router.home.arpa',
];

describe('creating a webhook is rejected with 400', () => {
  it.each(HOSTS)('host %s', async (host) => {
    const key = await salon.key();
    for (const url of [
      `https://${host}/`,
      `https://${host}:8443/latest/meta-data`,
      `HTTPS://${host}`,
      `https:\\\\${host}\\x`,
    ]) {
      const answer = await salon.send('POST', '/v1/webhooks', { key, body: { url, events: ['booking.created'] } });
      expect(answer.status, url).toBe(400);
      expect(answer.body.message).toMatch(/^url: must (not point into a private network|be a URL)/);
    }
    expect((await salon.send('GET', '/v1/webhooks', { key })).body.meta.total).toBe(0);
  });

  it.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'https://user:password@example.com/',
    'https://example.com@10.0.0.1/',
    'https://10.0.0.1#@example.com/',
    'https://10.0.0.1\\@example.com/',
    'https://example.com/#x',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'ftp://127.0.0.1/',
    'unix:/var/run/docker.sock',
    'javascript:alert(1)',
    'data:text/plain,x',
    '//10.0.0.1/',
    'https://',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'https://[::1%25eth0]/',
    `https://example.com/${'x'.repeat(2_100)}`,
  ])('URL %s', async (url) => {
    const key = await salon.key();
    const answer = await salon.send('POST', '/v1/webhooks', { key, body: { url, events: ['booking.created'] } });
    expect(answer, url).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect((await salon.send('GET', '/v1/webhooks', { key })).body.meta.total).toBe(0);
  });

  it('manage_webhooks returns an error for private and insecure URLs', async () => {
    const key = await salon.key();
    const server: Guarded = await startGuarded('platform-key', [], { RCPT_BASE_URL: salon.url });
    for (const url of ['https://169.254.169.254/', 'http://10.0.0.1/', 'https://user:x@example.com/']) {
      const call = { name: 'manage_webhooks', arguments: { action: 'create', url, events: ['booking.created'] } };
      const text = await (await post(server.url, { 'x-api-key': key }, 'tools/call', call)).text();
      expect(text).toMatch(/"isError":true/);
    }
    expect((await salon.send('GET', '/v1/webhooks', { key })).body.meta.total).toBe(0);
    await server.close();
  });
});

describe('a platform that forbids webhooks to its own host', () => {
  const LOOPBACK = [
    'localhost',
    'LOCALHOST.',
    'x.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '0x7f.1',
    '2130706433',
    '[::1]',
  ];
  const loopbackForbidden = { deliveries: { retryDelaysMs: [1_000_000], loopback: false } };

  it.each(LOOPBACK)('rejects the host %s', async (host) => {
    const restricted = await openSalon(loopbackForbidden);
    const key = await restricted.key();
    for (const url of [`http://${host}:9901/quitquitquit`, `https://${host}/`]) {
      const answer = await restricted.send('POST', '/v1/webhooks', { key, body: { url, events: ['booking.created'] } });
      expect(answer.status, url).toBe(400);
      expect(answer.body.message).toMatch(/^url: must not point to the computer that the platform runs on/);
    }
    expect((await restricted.send('GET', '/v1/webhooks', { key })).body.meta.total).toBe(0);
    await restricted.close();
  });

  it('sends nothing to an existing loopback webhook', async () => {
    const folder = temporaryFolder();
    const database = join(folder, 'platform.db');
    const receiver = await startUpstream();
    const open = await openSalon({ ...loopbackForbidden, database, deliveries: { loopback: true } });
    const { id } = await open.subscribe(receiver.url);
    await open.close();
    const restricted = await openSalon({ ...loopbackForbidden, database });
    await restricted.book();
    await eventually(async () => (await restricted.webhook(id)).last_delivery_status).toBe('address_refused');
    expect(receiver.received).toEqual([]);
    await restricted.close();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('lets callers with tokens create loopback webhooks only with --loopback-webhooks', async () => {
    const call = {
      name: 'manage_webhooks',
      arguments: { action: 'create', url: 'http://127.0.0.1:9901/', events: ['booking.created'] },
    };
    for (const [args, refused] of [
      [[], true],
      [['--loopback-webhooks'], false],
    ] as const) {
      const server = await startGuarded('token', [...args]);
      const token = await server.token('desk');
      const text = await (await post(server.url, bearerHeader(token), 'tools/call', call)).text();
      expect(/"isError":true/.test(text), text).toBe(refused);
      expect(text.includes('must not point to the computer')).toBe(refused);
      await server.close();
    }
  });
});

describe('the response of a webhook subscriber', () => {
  const statusOf = async (id: string) => (await salon.webhook(id)).last_delivery_status;

  it.each([301, 302, 303, 307, 308, 300, 305])('status %d is not followed as a redirect', async (status) => {
    const redirects = {
      location: `${inside.url}/inside`,
      refresh: `0; url=${inside.url}/inside`,
      'alt-svc': `h2="${new URL(inside.url).host}"`,
    };
    const outside = await startUpstream(json(status, {}, redirects));
    const { id } = await salon.subscribe(outside.url);
    await salon.book();
    await eventually(() => statusOf(id)).toBe(String(status));
    expect(inside.received).toEqual([]);
    expect(outside.received).toHaveLength(1);
    await outside.close();
  });

  it('causes no decompression, stored body or cookie', async () => {
    const canary = 'canary-of-the-answer';
    const outside = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': canary, 'x-canary': canary });
      response.end(canary);
    });
    const { id } = await salon.subscribe(outside.url);
    await salon.book();
    await eventually(() => statusOf(id)).toBe('200');
    expect(JSON.stringify(await salon.webhook(id))).not.toContain(canary);
    await salon.book();
    await eventually(() => outside.received.length).toBe(2);
    for (const { headers } of outside.received) {
      expect(headers.cookie ?? headers.authorization ?? headers['x-api-key']).toBeUndefined();
    }
    await outside.close();
  });

  it.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['a header of 40,000 characters', (response) => response.writeHead(200, { 'x-a': 'x'.repeat(40_000) }).end()],
    ['a protocol other than HTTP', (response) => response.socket?.end('220 smtp.example.com ESMTP\r\n')],
    [
      'a protocol switch',
      (response) =>
        response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
    ['a closed connection', (response) => response.destroy()],
    [
      'two responses',
      (response) =>
        response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n'),
    ],
  ])('%s ends the delivery after one attempt', async (_name, answer) => {
    const outside = await startUpstream((_request, response) => answer(response));
    const { id } = await salon.subscribe(outside.url);
    await salon.book();
    await eventually(() => statusOf(id)).not.toBe(null);
    expect(['200', 'connection_lost', 'invalid_response']).toContain(await statusOf(id));
    expect(outside.received).toHaveLength(1);
    await outside.close();
  });
});

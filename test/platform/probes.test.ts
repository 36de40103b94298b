import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../src/platform/index.ts';
import { sendRaw } from '../attacks/support/raw.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { metricNames, scrape } from '../support/scrape.ts';
import { smallBusiness } from './support/fixture.ts';

/** What `rcpt-mcp platform` of the built program answers to monitoring, and what `http` shows of the same platform. */
let database: TestDatabase;
let key: string;
let receiver: Server;
/** The status with which the receiver of webhooks answers. */
let receiverStatus = 500;
let url: string;
const programs: RunningProgram[] = [];

async function serve(command: 'http' | 'platform', ...args: string[]): Promise<string> {
  const env = cleanEnvironment('/nonexistent', { RCPT_DATABASE: database.database });
  const program = startProgram([command, '--port', '0', ...args], env);
  programs.push(program);
  return (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
}

beforeAll(async () => {
  database = await newDatabase('empty');
  const platform = await openPlatform({ database: database.database, business: smallBusiness(), deliveries: false });
  key = (
    await platform.keys.create({ name: 'probes', scopes: ['webhooks:manage', 'write:bookings', 'read:bookings'] })
  ).key.reveal();
  await platform.close();
  receiver = createServer((_request, response) => response.writeHead(receiverStatus).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = await serve('platform');
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  receiver?.close();
  await database?.remove();
});

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}
const book = (start_time: string) =>
  post('/bookings', { service_id: 'sv_cut_a', start_time, contact: { name: 'Ada', phone: '+15550100001' } });
const sample = async (name: string, server = url) => (await scrape(server)).series.get(name);

it('/healthz and /readyz of the platform are 200, also with HEAD, and need no key', async () => {
  const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(new URL(path, url))));
  expect(await Promise.all(answers.map((one) => one.json()))).toEqual([{ status: 'ok' }, { status: 'ready' }]);
  expect((await fetch(new URL('/readyz', url), { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(new URL('/readyz', url), { method: 'POST' })).status).toBe(404);
});

it('/metrics of the platform shows all metrics, its requests by route, and the size of its database', async () => {
  await fetch(`${url}/api/v1/bookings/bk_1`);
  const { series, names } = await scrape(url);
  expect(names).toEqual(metricNames({ hasPlatform: true }));
  expect(series.get('rcpt_http_requests_total{route="/api/v1",status="401"}')).toBe(1);
  expect(series.get('rcpt_database_size_bytes{part="data"}')).toBeGreaterThan(100_000);
  expect(series.has('rcpt_database_size_bytes{part="journal"}')).toBe(ENGINE === 'sqlite');
  expect(series.get('rcpt_staff_calendars{state="unknown"}')).toBe(0);
});

it('metrics show a webhook whose receiver fails, and its recovery, on every server of the database', async () => {
  const other = await serve('http');
  const { port } = receiver.address() as AddressInfo;
  await post('/webhooks', { url: `http://127.0.0.1:${port}/in`, events: ['booking.created'] });
  await book('2200-01-01T10:00:00Z');
  for (const server of [url, other])
    await expect.poll(() => sample('rcpt_webhooks{state="failing"}', server), { timeout: 10_000 }).toBe(1);
  const attempts = async (outcome: string) => {
    const counts = await Promise.all(
      [url, other].map((server) => sample(`rcpt_webhook_attempts_total{outcome="${outcome}"}`, server)),
    );
    return counts.reduce((sum: number, count) => sum + (count ?? 0), 0);
  };
  expect(await attempts('failed')).toBeGreaterThan(0);
  expect(await attempts('accepted')).toBe(0);
  expect(await sample('rcpt_webhook_deliveries_pending')).toBe(1);
  receiverStatus = 204;
  await book('2200-01-02T10:00:00Z');
  await expect.poll(() => sample('rcpt_webhooks{state="active"}'), { timeout: 10_000 }).toBe(1);
  expect(await sample('rcpt_webhooks{state="failing"}')).toBe(0);
  expect(await attempts('accepted')).toBeGreaterThan(0);
}, 40_000);

it('/metrics of the platform is served under names of this machine only', async () => {
  const request = (host: string) => `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const statusOf = async (server: string, host: string) => (await sendRaw(server, '', request(host))).statuses;
  expect(await statusOf(url, 'localhost')).toEqual(['200']);
  expect(await statusOf(url, 'desk.example.com')).toEqual(['404']);
  // Behind a proxy it must be asked for.
  const proxied = await serve('platform', '--public-url', 'https://desk.example.com');
  expect(await statusOf(proxied, 'localhost')).toEqual(['404']);
  const asked = await serve('platform', '--public-url', 'https://desk.example.com', '--metrics');
  expect(await statusOf(asked, 'localhost')).toEqual(['200']);
  expect(await statusOf(asked, 'desk.example.com')).toEqual(['404']);
  const off = await serve('platform', '--metrics=false');
  expect(await statusOf(off, 'localhost')).toEqual(['404']);
}, 40_000);

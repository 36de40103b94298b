import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { openPlatform } from '../../src/platform/index.ts';
import { assertDescribed, checked, headersOf } from '../support/openapi.ts';
import { processClient } from './support/client.ts';
import { smallBusiness } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const post = (body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  world.send('POST', '/v1/contacts', { key: world.keyA, body, headers });

describe('request bodies', () => {
  it.each([
    ['{', 'The body is not JSON'],
    ['{"name":"A",}', 'The body is not JSON'],
    ['', 'The request must have a JSON object as its body'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'body: is nested too deeply'],
  ])('return 400 if malformed: %.20s', async (body, message) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { message } });
  });

  it.each([
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': '' },
  ])('return 400 for another content type: %j', async (headers) => {
    const answer = await post('{"name":"A"}', headers);
    expect(answer).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    expect(answer.body.message).toContain('application/json');
  });

  it('can declare the UTF-8 charset', async () => {
    expect((await post('{"name":"Ä"}', { 'Content-Type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
  });

  it('return 400 if they are not UTF-8', async () => {
    const latin1 = Buffer.from('{"name":"Ä"}', 'latin1');
    const request = new Request(`${world.url}/api/v1/contacts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': world.keyA },
      body: latin1,
    });
    const response = await checked(fetch)(request);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'bad_request', message: 'The body is not UTF-8' });
  });

  it('return 400 beyond 1 MiB, with and without Content-Length', async () => {
    const large = JSON.stringify({ name: 'A', note: 'x'.repeat(1024 * 1024) });
    expect(await post(large)).toMatchObject({ status: 400, body: { error: 'payload_too_large' } });
    expect(await streamed(large)).toEqual([400, expect.stringContaining('payload_too_large')]);
    expect(await streamed('{"name":"Streamed"}')).toEqual([200, expect.stringContaining('Streamed')]);
  });

  it('return 400 if they have a Content-Encoding', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect(await post('{"name":"Gzipped"}', headers)).toMatchObject({
      status: 400,
      body: { error: 'bad_request', message: 'Bodies are taken without Content-Encoding only' },
    });
    const { body } = await world.send('GET', '/v1/contacts?per_page=100', { key: world.keyA });
    expect(JSON.stringify(body.data)).not.toContain('Gzipped');
  });

  it('can have exactly 1 MiB', async () => {
    const padding = ' '.repeat(1024 * 1024 - '{"name":"A"}'.length);
    expect((await post(`{"name":"A"}${padding}`)).status).toBe(200);
    expect((await post(`{"name":"A"}${padding} `)).status).toBe(400);
  });
});

/** Sends a contact in chunks, without Content-Length. */
function streamed(body: string): Promise<[number | undefined, string]> {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': world.keyA };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, agent: new Agent({ keepAlive: false }) };
    const url = `${world.url}/api/v1/contacts`;
    const request = httpRequest(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        assertDescribed('POST', url, { status, headers: headersOf(response), text });
        resolve([status, text]);
      });
    });
    request.on('error', reject);
    for (let start = 0; start < body.length; start += 65_536) request.write(body.slice(start, start + 65_536));
    request.end();
  });
}

describe('unknown endpoints', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v1/bookings/'],
    ['GET', '/v1/bookings/a/b'],
    ['GET', '/v1'],
    ['GET', '/v2/bookings'],
    ['GET', ''],
    ['PATCH', '/v1/bookings/bk_2_a'],
    ['DELETE', '/v1/bookings/bk_2_a'],
    ['PUT', '/v1/webhooks/wh_1'],
    ['POST', '/v1/services'],
    ['POST', '/v1/staff'],
    ['GET', '/dashboard/login'],
  ])('return 404 with and without a key: %s %s', async (method, path) => {
    for (const options of [{}, { key: world.keyA }]) {
      expect(await world.send(method, path, options)).toMatchObject({
        status: 404,
        body: { error: 'not_found', message: expect.stringContaining('no endpoint') },
      });
    }
  });

  it('return 404 outside /api', async () => {
    const response = await fetch(`${world.url}/v1/bookings`, { headers: { 'X-API-Key': world.keyA } });
    expect(response.status).toBe(404);
  });
});

describe('unknown identifiers', () => {
  it.each(['..%2fcontacts', '%00', '%', "'%20or%201=1--", 'x'.repeat(5000), '%F0%9F%98%80', 'events'])(
    'return 404: %.20s',
    async (id) => {
      const answer = await world.send('GET', `/v1/bookings/${id}`, { key: world.keyA });
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found', message: 'There is no such booking' } });
    },
  );
});

describe('U+0000, which PostgreSQL does not accept in a text', () => {
  const availability = 'service_id=sv_cut_a&from=2199-01-04T00:00:00Z&to=2199-01-06T00:00:00Z&exclude_booking_id';
  it.each([
    ...['service_id', 'staff_id', 'contact_id', 'contact_phone', 'contact_email', 'contact_name'].map((name) => [
      `bookings?${name}`,
      name,
    ]),
    ...['phone', 'email', 'service_id'].map((name) => [`contacts?${name}`, name]),
    ...['contact_id', 'phone'].map((name) => [`calls?${name}`, name]),
    [`availability?${availability}`, 'exclude_booking_id'],
    ['summary?kind=bookings&service_id', 'service_id'],
  ])('is refused in the query %s', async (query, name) => {
    expect(await world.send('GET', `/v1/${query}=a%00b`, { key: world.keyA })).toMatchObject({
      status: 400,
      body: { error: 'validation_error', message: `${name}: must not contain U+0000` },
    });
  });

  it.each(['["x\\u0000","x"]', '["x","x\\u0000"]'])('is refused in the position %s', async (after) => {
    const path = `/v1/contacts?order=asc&after=${encodeURIComponent(after)}`;
    const answer = await world.send('GET', path, { key: world.keyA });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('after: must be') } });
  });

  it('has no source of calls in its id', async () => {
    expect((await world.send('POST', '/intake/%00', { body: {} })).status).toBe(404);
  });
});

describe('responses', () => {
  it('have JSON content type, no-store and nosniff headers', async () => {
    for (const path of ['/v1/services', '/v1/bookings/none', '/nothing']) {
      const { headers } = await world.send('GET', path, { key: world.keyA });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

/** Sends raw bytes over a connection. Returns the status line and the body of the response. */
function raw(bytes: string): Promise<[string, unknown]> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve([text.split('\r\n')[0] ?? '', JSON.parse(text.split('\r\n\r\n')[1] ?? '')]));
    socket.on('error', reject);
  });
}

describe('malformed HTTP', () => {
  const request = (host: string, more = '') => `GET /api/v1/services HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
  it.each([
    ['a line of text', 'hello\r\n\r\n'],
    ['a malformed header', request('localhost', 'no colon\r\n')],
    ['a malformed host', request('exa mple', 'Connection: close\r\n')],
    ['a malformed path', `GET //[ HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n`],
    ['headers that are too long', request('localhost', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
  ])('returns 400 with an error body: %s', async (_, bytes) => {
    expect(await raw(bytes)).toEqual([
      'HTTP/1.1 400 Bad Request',
      { error: 'bad_request', message: expect.stringMatching(/HTTP|headers/) },
    ]);
  });
});

describe('an internal error', () => {
  it('returns 500 without details and logs the error with the request id', async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'error', format: 'json', write: (line) => void lines.push(line) });
    const platform = await openPlatform({ database: ':memory:', business: smallBusiness(), logger });
    const send = processClient(platform.fetch);
    const key = platform.issueProcessKey().reveal();
    expect((await send('GET', '/v1/bookings', { key })).status).toBe(200);
    await platform.close();
    const answer = await send('GET', '/v1/bookings', { key });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'internal_error',
      message: expect.stringMatching(/unknown whether it took effect: read the record or list before you repeat it/),
    });
    const requestId = answer.headers.get('x-request-id');
    expect(requestId).toBeTruthy();
    expect(lines.join()).toContain(requestId);
    expect(lines.join()).not.toContain('sk_live_0');
  });
});

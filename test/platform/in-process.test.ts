import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcessSender } from '../../src/api/index.ts';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../src/contract/index.ts';
import { Deadline } from '../../src/lib/concurrency/deadline.ts';
import type { CallOptions } from './support/client.ts';
import { requestFor } from './support/requests.ts';
import { startWorld, type World } from './support/world.ts';

/** Clients in the process of the platform reach its endpoints by another way than those on the network, and get the same answers. */

let world: World;
let without: string;
beforeAll(async () => {
  world = await startWorld();
  without = await world.key([]);
});
afterAll(() => world.close());

/** Headers that only HTTP has, and the id of a failure. */
const OF_HTTP = ['cache-control', 'connection', 'content-length', 'date', 'keep-alive', 'x-content-type-options'];

async function overHttp(method: string, path: string, options: CallOptions) {
  const { status, headers, body } = await world.send(method, path, options);
  return { status, headers: Object.fromEntries([...headers].filter(([name]) => !OF_HTTP.includes(name))), body };
}

async function inProcess(method: string, path: string, { key, body, headers = {} }: CallOptions) {
  const send = inProcessSender(async () => world.platform.answer);
  const response = await send({
    method,
    url: new URL(`https://embedded.invalid/api${path}`),
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    deadline: new Deadline(30_000),
    maxBytes: 1_000_000,
  });
  return { ...response, body: JSON.parse(response.body) as unknown };
}

async function expectSame(method: string, path: string, options: CallOptions = {}) {
  const answer = await inProcess(method, path, options);
  expect(answer).toEqual(await overHttp(method, path, options));
  return answer.status;
}

describe('an endpoint answers both the same', () => {
  const reads = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].method === 'GET');
  it.each(reads)('%s', async (name) => {
    const { method, path } = requestFor(name, world.idsA);
    expect(await expectSame(method, path, { key: world.keyA })).toBe(200);
  });

  it.each(ENDPOINT_NAMES)(
    '%s, without a key, without permission and for a record that does not exist',
    async (name) => {
      const { method, path, options } = requestFor(name, world.idsA);
      await expectSame(method, path, options.body === undefined ? { key: without } : { ...options, key: without });
      const nowhere = { booking: 'x', contact: 'x', call: 'x', staff: 'x', webhook: 'x', feed: 'x', teamId: 'x' };
      const missing = requestFor(name, { ...world.idsA, ...nowhere });
      if (missing.path !== path)
        await expectSame(missing.method, missing.path, { ...missing.options, key: world.keyA });
      if (ENDPOINTS[name].auth !== 'public') expect(await expectSame(method, path, options)).toBe(401);
    },
  );

  const writes = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].body !== null);
  it.each(writes)('%s, for bodies that it refuses', async (name) => {
    const { method, path } = requestFor(name, world.idsA);
    for (const body of ['{', '', '[]', '{"__proto__":1}', { name: '\ud800' }, { name: 'x'.repeat(1_100_000) }])
      expect(await expectSame(method, path, { key: world.keyA, body })).toBeGreaterThanOrEqual(400);
    const headers = { 'Content-Type': 'text/plain' };
    expect(await expectSame(method, path, { key: world.keyA, body: '{}', headers })).toBeGreaterThanOrEqual(400);
  });
});

it.each([
  ['/v1/bookings?per_page=2&page=2', 200],
  ['/v1/bookings?per_page=0', 400],
  ['/v1/bookings?status=confirmed&per_page=1', 200],
  ['/v1/bookings/bk%5f2_a', 200],
  ['/v1/bookings/bk%25', 404],
  ['/v1/bookings/%E0%A4%A', 404],
  ['/v1/bookings/a%2Fb', 404],
  ['/v1/bookings/%00', 404],
  ['/v1/nothing', 404],
  ['/v1/bookings/', 404],
])('a path is read as over HTTP: %s', async (path, status) => {
  expect(await expectSame('GET', path, { key: world.keyA })).toBe(status);
});

it('a change of one is seen by the other, with the same tag', async () => {
  const path = `/v1/contacts/${world.idsA.contact}`;
  const changed = await inProcess('PUT', path, { key: world.keyA, body: { name: 'Other Name' } });
  expect(changed).toMatchObject({ status: 200, body: { data: { name: 'Other Name' } } });
  const read = await overHttp('GET', path, { key: world.keyA });
  expect(read.headers.etag).toBe(changed.headers.etag);
  const headers = { 'If-Match': '"other"' };
  const body = { name: 'Third Name' };
  expect(await expectSame('PUT', path, { key: world.keyA, body, headers })).toBe(412);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type Endpoint,
  type PageMeta,
  pageMetaSchema,
  recordSchema,
} from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { manualClock } from '../support/clock.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { httpClient, type Send } from './support/client.ts';
import { NOW } from './support/fixture.ts';
import { hasPages, type Ids, requestFor } from './support/requests.ts';

let demo: StartedPlatform;
let send: Send;
let key: string;
let ids: Ids;

beforeAll(async () => {
  demo = await startPlatform({ demo: true, clock: manualClock(NOW) });
  send = httpClient(demo.url);
  key = await demo.key();
  const first = async (path: string) => String((await send('GET', path, { key })).body.data[0]?.id);
  const webhook = requestFor('createWebhook', {} as Ids);
  ids = {
    teamId: demo.platform.team.id,
    booking: await first('/v1/bookings'),
    contact: await first('/v1/contacts'),
    call: await first('/v1/calls'),
    service: await first('/v1/services'),
    staff: await first('/v1/staff'),
    webhook: String((await send(webhook.method, webhook.path, { ...webhook.options, key })).body.data.id),
    feed: String((await send('POST', '/v1/calendar-feeds', { key, body: {} })).body.data.id),
  };
});
afterAll(() => demo.close());

const withKey = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].auth !== 'session');
const isList = (name: (typeof withKey)[number]) => ENDPOINTS[name].response.shape === 'list';

describe('the API of the demo business', () => {
  it.each(withKey.filter(isList))('%s returns records that match the contract on every page', async (name) => {
    const schema = recordSchema((ENDPOINTS[name] satisfies Endpoint).response.of);
    const { method, path } = requestFor(name, ids);
    const following = ({ page, next = '' }: PageMeta) =>
      hasPages(name) ? `page=${page + 1}` : `after=${encodeURIComponent(next)}`;
    let read = 0;
    for (let part: string | undefined = 'per_page=7'; part !== undefined; ) {
      const url: string = `${path}${path.includes('?') ? '&' : '?'}${part}`;
      const { status, body } = await send<{ data: JsonObject[]; meta: PageMeta }>(method, url, { key });
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['data', 'meta']);
      expect(pageMetaSchema().parse(body.meta)).toEqual(body.meta);
      for (const record of body.data) expect(schema.parse(record)).toEqual(record);
      read += body.data.length;
      part = body.meta.has_more ? `per_page=7&${following(body.meta)}` : undefined;
    }
    expect(read).toBeGreaterThan(0);
  });

  it.each(withKey.filter((name) => !isList(name)))('%s returns a record that matches the contract', async (name) => {
    const { method, path, options } = requestFor(name, ids);
    const { status, body } = await send<{ data: JsonObject }>(method, path, { ...options, key });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(Object.keys(body)).toEqual(['data']);
    expect(recordSchema((ENDPOINTS[name] as Endpoint).response.of).parse(body.data)).toEqual(body.data);
  });

  it('returns times in UTC', async () => {
    const { data } = (await send('GET', '/v1/bookings?per_page=100', { key })).body;
    for (const booking of data) {
      for (const field of ['start_time', 'end_time', 'created_at', 'updated_at']) expect(booking[field]).toMatch(/Z$/);
    }
  });
});

it('a platform without the demo starts with only a team and its owner', async () => {
  const empty = await startPlatform();
  const get = httpClient(empty.url);
  const emptyKey = await empty.key();
  for (const path of ['/v1/bookings', '/v1/contacts', '/v1/calls', '/v1/services', '/v1/webhooks']) {
    const { body } = await get('GET', path, { key: emptyKey });
    expect(body).toEqual({ data: [], meta: { total: 0, page: 1, per_page: 25, has_more: false } });
  }
  expect(await empty.platform.users.list()).toEqual([expect.objectContaining({ role: 'owner', hasPassword: false })]);
  await empty.close();
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedOf } from '../business/rules/support/stored-practice.ts';
import { salon } from '../business/support/owner.ts';
import { temporaryFolder } from '../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { startWithout } from '../support/without-extensions.ts';

/** A platform whose services have prices by day, and which fails for the business with the zone of these days. */
const services = [
  { id: 'cut', name: 'Cut', duration: '30m', price: 30, price_changes: [{ from: '2199-01-01', price: 35 }] },
  { id: 'cut-and-dry', name: 'Cut and dry', duration: '45m', price: 40 },
];

let platform: StartedPlatform;
let plain: Upstream;
let failing: Upstream;
const sessions: Record<string, HttpSession> = {};
beforeAll(async () => {
  platform = await startPlatform({ business: seedOf({ ...salon(), services }, Date.now()) });
  const key = await platform.key();
  plain = await startWithout(platform.url, 'activity_summary', 'list_filters');
  failing = await startUpstream(async ({ path, headers: { authorization = '' } }, response) => {
    if (path === '/api/v1/business') return json(500, { error: 'failed' })({} as never, response);
    const answer = await fetch(plain.url + path, { headers: { authorization } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const env = { RCPT_BASE_URL: failing.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'Europe/Berlin' };
  sessions['with its lists'] = await startHttp(env);
  sessions['with a local index'] = await startHttp({ ...env, RCPT_INDEX: join(temporaryFolder(), 'index.db') });
}, 60_000);
afterAll(async () => {
  await Promise.all(Object.values(sessions).map((session) => session.close()));
  await failing?.close();
  await plain?.close();
  await platform?.close();
});

describe.each(['with its lists', 'with a local index'])('a business that cannot be read (%s)', (name) => {
  const call = (tool: string, args = {}) => (sessions[name] as HttpSession).client.call(tool, args);

  it('services and their prices are listed without it', async () => {
    const { data, text } = await call('list_services');
    expect(data.items, text).toMatchObject([{ id: 'cut', price_cents: 3_000 }, { id: 'cut-and-dry' }]);
  });

  it('bookings are counted, and found by a part of the name of their service, without it', async () => {
    if (name === 'with a local index')
      await vi.waitFor(
        async () => expect((await call('get_account_context')).data.index).toMatchObject({ state: 'complete' }),
        { timeout: 20_000, interval: 200 },
      );
    const window = { from: '2199-01-01T00:00Z', to: '2199-02-01T00:00Z' };
    const counted = await call('summarize_activity', { kind: 'bookings', ...window });
    expect(counted.data.bookings, counted.text).toMatchObject({ count: 0 });
    const found = await call('list_bookings', { service_id: 'dry', ...window });
    expect(found.isError, found.text).toBe(false);
  });

  it('a name that is no service is refused as such without it', async () => {
    const start_time = '2199-01-03T10:00:00Z';
    const calls = {
      list_bookings: {},
      create_booking: { start_time, contact_name: 'Ann', contact_phone: '+13035550177' },
    };
    for (const [tool, args] of Object.entries(calls)) {
      const { isError, text } = await call(tool, { service_id: 'Massage', ...args });
      expect(isError).toBe(true);
      expect(text).toContain('"Massage" is not a service: give the id of one of ');
    }
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../src/contract/index.ts';
import { field } from '../../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { startHttp } from '../../support/session.ts';
import type { Upstream } from '../../support/upstream.ts';
import { startWithout } from '../../support/without-extensions.ts';
import { httpClient } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';

/** The last booking of a contact is for a relative. */
let platform: StartedPlatform;
let scanned: Upstream;
beforeAll(async () => {
  platform = await startPlatform({ business: smallBusiness() });
  scanned = await startWithout(platform.url, 'activity_summary');
  const send = httpClient(platform.url);
  const contact = { id: 'ct_1_a', name: 'Karl Brandt' };
  const body = { service_id: 'sv_cut_a', start_time: '2199-03-04T10:00:00Z', contact };
  expect((await send('POST', '/v1/bookings', { key: await platform.key(), body })).status).toBe(200);
});
afterAll(async () => {
  await scanned?.close();
  await platform?.close();
});

it.each([
  ['a platform that counts itself', () => platform.url],
  ['a platform whose bookings are read', () => scanned.url],
])('summarize_activity names a customer as the contact is named now, with %s', async (_way, url) => {
  const customers = async (scopes: typeof ALL_SCOPES) => {
    const key = await platform.key(scopes);
    const session = await startHttp({ RCPT_BASE_URL: url(), RCPT_API_KEY: key, RCPT_TIME_ZONE: 'UTC' });
    const asked = { kind: 'bookings', from: '2020-01-01', to: '2199-12-31', group_by: ['customer'] };
    const { data } = await session.client.call('summarize_activity', asked);
    await session.close();
    return field(data, 'bookings', 'groups');
  };
  expect(await customers(ALL_SCOPES)).toMatchObject([{ customer: 'Erika Muster', contact_id: 'ct_1_a', count: 3 }]);
  // Without the right to read contacts, only bookings state the name.
  const others = ALL_SCOPES.filter((scope) => !scope.endsWith(':contacts'));
  expect(await customers(others)).toMatchObject([{ customer: 'Karl Brandt', contact_id: 'ct_1_a', count: 3 }]);
});

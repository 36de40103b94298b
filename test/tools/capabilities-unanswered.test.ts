import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import type { HttpSession } from '../support/session.ts';
import type { Upstream } from '../support/upstream.ts';

/** What tools say and do while the platform does not say which extensions it has. */
const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York' } });
let proxy: Upstream;
let isFailing = true;

beforeAll(async () => {
  const statusOf = ({ path }: { path: string }) => (isFailing && path.includes('/capabilities') ? 503 : undefined);
  proxy = await startRecordingProxy(office.platform.url, { statusOf });
});
afterAll(() => proxy?.close());
beforeEach(() => {
  isFailing = true;
  proxy.received.length = 0;
});

const startServer = (): Promise<HttpSession> =>
  office.startServer({
    RCPT_BASE_URL: proxy.url,
    RCPT_CONFIRM: 'never',
    RCPT_TOOLSETS: 'bookings,contacts,services,setup',
  });

const writes = () => proxy.received.filter(({ method }) => method !== 'GET');

it.each<[tool: string, args: object]>([
  ['get_business', {}],
  ['list_calendar_feeds', {}],
  ['manage_calendar_feed', { action: 'create', masked: true }],
  ['update_service', { service: 'svc_cleaning', duration: '45m' }],
])('%s does not say that the platform lacks something, and works as soon as it answers', async (tool, args) => {
  const { client } = await startServer();
  const failed = await client.call(tool, { ...args });
  expect(failed.isError).toBe(true);
  expect(failed.text).toMatch(/^The platform is unavailable \(503\)\./);
  expect(field(failed.data, 'error')).toMatchObject({ kind: 'server_error', retryable: true, changed: 'no' });
  expect(writes()).toEqual([]);
  isFailing = false;
  const { isError, text } = await client.call(tool, { ...args });
  expect(isError, text).toBe(false);
});

it.each<[args: object, lacked: string]>([
  [{ staff_id: 'Keisha Brandt' }, 'the choice of a person'],
  [{ start_time: '2199-01-07T10:00', override: ['outside_hours'] }, 'rules'],
  [{ no_show: true }, 'records of no-shows'],
])('update_booking with %j does not say that the platform lacks %s, and sends nothing', async (args) => {
  const { client } = await startServer();
  const { data } = await office.mustCall('list_bookings', {
    to: 'yesterday',
    status: 'confirmed',
    order: 'desc',
  });
  const [booking] = data.items as { id: string }[];
  const failed = await client.call('update_booking', { booking_id: booking?.id, ...args });
  expect(failed.isError).toBe(true);
  expect(failed.text).toMatch(/^The platform is unavailable \(503\)\./);
  expect(failed.text).toContain('Nothing was changed.');
  expect(writes()).toEqual([]);
});

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { fillLists, type MirroredPlatform, NEW_BOOKING, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** How often a call that needs the services reads them, on a platform that only has the specification. */
let platform: MirroredPlatform;
let session: HttpSession;
let since = 0;

beforeAll(async () => {
  platform = await startMirroredPlatform();
  fillLists(platform, { bookings: 5, contacts: 3 });
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x', RCPT_TIME_ZONE: 'UTC' });
});
afterAll(async () => {
  await Promise.all([session?.close(), platform?.close()]);
  if (session) await rm(session.home, { recursive: true, force: true });
});
beforeEach(() => {
  platform.refuse(undefined);
  since = platform.received.length;
});

const reads = () => platform.count(/^GET .*\/services$/, since);
const booking = (day: number) => ({
  ...NEW_BOOKING,
  service_id: 'Check-up',
  start_time: `2199-08-0${day}T10:00:00Z`,
});

it('create_booking reads them once for the name, the length and the hours', async () => {
  const { data, text } = await session.client.call('create_booking', booking(1));
  expect(field(data, 'booking', 'service_id'), text).toBe('svc_1');
  expect(reads()).toBe(1);
});

it('create_booking that the platform refuses suggests other times without another read', async () => {
  const taken = { ...booking(2), service_id: 'svc_1', contact_name: 'Ada', contact_phone: '+14155550777' };
  await session.client.call('create_booking', taken);
  since = platform.received.length;
  platform.refuse(({ method }) => (method === 'POST' ? { status: 409 } : null));
  const refused = await session.client.call('create_booking', booking(2));
  expect(refused.text).toMatch(/\(409\).*Free instead: /);
  expect(reads()).toBe(1);
});

it('a part of the call that comes later reads them where the first read was refused', async () => {
  platform.refuse(({ path }) => (path.includes('/services') && reads() === 1 ? { status: 403 } : null));
  const { isError, text } = await session.client.call('create_booking', booking(3));
  expect(isError, text).toBe(false);
  expect(reads()).toBe(2);
});

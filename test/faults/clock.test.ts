import { rmSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { temporaryFolder } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { settableClock } from '../support/settable-clock.ts';
import { json, page, startUpstream } from '../support/upstream.ts';

/** The built program while the wall clock of its machine is set back. */
const HOUR = 3_600_000;
const folder = temporaryFolder();
const clock = settableClock(folder);
let session: HttpSession | undefined;
afterEach(async () => {
  clock.set(0);
  await session?.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('asks a platform that works again after seconds, although the clock is set back during the outage', async () => {
  const upstream = await startUpstream(json(503, { error: 'down' }));
  session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_clock', ...clock.env });
  const list = () => session?.client.call('list_services');
  await expect.poll(async () => (await list())?.text, { timeout: 25_000, interval: 500 }).toMatch(/is not asked now/);
  clock.set(-HOUR);
  expect(field((await list())?.data, 'error', 'retry_after_seconds')).toBeLessThanOrEqual(5);
  upstream.behave(page([]));
  await expect.poll(async () => (await list())?.isError, { timeout: 10_000, interval: 250 }).toBe(false);
  await upstream.close();
}, 60_000);

it('refuses a confirmation token from before the clock was set back, and asks again', async () => {
  const env = { RCPT_DATABASE: ':memory:', RCPT_CONFIRM: 'destructive', ...clock.env };
  session = await startHttp(env, [], 'v1');
  const { client } = session;
  const [booking] = field((await client.call('list_bookings', { status: 'confirmed' })).data, 'items') as {
    id: string;
  }[];
  const request = { booking_id: booking?.id };
  const token = async () =>
    field((await client.call('cancel_booking', request)).data, 'question', 'repeat_with', 'confirm_token');
  const old = await token();
  clock.set(-HOUR);
  expect((await client.call('cancel_booking', { ...request, confirm_token: old })).text).toMatch(
    /older than 5 minutes/,
  );
  const cancelled = await client.call('cancel_booking', { ...request, confirm_token: await token() });
  expect(field(cancelled.data, 'booking', 'status'), cancelled.text).toBe('cancelled');
});

import { afterEach, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

const BOOKING = {
  id: 'bk',
  service_id: 'svc',
  start_time: '2026-01-06T10:00:00Z',
  contact: { name: 'Ana', phone: '+15550100100' },
  notes: 'First visit',
  status: 'confirmed',
};

let platform: ForeignPlatform | undefined;
let session: HttpSession;
afterEach(async () => {
  await Promise.all([session?.close(), platform?.close()]);
});

const call = (name: string, args: Record<string, unknown>) => session.client.call(name, args);
const puts = () =>
  platform?.received.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as unknown);

async function startForeign(extensions: Record<string, { version: number }>, put: 'merges' | 'replaces') {
  platform = await startForeignPlatform({ put, capabilities: { extensions } });
  platform.records.set('bk', BOOKING);
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x' });
}

describe('update_booking with no_show', () => {
  it('records in the demo business that a customer did not come, and undoes it', async () => {
    session = await startHttp();
    const window = { to: new Date(Date.now() - 3_600_000).toISOString() };
    const noShows = async () =>
      (await call('list_bookings', { ...window, status: 'no_show' })).data.items as { id: string }[];
    const counted = async () =>
      (await call('summarize_activity', { kind: 'bookings', ...window })).data.bookings as Record<string, number>;
    const listed = await call('list_bookings', { ...window, status: 'active', per_page: 1 });
    const { id: booking_id } = (listed.data.items as { id: string }[])[0] as { id: string };
    const before = await counted();

    const recorded = await call('update_booking', { booking_id, no_show: true });
    expect(recorded.isError, recorded.text).toBeFalsy();
    expect(recorded.text).toContain('Changed; its time stays');
    expect(recorded.data).toMatchObject({
      booking: { id: booking_id, status: 'no_show' },
      before: { status: 'confirmed' },
    });
    expect((await noShows()).map(({ id }) => id)).toEqual([booking_id]);
    const after = await counted();
    expect(after).toMatchObject({ count: before.count, cancelled: before.cancelled, no_shows: 1 });
    expect(after.value_cents).toBeLessThan(before.value_cents as number);

    const undone = await call('update_booking', { booking_id, no_show: false });
    expect(field(undone.data, 'booking', 'status')).toBe('confirmed');
    expect(await noShows()).toEqual([]);
    expect(await counted()).toEqual(before);
  });

  it('a booking that has not begun is refused with the reason, and stays as it is', async () => {
    session = await startHttp();
    const from = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const listed = await call('list_bookings', { from, status: 'confirmed', per_page: 1 });
    const { id: booking_id } = (listed.data.items as { id: string }[])[0] as { id: string };
    const refused = await call('update_booking', { booking_id, no_show: true });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('Only a booking that has begun can be a no-show');
    expect(refused.text).toContain('Nothing was changed');
    expect(field((await call('get_booking', { booking_id })).data, 'booking', 'status')).toBe('confirmed');
  });

  it('without the extension, nothing is sent and the answer says so', async () => {
    await startForeign({ merge_updates: { version: 1 } }, 'merges');
    const refused = await call('update_booking', { booking_id: 'bk', no_show: true, notes: 'x' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('no_show: this platform does not record that a customer did not come');
    expect(refused.text).toContain('nothing was sent');
    expect(platform?.received.map(({ path }) => path)).toEqual(['/api/v1/capabilities']);
  });

  it.each(['merges', 'replaces'] as const)('a platform whose PUT %s gets the status only with no_show', async (put) => {
    await startForeign({ no_shows: { version: 1 }, ...(put === 'merges' && { merge_updates: { version: 1 } }) }, put);
    const { id: _, status, ...known } = BOOKING;
    const whole = put === 'merges' ? {} : known;
    const recorded = await call('update_booking', { booking_id: 'bk', no_show: true });
    expect(field(recorded.data, 'booking', 'status')).toBe('no_show');
    await call('update_booking', { booking_id: 'bk', notes: 'Called' });
    expect(puts()).toEqual([
      { ...whole, status: 'no_show' },
      { ...whole, notes: 'Called' },
    ]);
    expect(status).toBe('confirmed');
  });
});

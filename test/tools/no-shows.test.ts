import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { field } from '../support/clients.ts';
import { manualClock } from '../support/clock.ts';
import { type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { openOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
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

async function startForeign(
  extensions: Record<string, { version: number }>,
  put: 'merges' | 'replaces',
  status = BOOKING.status,
) {
  platform = await startForeignPlatform({ put, capabilities: { extensions }, keepsStatus: status !== BOOKING.status });
  platform.records.set('bk', { ...BOOKING, status });
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
    expect(recorded.text).toContain('Recorded as a no-show: the customer did not come on ');
    expect(recorded.text).not.toContain('still starts');
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
    expect(undone.text).toMatch(/The booking on \w+day .* is no longer a no-show\./);
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
    expect(refused.text).toContain('Record it once the booking has begun; cancel_booking frees');
    expect(refused.text).toContain('cancel_booking');
    expect(refused.text).not.toContain('move');
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

  it('without the extension, false is left out of a change of something else, and refused alone', async () => {
    await startForeign({ merge_updates: { version: 1 } }, 'merges');
    const moved = await call('update_booking', {
      booking_id: 'bk',
      start_time: '2199-01-08T10:00:00Z',
      no_show: false,
    });
    expect(moved.isError, moved.text).toBeFalsy();
    expect(puts()).toEqual([{ start_time: '2199-01-08T10:00:00Z' }]);
    const refused = await call('update_booking', { booking_id: 'bk', no_show: false });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('so there is nothing to undo, and nothing was sent');
    expect(puts()).toHaveLength(1);
  });

  it('false is confirmed by any status but that of a no-show', async () => {
    await startForeign({ no_shows: { version: 1 } }, 'replaces', 'pending');
    const answer = await call('update_booking', { booking_id: 'bk', no_show: false });
    expect(answer.isError, answer.text).toBeFalsy();
    expect(answer.text).toContain('Nothing was changed');
    expect(field(answer.data, 'booking', 'status')).toBe('pending');
    platform?.records.set('bk', { ...BOOKING, status: 'No-Show' });
    expect((await call('update_booking', { booking_id: 'bk', no_show: true })).isError).toBeFalsy();
  });

  it('false with another time undoes nothing, because a no-show cannot be moved', async () => {
    const [start, later] = [openHour(69, 2199), openHour(70, 2199)];
    // The customer is late: the booking has begun, and has not ended.
    const clock = manualClock(Date.parse(start) - 86_400_000);
    const demo = await openOffice({ platform: { demo: true, clock }, env: { RCPT_DEFAULT_COUNTRY: 'US' } });
    onTestFinished(demo.close);
    const customer = { contact_name: 'Ana Diaz', contact_phone: '212 555 0150' };
    const made = await demo.call('create_booking', { service_id: 'svc_cleaning', start_time: start, ...customer });
    const booking_id = field(made.data, 'booking', 'id');
    clock.advance(86_400_000 + 600_000);
    expect((await demo.call('update_booking', { booking_id, no_show: true })).isError).toBeFalsy();
    const move = { booking_id, start_time: later, no_show: false, outside_hours: true, allow_duplicate: true };
    const refused = await demo.call('update_booking', move);
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('A no-show cannot be moved');
    expect(refused.text).toContain('First undo it: no_show false, without start_time.');
    expect(field((await demo.call('get_booking', { booking_id })).data, 'booking', 'status')).toBe('no_show');
    expect((await demo.call('update_booking', { booking_id, no_show: false })).isError).toBeFalsy();
    const moved = await demo.call('update_booking', move);
    expect(moved.isError, moved.text).toBeFalsy();
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

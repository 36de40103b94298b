import { expect, it, onTestFinished } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import type { HttpSession } from '../support/session.ts';
import { startWithout } from '../support/without-extensions.ts';

/** Free times for an appointment that is moved, of a platform that states them and of one that does not. */
const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_OPENING_HOURS: 'Mon-Fri 08:00-17:00' } });
const HOUR_MS = 60 * 60_000;

it('an appointment can be moved by less than its own length, because its own time is free for it', async () => {
  const plain = await startWithout(office.platform.url, 'availability');
  onTestFinished(plain.close);
  const computed = await office.startServer({ RCPT_BASE_URL: plain.url });
  const FREE = { service_id: 'svc_filling', staff_id: 'stf_ibarra', limit: 100 };
  const startsAt = async ({ client }: HttpSession, more: object = {}) => {
    const { data, isError, text } = await client.call('find_open_times', { ...FREE, ...more });
    expect(isError, text).toBe(false);
    return (data.times as { start_local: string }[]).map(({ start_local: at }) => Date.parse(at));
  };
  const before = await startsAt(office.session);
  // Not the first ones, which may be over before the test is.
  const start = before.slice(20).find((at) => before.includes(at + HOUR_MS)) as number;
  const made = await office.mustCall('create_booking', {
    service_id: FREE.service_id,
    staff_id: FREE.staff_id,
    start_time: new Date(start).toISOString(),
    contact_name: 'Lee Later',
    contact_phone: '+12125550146',
  });
  const within = [0, 15, 30, 45].map((minutes) => start + minutes * 60_000);
  for (const session of [office.session, computed]) {
    const taken = await startsAt(session);
    expect(within.filter((at) => taken.includes(at))).toEqual([]);
    const free = await startsAt(session, { exclude_booking_id: field(made.data, 'booking', 'id') });
    expect(free).toEqual(expect.arrayContaining(within));
  }
});

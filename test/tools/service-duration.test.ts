import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { field, type ToolAnswer } from '../support/clients.ts';
import { type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { useOffice } from '../support/office.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { startWithout } from '../support/without-extensions.ts';

const SERVICE = 'svc_whitening';
const DAY_MS = 86_400_000;
const present = { use_service_duration: true };

describe('update_booking with use_service_duration', () => {
  const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_OPENING_HOURS: 'Mon-Fri 08:00-17:00' } });
  let customers = 0;

  /**
   * Books an appointment of 90 minutes, whose service takes another duration from then on.
   * @param room for how long the person is free from its start.
   */
  async function bookedBefore(duration: string, room = '90m') {
    await office.apply({ services: [{ id: SERVICE, duration: room }] });
    // Each on a day of its own, where earlier ones leave room.
    const from = new Date(Date.now() + (2 + customers) * DAY_MS).toISOString();
    const { data } = await office.mustCall('find_open_times', { service_id: SERVICE, from, limit: 100 });
    const times = (data.times as { start_local: string }[]).map(({ start_local }) => start_local);
    // In the morning, so that longer ones end within the hours.
    const start_time = times.find((time) => time.slice(11, 16) < '10:00') as string;
    await office.apply({ services: [{ id: SERVICE, duration: '90m' }] });
    const customer = { contact_name: 'Kim Keeper', contact_phone: `+1212555${6000 + customers++}` };
    const made = await office.mustCall('create_booking', { service_id: SERVICE, start_time, ...customer });
    await office.apply({ services: [{ id: SERVICE, duration }] });
    return { booking_id: field(made.data, 'booking', 'id') as string, start: Date.parse(start_time) };
  }

  const minutes = ({ data }: ToolAnswer) => {
    const { start_time, end_time } = data.booking as { start_time: string; end_time: string };
    return (Date.parse(end_time) - Date.parse(start_time)) / 60_000;
  };

  it('gives an old appointment the new length of its service, and says both lengths', async () => {
    const { booking_id, start } = await bookedBefore('60m');
    const equal = await office.mustCall('update_booking', { booking_id, service_id: SERVICE });
    expect(minutes(equal)).toBe(90);
    const changed = await office.mustCall('update_booking', { booking_id, ...present });
    expect(minutes(changed)).toBe(60);
    expect(Date.parse(String(field(changed.data, 'booking', 'start_time')))).toBe(start);
    expect(changed.data.before).toEqual({ end_local: field(equal.data, 'booking', 'end_local') });
    const [ends, ended] = [changed, equal].map(({ data }) => String(field(data, 'booking', 'end_local')).slice(11, 16));
    expect(changed.text).toContain(`It ends at ${ends} instead of ${ended}.`);
    const again = await office.mustCall('update_booking', { booking_id, ...present });
    expect(again.text).toContain('Nothing was changed');
    expect(minutes(again)).toBe(60);
  });

  it('keeps the length with false, as hosts fill it in', async () => {
    const { booking_id } = await bookedBefore('60m');
    const noted = await office.mustCall('update_booking', { booking_id, notes: 'x', use_service_duration: false });
    expect(minutes(noted)).toBe(90);
  });

  it('names the times for the new length if it does not fit, and changes nothing', async () => {
    const { booking_id, start } = await bookedBefore('2h', '2h');
    const { data } = await office.mustCall('get_booking', { booking_id });
    await office.apply({ services: [{ id: SERVICE, duration: '30m' }] });
    const next = { service_id: SERVICE, start_time: new Date(start + 90 * 60_000).toISOString() };
    const other = { contact_name: 'Ada Next', contact_phone: '+12125556999' };
    await office.mustCall('create_booking', { ...next, staff_id: field(data, 'booking', 'staff_id'), ...other });
    await office.apply({ services: [{ id: SERVICE, duration: '2h' }] });
    const refused = await office.call('update_booking', { booking_id, ...present });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('Nothing was changed');
    expect(refused.text).toContain('To take one, give it as start_time together with use_service_duration.');
    const [first] = (field(refused.data, 'error', 'alternatives') ?? refused.data.alternatives) as {
      start_time: string;
    }[];
    expect(minutes(await office.mustCall('get_booking', { booking_id }))).toBe(90);
    const move = { booking_id, start_time: first?.start_time, ...present };
    const moved = await office.mustCall('update_booking', move);
    expect(minutes(moved)).toBe(120);
    expect(moved.data.before).toMatchObject({ end_local: expect.any(String), start_local: expect.any(String) });
  });

  it('states that the length can stay if no day has room for the new one', async () => {
    const { booking_id } = await bookedBefore('10h');
    const { text } = await office.call('update_booking', { booking_id, ...present });
    expect(text).toMatch(/although its end at \d{4}-\d\d-\d\d \d\d:\d\d is outside the opening hours/);
    const refused = await office.call('update_booking', { booking_id, ...present, outside_hours: true });
    expect(refused.text).toContain('The platform refused it by the rule ');
    expect(refused.text).toContain('Without use_service_duration, the booking keeps its present length.');
    expect(refused.text).not.toContain('To take one');
    expect(minutes(await office.mustCall('get_booking', { booking_id }))).toBe(90);
  });

  it.each(['2h', '60m'])('find_open_times finds times for the new length of %s', async (duration) => {
    const plain = await startWithout(office.platform.url, 'availability');
    onTestFinished(plain.close);
    const computing = await office.startServer({ RCPT_BASE_URL: plain.url });
    const { booking_id } = await bookedBefore(duration);
    const expected = duration === '2h' ? 120 : 60;
    const query = { service_id: SERVICE, exclude_booking_id: booking_id, limit: 100 };
    const starts: string[][] = [];
    for (const { client } of [office.session, computing]) {
      const kept = await client.call('find_open_times', { ...query, use_service_duration: false });
      // Without the platform's word, the longer one is assumed.
      expect(kept.data.duration_minutes, kept.text).toBe(client === computing.client ? Math.max(90, expected) : 90);
      const found = await client.call('find_open_times', { ...query, ...present });
      expect(found.data.duration_minutes, found.text).toBe(expected);
      starts.push((found.data.times as { start_local: string }[]).map(({ start_local }) => start_local));
    }
    const [offered = [], computed] = starts;
    expect(computed).toEqual(offered);
    const moved = await office.mustCall('update_booking', { booking_id, start_time: offered.at(-1), ...present });
    expect(minutes(moved)).toBe(expected);
  });

  it('asks first if the person has another appointment within the new length', async () => {
    const { booking_id, start } = await bookedBefore('30m');
    const { data } = await office.mustCall('get_booking', { booking_id });
    const { contact_name, contact_phone } = data.booking as Record<string, string>;
    // With a person who has no other appointments.
    const staff = [{ id: 'stf_new', name: 'Noa New' }];
    const call = { id: 'svc_call', name: 'Video call', duration: '15m', price: 10, staff: ['stf_new'] };
    await office.apply({ staff, services: [call] });
    const service = { service_id: 'svc_call', start_time: new Date(start + 90 * 60_000).toISOString() };
    await office.mustCall('create_booking', { ...service, contact_name, contact_phone });
    await office.apply({ services: [{ id: SERVICE, duration: '2h' }] });
    const { data: asked } = await office.call('update_booking', { booking_id, ...present });
    expect(field(asked, 'question', 'kind')).toBe('same_person');
    expect(minutes(await office.mustCall('get_booking', { booking_id }))).toBe(90);
  });

  it('a length is refused on a platform that does not announce it, and nothing is sent', async () => {
    const { booking_id } = await bookedBefore('60m');
    const plain = await startWithout(office.platform.url, 'service_duration');
    onTestFinished(plain.close);
    const session = await office.startServer({ RCPT_BASE_URL: plain.url });
    const refused = await session.client.call('update_booking', { booking_id, notes: 'x', ...present });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('use_service_duration: this platform does not change the length of a booking');
    expect(refused.text).toContain('nothing was sent');
    const query = { service_id: SERVICE, exclude_booking_id: booking_id, ...present };
    const unknown = await session.client.call('find_open_times', query);
    expect(unknown.isError).toBe(true);
    expect(unknown.text).toContain('use_service_duration: this platform does not change the length of a booking');
    expect(plain.received.filter(({ method }) => method === 'PUT')).toEqual([]);
    const { data } = await session.client.call('update_booking', {
      booking_id,
      notes: 'y',
      use_service_duration: false,
    });
    expect(field(data, 'booking', 'notes')).toBe('y');
    const sent = plain.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent.join()).not.toContain('use_service_duration');
  });
});

describe('update_booking with use_service_duration on a platform that announces it alone', () => {
  let platform: ForeignPlatform | undefined;
  let session: HttpSession | undefined;
  afterEach(async () => {
    await Promise.all([session?.close(), platform?.close()]);
  });

  it('sends it with the whole record', async () => {
    platform = await startForeignPlatform({
      put: 'replaces',
      capabilities: { extensions: { service_duration: { version: 1 } } },
    });
    const known = {
      service_id: 'svc',
      start_time: '2199-01-06T10:00:00Z',
      contact: { name: 'Ana', phone: '+15550100100' },
      notes: 'First visit',
    };
    platform.records.set('bk', { ...known, id: 'bk' });
    session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x' });
    const args = { booking_id: 'bk', ...present, outside_hours: true, allow_duplicate: true };
    const changed = await session.client.call('update_booking', args);
    expect(changed.isError, changed.text).toBeFalsy();
    const puts = platform.received.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
    expect(puts).toEqual([{ ...known, ...present }]);
  });
});

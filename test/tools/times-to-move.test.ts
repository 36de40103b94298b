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

it('an appointment keeps its length when it is moved, whatever its service takes by then', async () => {
  const plain = await startWithout(office.platform.url, 'availability');
  onTestFinished(plain.close);
  const computed = await office.startServer({ RCPT_BASE_URL: plain.url });
  const service = { service_id: 'svc_whitening' };
  const { data: first } = await office.mustCall('find_open_times', { ...service, limit: 100 });
  const times = (first.times as { start_local: string }[]).map(({ start_local }) => start_local);
  // Not the first ones, which may be over before the test is.
  const start_time = times[20];
  const caller = { contact_name: 'Kim Keeper', contact_phone: '+12125550147' };
  const made = await office.mustCall('create_booking', { ...service, start_time, ...caller });
  const id = field(made.data, 'booking', 'id');
  const asked = async ({ client }: HttpSession) => {
    const { data, isError, text } = await client.call('find_open_times', { ...service, exclude_booking_id: id });
    expect(isError, text).toBe(false);
    return { minutes: data.duration_minutes, assumptions: data.assumptions };
  };
  expect(first.duration_minutes).toBe(90);
  expect(await asked(computed)).toMatchObject({ minutes: 90 });
  await office.apply({ services: [{ id: service.service_id, duration: '30m' }] });
  expect(await asked(office.session)).toMatchObject({ minutes: 90 });
  // A platform that states no free times may use either length: the longer one fits in both cases.
  const both = (minutes: number, of: number) =>
    expect.arrayContaining([
      `The appointment takes 90 minutes and its service ${of}: ${minutes} are assumed after the move.`,
    ]);
  expect(await asked(computed)).toEqual({ minutes: 90, assumptions: both(90, 30) });
  await office.apply({ services: [{ id: service.service_id, duration: '2h' }] });
  expect(await asked(office.session)).toMatchObject({ minutes: 90 });
  expect(await asked(computed)).toEqual({ minutes: 120, assumptions: both(120, 120) });
  const moved = await office.mustCall('update_booking', { booking_id: id, start_time: times.at(-1) });
  const { start_time: from, end_time: to } = moved.data.booking as { start_time: string; end_time: string };
  expect(Date.parse(to) - Date.parse(from)).toBe(90 * 60_000);
});

it('a refused move is not offered the time that the appointment has', async () => {
  const plain = await startWithout(office.platform.url, 'availability');
  onTestFinished(plain.close);
  const computed = await office.startServer({ RCPT_BASE_URL: plain.url });
  const service = { service_id: 'svc_deep_cleaning' };
  const { data } = await office.mustCall('find_open_times', { ...service, limit: 100 });
  const starts = (data.times as { start_local: string }[]).map(({ start_local }) => Date.parse(start_local));
  // Its 90 minutes are followed by another appointment: its own start is the nearest free one of a later time.
  const start = starts.slice(20).find((at) => starts.includes(at + 1.5 * HOUR_MS)) as number;
  const book = async (at: number, contact_name: string, contact_phone: string) => {
    const args = { ...service, start_time: new Date(at).toISOString(), contact_name, contact_phone };
    return field((await office.mustCall('create_booking', args)).data, 'booking', 'id');
  };
  const booking_id = await book(start, 'Mo Mover', '+12125550148');
  await book(start + 1.5 * HOUR_MS, 'Sam Stayer', '+12125550149');
  for (const { client } of [office.session, computed]) {
    const refused = await client.call('update_booking', {
      booking_id,
      start_time: new Date(start + HOUR_MS).toISOString(),
    });
    expect(refused.text).toMatch(/Free instead: /);
    const offered = field(refused.data, 'error', 'alternatives') as { start_time: string }[];
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.map(({ start_time }) => Date.parse(start_time))).not.toContain(start);
  }
});

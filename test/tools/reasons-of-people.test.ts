import { beforeAll, describe, expect, it } from 'vitest';
import { useOffice } from '../support/office.ts';
import { weekdayAhead } from '../support/open-hours.ts';
import type { HttpSession } from '../support/session.ts';

/** Why find_open_times has no times where people work by hours of their own: the business is open whenever anybody works. */
const DAY_MS = 24 * 60 * 60_000;
const IBARRA = '"Dr. Rafael Ibarra" (stf_ibarra)';
const WHITFIELD = '"Dr. Naomi Whitfield" (stf_whitfield)';

const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York' } });

beforeAll(async () => {
  await office.apply({
    opening_hours: ['Mon-Fri 09:00-18:00'],
    special_hours: [{ from: saturday(41), hours: '10:00-12:00', staff: ['stf_whitfield'] }],
    rules: { booking_window: '400d' },
    staff: [
      {
        id: 'stf_ibarra',
        opening_hours: ['Mon-Fri 09:00-20:00', 'Sat 09:00-12:00'],
        time_off: [{ from: saturday(41), to: saturday(42) }],
      },
    ],
  });
});

const saturday = (weeks: number) => weekdayAhead(6, weeks);
const dayBefore = (date: string) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);

async function ask(
  date: string,
  from: string,
  to: string,
  more: object = {},
  { client }: HttpSession = office.session,
) {
  const window = { from: `${date}T${from}`, to: `${date}T${to}` };
  const { data, text } = await client.call('find_open_times', { service_id: 'svc_filling', ...window, ...more });
  return { reasons: data.reasons, others: data.other_staff, text };
}

it('a business in which one person works on a Saturday is open then', async () => {
  const date = saturday(40);
  const { reasons } = await ask(date, '14:00', '16:00');
  expect(reasons).toEqual([`The business is open only 09:00-12:00 on Saturday ${date}.`]);
});

it('a business is open where special hours of one person are, and not while another one is away', async () => {
  const date = saturday(41);
  const { reasons } = await ask(date, '13:00', '15:00');
  expect(reasons).toEqual([`The business is open only 10:00-12:00 on Saturday ${date}.`]);
});

it('a business is closed when everybody who works by hours of their own is away', async () => {
  const date = saturday(42);
  const { reasons } = await ask(date, '09:00', '11:00');
  expect(reasons).toEqual([`The business is closed on Saturday ${date}.`]);
});

it('a service whose people do not work while others do says so', async () => {
  const date = saturday(40);
  const { reasons } = await ask(date, '09:00', '11:00', { service_id: 'svc_cleaning' });
  expect(reasons).toEqual([`Those who perform this service do not work, or are away, then on Saturday ${date}.`]);
});

it('a person who does not work while others do is named, beside the times of others', async () => {
  const date = saturday(40);
  const { reasons, others } = await ask(date, '09:00', '11:00', { staff_id: 'Whitfield' });
  expect(reasons).toEqual([`${WHITFIELD} does not work on Saturday ${date}.`]);
  expect(others).toBeDefined();
});

it('hours of the person who was asked for come before those of the business', async () => {
  const date = dayBefore(saturday(40));
  const late = await ask(date, '20:00', '21:00', { staff_id: 'Ibarra' });
  expect(late.reasons).toEqual([`${IBARRA} works only 09:00-20:00 on Friday ${date}.`]);
  expect((await ask(date, '20:00', '21:00')).reasons).toEqual([
    `The business is open only 09:00-20:00 on Friday ${date}.`,
  ]);
});

it('an absence of the person who was asked for comes before a closed business', async () => {
  const date = saturday(42);
  const { reasons } = await ask(date, '09:00', '11:00', { staff_id: 'Ibarra' });
  expect(reasons).toEqual([`${IBARRA} is away on Saturday ${date}.`]);
});

it('a person asked for on a day without any work leads to the closed business', async () => {
  const date = new Date(Date.parse(saturday(40)) + DAY_MS).toISOString().slice(0, 10);
  const { reasons } = await ask(date, '09:00', '11:00', { staff_id: 'Whitfield' });
  expect(reasons).toEqual([`The business is closed on Sunday ${date}.`]);
});

it('hours of the options are those of the business, not of the person who was asked for', async () => {
  const date = dayBefore(saturday(40));
  const other = await office.startServer({ RCPT_OPENING_HOURS: 'Mon-Fri 10:00-16:00' });
  const { reasons } = await ask(date, '16:00', '18:00', { staff_id: 'Whitfield' }, other);
  expect(reasons).toEqual([`The business is open only 10:00-16:00 on Friday ${date}.`]);
});

it('a caller that may not see staff hears when anybody works, and of no absence', async () => {
  const other = await office.startServer({ RCPT_TOOLSETS: 'bookings' });
  for (const date of [saturday(40), saturday(42)]) {
    const { reasons, text } = await ask(date, '14:00', '16:00', { staff_id: 'stf_whitfield' }, other);
    expect(reasons).toEqual([`The business is open only 09:00-12:00 on Saturday ${date}.`]);
    expect(text).not.toMatch(/Ibarra|away/);
  }
});

describe('a service that no active person performs', () => {
  const patient = { contact_name: 'Robin Twice', contact_phone: '+12125550161' };
  const PERFORMS = 'No staff member performs this service at present.';
  const date = dayBefore(saturday(40));

  beforeAll(async () => {
    const booked = await office.call('create_booking', {
      service_id: 'svc_filling',
      staff_id: 'stf_ibarra',
      start_time: `${date}T10:00`,
      ...patient,
    });
    expect(booked.isError, booked.text).toBe(false);
    await office.apply({
      services: [{ id: 'svc_filling', staff: ['stf_ibarra'] }],
      staff: [{ id: 'stf_ibarra', active: false }],
    });
  });

  it('a window on any day has no times for this reason', async () => {
    for (const day of [date, saturday(42)]) expect((await ask(day, '09:00', '11:00')).reasons).toEqual([PERFORMS]);
  });

  it('a second appointment of a customer is refused without a question, with nothing to override', async () => {
    const args = { service_id: 'svc_filling', start_time: `${date}T10:15`, ...patient };
    const { data, text, isError } = await office.call('create_booking', args);
    expect(isError, text).toBe(true);
    expect(data.error).toMatchObject({ rule: 'slot_unavailable', changed: 'no' });
    expect(text).toContain(PERFORMS);
    expect(text).not.toContain('override');
  });
});

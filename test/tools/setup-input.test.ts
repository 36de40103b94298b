import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WEEKDAYS } from '../../src/lib/time/weekdays.ts';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Forms of arguments that models send to the tools which change the business, and that can mean only one thing. */
let session: HttpSession;

beforeAll(async () => {
  session = await startHttp({ RCPT_TOOLSETS: 'account,bookings,services,setup', RCPT_CONFIRM: 'destructive' });
  await change('update_business', { minimum_notice: '1d' });
});
afterAll(() => session?.close());

async function change(name: string, args: Record<string, unknown>) {
  const asked = await session.client.call(name, args);
  const confirm_token = field(asked.data, 'question', 'repeat_with', 'confirm_token');
  const done = await session.client.call(name, { ...args, confirm_token });
  expect(done.data.applied, done.text).toBe(true);
  return asked.text;
}

/** What a call would change, in the words of the answer. */
async function planned(name: string, args: Record<string, unknown>): Promise<string> {
  const { data, text } = await session.client.call(name, { ...args, dry_run: true });
  expect(data.applied, text).toBe(false);
  return JSON.stringify(data.changes);
}

/** The error of a call. */
async function refused(name: string, args: Record<string, unknown>): Promise<string> {
  const { data, text, isError } = await session.client.call(name, { ...args, dry_run: true });
  expect(isError, text).toBe(true);
  expect(field(data, 'error', 'changed')).toBe('no');
  return text;
}

it.each([
  ['add_service', { name: 'Night guard', duration: '30m', price: '39', staff: 'Whitfield' }, /39/],
  ['add_service', { name: 'Night guard', duration: '30m', price: '49,50', staff: 'all' }, /49\.50?/],
  ['update_service', { service: 'Whitening', staff: 'all' }, /staff/],
  ['update_service', { service_id: 'Whitening', staff_id: 'Ibarra' }, /staff/],
  ['update_staff', { staff: 'Ibarra', services: 'all' }, /Whitening/],
  ['update_staff', { staff_id: 'Ibarra', services: 'Whitening' }, /Whitening/],
  ['update_staff', { staff: 'Ibarra', opening_hours: 'Tue-Sat 09:00-18:00' }, /Tue-Sat 09:00-18:00/],
  ['update_business', { opening_hours: 'Tue-Sat 09:00-18:00' }, /Tue-Sat 09:00-18:00/],
  ['update_service', { service: 'Whitening', staff: ['all', 'Ibarra'] }, /to all/],
  ['update_staff', { staff: 'Ibarra', services: 'Deep cleaning, one quadrant' }, /Deep cleaning, one quadrant: staff/],
  ['update_business', { opening_hours: 'Mon-Fri 8:00-12:00, 13:00-17:00; Sat 8:00-12:00' }, /Sat 08:00-12:00/],
  ['set_special_hours', { from: '2200-01-03', hours: '09:00-12:00', staff: 'all' }, /2200-01-03/],
  ['set_special_hours', { from: '2200-01-03', hours: '09:00-12:00', staff_id: 'Ibarra' }, /Ibarra/],
  ['add_service', { name: 'Night guard', duration: 30 }, /30m/],
  ['add_service', { name: 'Night guard', duration: '1 hour and 30 min', minimum_notice: 'none' }, /1h30m/],
  ['update_service', { service: 'Whitening', duration: '45' }, /to 45m/],
  ['update_service', { service: 'Whitening', duration: '2 hours' }, /to 2h/],
  ['update_service', { service: 'Whitening', buffer_after: '1.5h' }, /to 1h30m/],
  ['update_service', { service: 'Whitening', minimum_notice: '2 days, 3 hrs' }, /to 2d3h/],
  ['update_service', { service: 'Whitening', duration: '1.25 h' }, /to 1h15m/],
  ['update_service', { service: 'Whitening', buffer_before: '5', buffer_after: '2 min' }, /to 5m.*to 2m/],
  ['update_business', { booking_window: '3000 m' }, /to 2d2h/],
  ['update_business', { minimum_notice: 'None' }, /notice from 1d to none/],
  ['update_business', { minimum_notice: 0 }, /notice from 1d to 0m/],
  ['update_business', { booking_window: '2 weeks' }, /to 14d/],
  ['close_days', { from: '2200-01-03T00:00:00-05:00' }, /closed 2200-01-03"/],
  ['close_days', { from: '2200-01-03T05:00:00Z', to: '2200-01-04 23:59' }, /closed 2200-01-03 to 2200-01-04"/],
  ['close_days', { from: '2200-01-03T05:00:00Z' }, /closed 2200-01-03"/],
  [
    'set_special_hours',
    { from: '2200-01-03T00:00', to: '2200-01-04T23:59:59', hours: '09:00-12:00' },
    /01-03 to 2200-01-04/,
  ],
  ['set_special_hours', { from: '2200-01-03T09:00:00-05:00', hours: '09:00-12:00' }, /2200-01-03/],
  ['set_time_off', { staff: 'Ibarra', from: '2200-01-03T13:00:00-05:00' }, /2200-01-03T13:00 to 2200-01-03"/],
  [
    'set_time_off',
    { staff: 'Ibarra', from: '2200-01-03 13:00', to: '2200-01-04T09:30:00' },
    /T13:00 to 2200-01-04T09:30"/,
  ],
  ['set_time_off', { staff: 'Ibarra', from: '2200-01-03T22:00:00+02:00' }, /2200-01-03T15:00 to/],
  ['set_time_off', { staff: 'Ibarra', from: '2200-01-03T02:00Z' }, /2200-01-02T21:00 to 2200-01-02"/],
  ['set_time_off', { staff: 'Ibarra', from: '2200-01-03T00:00' }, /away 2200-01-03"/],
  ['set_time_off', { staff: 'Ibarra', from: 'Tomorrow' }, /away/],
  ['update_service', { service: 'Whitening', price: 99, price_from: '2200-01-03T00:00:00-05:00' }, /from 2200-01-03/],
])('%s understands %j', async (name, args, says) => {
  expect(await planned(name, args)).toMatch(says);
});

/** The first date after today, or after another, with a weekday: Monday is 1. */
function following(weekday: number, after = dateIn('America/New_York')): Temporal.PlainDate {
  return after.add({ days: ((weekday - after.dayOfWeek + 6) % 7) + 1 });
}
const dateIn = (zone: string) => Temporal.Now.plainDateISO(zone);

it('a weekday is the next one, and as the last day the first one from the first day on', async () => {
  // Not that of today, nor one that may be today when the test ends.
  const number = ((dateIn('America/New_York').dayOfWeek + 2) % 7) + 1;
  const first = following(number);
  const name = WEEKDAYS[number - 1] as string;
  expect(await planned('close_days', { from: name })).toContain(`closed ${first}"`);
  expect(await planned('set_time_off', { staff: 'Ibarra', from: name.slice(0, 3) })).toContain(`away ${first}"`);
  expect(
    await planned('set_special_hours', { from: 'tomorrow', to: name.toLowerCase(), hours: '09:00-12:00' }),
  ).toContain(`to ${first}`);
  expect(await planned('close_days', { from: '2200-01-03', to: 'Sunday' })).toContain('2200-01-03 to 2200-01-05"');
});

it('the weekday of today is refused with both dates', async () => {
  const today = dateIn('America/New_York');
  const says = await refused('close_days', { from: WEEKDAYS[today.dayOfWeek - 1] });
  expect(says).toContain(`can be ${today} (today) or ${today.add({ days: 7 })}. Write the date.`);
  expect(says).toMatch(/Nothing was changed\.$/);
});

it.each([
  ['update_staff', { staff: 'Ibarra', opening_hours: '' }, /^opening_hours: must be a list \(Own hours, such as /],
  ['update_business', { opening_hours: '' }, /^opening_hours: must be a list \(All of them, such as /],
  ['update_service', { service: 'Whitening', name: '' }, /^name: /],
  [
    'update_service',
    { service: 'Whitening', price: '1,500' },
    /^price: "1,500" can be 1500 or 1\.5\. Write the one that is meant as a number\. Nothing was changed/,
  ],
  [
    'update_service',
    { service: 'Whitening', price: '1.500' },
    /^price: "1\.500" can be 1500 or 1\.5\. Write the one that is meant as a number\. Nothing was changed/,
  ],
  [
    'update_service',
    { service: 'Whitening', price: '115 USD' },
    /^price: must be a number \(Amount such as 115\.00\)\. Nothing/,
  ],
  ['update_staff', { staff: 'Ibarra', staff_id: 'Whitfield', active: false }, /^Unknown argument "staff_id"/],
  [
    'update_service',
    { service: 'Whitening', minimum_notice: '2' },
    /^minimum_notice: "2" is not a duration such as 2h, or none\./,
  ],
  ['update_service', { service: 'Whitening', duration: 'none' }, /^duration: "none" is not a duration such as 45m\./],
  ['update_service', { service: 'Whitening', duration: '1:30' }, /^duration: /],
  ['update_service', { service: 'Whitening', duration: '1.500 h' }, /^duration: /],
  [
    'update_service',
    { service: 'Whitening', duration: 2 },
    /^duration: "2" can be minutes or hours\. Write 2m or 2h\. Nothing/,
  ],
  ['update_service', { service: 'Whitening', duration: '1.30h' }, /^duration: "1\.30h" is not a duration such as 45m/],
  ['update_service', { service: 'Whitening', duration: '1,30 h' }, /^duration: "1,30 h" is not a duration/],
  ['update_service', { service: 'Whitening', duration: '30m, 45m' }, /^duration: "30m, 45m" is not a duration/],
  [
    'update_business',
    { booking_window: '6m' },
    /^booking_window: "6m" can be minutes or months\. Write days, such as 180d, or 6 min\. Nothing/,
  ],
  [
    'update_business',
    { opening_hours: ['Mon-Fri 8:00-12:00, 1:00-5:00'] },
    /^opening_hours: the times of "Mon-Fri 8:00-12:00, 1:00-5:00" are not in order\. Write hours of 24, such as 13:00-17:00 .*Nothing/,
  ],
  [
    'update_business',
    { opening_hours: ['Mon-Fri 1-5'] },
    /^opening_hours: "1-5" may begin in the morning or in the afternoon: write 01:00 or 13:00, or add am or pm\./,
  ],
  ['set_special_hours', { from: '2200-01-03', hours: '2-6' }, /^hours: "2-6" may begin in the morning/],
  [
    'add_staff',
    { name: 'Robin', opening_hours: 'Sat 9:00-12:00; Mon 8:00-12:00, 1:00-5:00' },
    /times of "Mon 8:00-12:00,/,
  ],
  [
    'update_staff',
    { staff: 'Ibarra', opening_hours: ['Mon 11:00-12:00, 2:00-4:00'] },
    /^opening_hours: the times of "Mon/,
  ],
  [
    'set_special_hours',
    { from: '2200-01-03', hours: 'Closed' },
    /^hours: .* close_days closes the business on these days/,
  ],
  ['set_special_hours', { from: '2200-01-03', hours: '9:00-12:00, 1:00-5:00' }, /^hours: the times of "9:00-12:00, 1/],
  [
    'update_staff',
    { staff: 'Ibarra', services: ['-Whitening'] },
    /^"-Whitening" begins with a sign, but a list replaces the former one .* Write all services of the new list, without signs\. Nothing/,
  ],
  [
    'update_service',
    { service: 'Whitening', staff: '+Ibarra' },
    /^"\+Ibarra" begins with a sign, .* Write all people of/,
  ],
  ['update_service', { service: 'Whitening', staff: ['all', 'not Ibarra'] }, /^"not Ibarra" is not a staff member/],
  ['update_staff', { staff: 'Ibarra', services: ['\u2212Whitening'] }, /^"\u2212Whitening" begins with a sign/],
  ['update_staff', { staff: 'Ibarra', services: ['all', '-Whitening'] }, /^"-Whitening" begins with a sign/],
  ['update_business', { booking_window: 0 }, /^booking_window: "0" is not a duration such as 180d, or none\./],
  ['update_business', { slot_interval: '1 month' }, /^slot_interval: /],
  [
    'close_days',
    { from: '2200-01-03T13:00:00-05:00' },
    /^from: .* is a time of day, .* Write 2200-01-03; set_special_hours/,
  ],
  [
    'close_days',
    { from: '2200-01-03', to: '2200-01-04T00:00' },
    /^to: .* is the midnight before 2200-01-04\. Write 2200-01-03 if that is the last day, or 2200-01-04 to include it\./,
  ],
  [
    'set_special_hours',
    { from: '2200-01-03T00:00:00', to: '2200-01-04T00:00:00', hours: '09:00-12:00' },
    /^to: .* Write 2200-01-03 if that is the last day, or 2200-01-04 to include it\. Nothing/,
  ],
  ...['close_days', 'set_special_hours'].map((name) => [
    name,
    { from: '2200-01-03T00:00:00Z', ...(name === 'close_days' ? {} : { hours: '09:00-12:00' }) },
    /^from: .* has an offset, and is 2200-01-02 19:00 in America\/New_York\. Write the date that is meant, without time and offset\. Nothing/,
  ]),
  [
    'set_special_hours',
    { from: '2200-01-03', to: '2200-01-04T23:59:59-11:00', hours: '09:00-12:00' },
    /^to: .* has an offset, and is 2200-01-05 05:59 in America\/New_York\. Write the date/,
  ],
  [
    'update_service',
    { service: 'Whitening', price: 99, price_from: '2200-01-03T00:00:00Z' },
    /^price_from: .* has an offset, .* Write the date that is meant, without time and offset\./,
  ],
  [
    'set_time_off',
    { staff: 'Ibarra', from: '2200-01-03T00:00:00Z', to: '2200-01-03T23:59:59Z' },
    /^from: .* is 2200-01-02 19:00 in .* Write the date that is meant, without time and offset, or this local time\./,
  ],
  [
    'set_time_off',
    { staff: 'Ibarra', from: '2200-01-03', to: '2200-01-03T23:59:59.999Z' },
    /^to: .* is 2200-01-03 18:59 in .* without time and offset, or this local time\./,
  ],
  ['set_special_hours', { from: '2200-01-03T13:00' }, /^from: .* is a time of day/],
  [
    'close_days',
    { from: '3.1.2200' },
    /^from: "3\.1\.2200" is not a date such as \d{4}-\d\d-\d\d, today or tomorrow\. Nothing/,
  ],
  [
    'set_time_off',
    { staff: 'Ibarra', from: '2200-02-30T10:00' },
    /today or tomorrow, or a local time such as \d{4}-\d\d-\d\dT13:00\./,
  ],
] as [string, Record<string, unknown>, RegExp][])(
  '%s refuses %j, which can mean several things',
  async (name, args, says) => {
    expect(await refused(name, args)).toMatch(says);
  },
);

it('"none" removes what a service has of its own, and the question names the rule of the business that counts then', async () => {
  await change('update_service', { service: 'Whitening', minimum_notice: '3h', buffer_after: '10 min' });
  const own = { service: 'Whitening', minimum_notice: 'none', buffer_after: '0' };
  const question = await change('update_service', own);
  expect(question).toMatch(/minimum notice from 3h to none/);
  expect(question).toMatch(/buffer after from 10m to none/);
  expect(question).toMatch(/The rules of the business then count for this service: minimum_notice 1d\./);
  expect((await session.client.call('update_service', own)).data).toMatchObject({ applied: false, changes: [] });
});

it('a text with commas for a list of names is refused where it can be one name or several', async () => {
  for (const name of ['Cut', 'Color', 'Cut & color', 'Wash, cut'])
    await change('add_service', { name, duration: '30m', staff: 'Ibarra' });
  const services = { staff: 'Ibarra', services: 'Cut, Color' };
  const says =
    /^"Cut, Color" can be one service or several\. Write a list with one id or name in each text, such as \["Cut", "Color"\]\. Nothing/;
  expect(await refused('update_staff', services)).toMatch(says);
  expect(await refused('update_staff', { ...services, services: ['Cut; Color'] })).toMatch(
    /can be one service or several/,
  );
  expect(await refused('add_staff', { name: 'Robin New', services: 'Cut, Color' })).toMatch(says);
  expect(await refused('update_service', { service: 'Cut', staff: 'Ibarra, Rafael' })).toMatch(
    /one staff member or several/,
  );
  const exact = await planned('update_staff', { ...services, services: 'wash, cut' });
  expect(exact).toContain('Service Cut: staff from Dr. Rafael Ibarra to none');
  expect(exact).not.toContain('Wash, cut');
  const list = await planned('update_staff', { ...services, services: ['Cut', 'Color'] });
  expect(list).toContain('Service Cut & color: staff from Dr. Rafael Ibarra to none');
  expect(list).not.toContain('Service Cut: ');
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { weekdayAhead } from '../support/open-hours.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream } from '../support/upstream.ts';

/** An owner changes the business by conversation, through a real client and a real platform. */
const DAY_MS = 24 * 60 * 60_000;
const HOURS = ['Mon-Fri 08:00-17:00'];

const office = useOffice({
  env: { RCPT_TOOLSETS: 'account,bookings,services,setup', RCPT_CONFIRM: 'destructive' },
});
const { call, agree } = office;

const business = async () => (await office.send('GET', '/business')).body.data as Record<string, unknown>;
const entry = async (list: 'services' | 'staff', id: string) =>
  ((await business())[list] as Record<string, unknown>[]).find((one) => one.id === id);

function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

let people = 0;
/** Books with Dr. Ibarra, by the API. */
async function bookIbarra(date: string, hour: string) {
  people++;
  const { id } = await office.post('/bookings', {
    service_id: 'svc_filling',
    staff_id: 'stf_ibarra',
    start_time: `${date}T${hour}:00:00Z`,
    contact: { name: `Patient ${people}`, phone: `+1212555${1000 + people}` },
  });
  return id as string;
}

beforeEach(async () => {
  const closed = { closures: [], special_hours: [] };
  await office.post('/business/apply', {
    business: { opening_hours: HOURS, ...closed },
    prune: ['closures', 'special_hours'],
  });
});

it('get_business leaves out the staff where the key may not read it', async () => {
  const others = await office.startServer({
    RCPT_API_KEY: await office.platform.key(['read:services', 'read:bookings']),
  });
  const { data, text } = await others.client.call('get_business');
  expect(data.services).not.toHaveLength(0);
  expect(data).not.toHaveProperty('staff');
  expect(text).not.toContain('people');
});

it('get_business counts no services where the caller may not read them', async () => {
  const others = await office.startServer({ RCPT_TOOLSETS: 'setup' });
  const { data, text } = await others.client.call('get_business');
  expect(data).not.toHaveProperty('services');
  expect(text.split('\n')[0]).toBe('0 closures. Hidden: services, staff; this caller may not read them.');
});

it('get_business counts the services and people of the business, also if its answer shows only some of them', async () => {
  const others = await office.startServer({ RCPT_MAX_TOKENS: '1000' });
  const { data, text } = await others.client.call('get_business');
  const { services, staff } = (await business()) as { services: unknown[]; staff: unknown[] };
  expect((data.services as unknown[]).length).toBeLessThan(services.length);
  expect(text).toContain(`0 closures, ${services.length} services, ${staff.length} people.`);
});

it('get_business says which tools have the services and people that its answer leaves out', async () => {
  const others = await office.startServer({ RCPT_MAX_TOKENS: '1000' });
  const { data } = await others.client.call('get_business');
  expect(data.omitted).toMatch(/^The last \d+ of \d+ services: list_services has all\./);
});

it('a change states that who can take over was searched only for the first of many bookings', async () => {
  const monday = weekdayAhead(1, 110);
  const away = (days: number) =>
    call('set_time_off', { staff: 'Ibarra', from: monday, to: later(monday, days), dry_run: true });
  for (let day = 0; day < 5; day++)
    for (const hour of ['14', '15', '16', '17', '18', '19', '20']) await bookIbarra(later(monday, day), hour);
  const many = await away(4);
  const searched = (many.data.affected_bookings as { free_with?: unknown }[]).filter((one) => one.free_with);
  expect(many.data.affected_total).toBe(35);
  expect(searched).toHaveLength(30);
  expect(many.data.note).toBe(
    'Who can take over was searched only for the bookings with free_with. For the others, find_open_times with exclude_booking_id shows who is free.',
  );
  expect((await away(0)).data).not.toHaveProperty('note');
});

describe('the sentences of an owner take two calls each', () => {
  it('"We are closed on the 26th"', async () => {
    const date = weekdayAhead(4, 60);
    const booking = await bookIbarra(date, '16');
    const { asked, done } = await agree('close_days', { from: date, reason: 'Thanksgiving' });
    expect(asked.text).toContain(`closed ${date}, Thanksgiving`);
    expect(asked.text).toContain(`Thursday ${date}`);
    expect(asked.text).toMatch(
      /1 booking ahead would no longer fit\. What is booked stays until it is moved or cancelled: /,
    );
    expect(asked.text).toMatch(/ of "Patient[^"]*": the business is closed/);
    expect(asked.text).not.toContain(booking);
    expect(done.data).toMatchObject({
      applied: true,
      affected_total: 1,
      affected_bookings: [
        { booking_id: booking, reason: 'closed', staff_name: 'Dr. Rafael Ibarra', weekday: 'Thursday' },
      ],
    });
    expect(done.text).toMatch(/Changed: 1 change\. 1 booking ahead no longer fit/);
    expect(await business()).toMatchObject({ closures: [{ from: date, to: date, reason: 'Thanksgiving' }] });

    const free = await call('find_open_times', { service_id: 'svc_filling', from: date, to: date });
    expect(free.data).toMatchObject({ found: 0, days: [{ date, free: [], closed: 'Thanksgiving' }] });

    await agree('close_days', { from: date, reopen: true });
    expect(await business()).toMatchObject({ closures: [] });
  });

  it('"Whom do I call?": a booking without a number says where one can be', async () => {
    const date = weekdayAhead(3, 58);
    // As the voice profile books for a caller whose number is withheld.
    const contact = await office.post('/contacts', { name: 'Anon' });
    await office.post('/bookings', {
      service_id: 'svc_filling',
      start_time: `${date}T15:00:00Z`,
      contact: { id: contact.id, name: 'Anon' },
      notes: 'Callback number, as the caller said it: +12125550188',
    });
    const { client } = await office.startServer({ RCPT_TOOLSETS: 'account,bookings,contacts,services,setup' });
    const { data } = await client.call('close_days', { from: date, dry_run: true });
    expect(data.affected_bookings).toMatchObject([{ contact_name: 'Anon' }]);
    expect(data.note).toContain('get_booking shows the notes, which can have one.');
    const reachable = weekdayAhead(4, 58);
    await bookIbarra(reachable, '16');
    const other = await client.call('close_days', { from: reachable, dry_run: true });
    expect(other.data).toMatchObject({ affected_bookings: [{ contact_phone: expect.any(String) }] });
    expect(String(other.data.note)).not.toContain('get_booking');
  });

  it('"Dr. Ibarra is away next week: who is affected?"', async () => {
    const from = weekdayAhead(1, 61);
    const to = later(from, 4);
    const [first, second] = [await bookIbarra(from, '15'), await bookIbarra(to, '15')];
    const preview = await call('set_time_off', { staff: 'Dr. Ibarra', from, to, dry_run: true });
    expect(preview.isError, preview.text).toBe(false);
    expect(preview.data).toMatchObject({
      applied: false,
      affected_total: 2,
      affected_bookings: [{ booking_id: first }, { booking_id: second }],
    });
    expect(preview.text).toMatch(/Nothing was changed yet: 1 change planned\. 2 bookings ahead would no longer fit\./);
    expect(await entry('staff', 'stf_ibarra')).toMatchObject({ time_off: [] });

    const { done } = await agree('set_time_off', { staff: 'ibarra', from, to });
    expect(done.data).toMatchObject({ applied: true, affected_total: 2 });
    expect(await entry('staff', 'stf_ibarra')).toMatchObject({ time_off: [{ from, to }] });

    await agree('set_time_off', { staff: 'ibarra', from: later(from, 2), remove: true });
    expect(await entry('staff', 'stf_ibarra')).toMatchObject({
      time_off: [
        { from, to: later(from, 1) },
        { from: later(from, 3), to },
      ],
    });
    await agree('set_time_off', { staff: 'ibarra', from, to, remove: true });
  });

  it('"Dr. Ibarra is ill: who is still affected?"', async () => {
    const date = weekdayAhead(2, 63);
    const away = { staff: 'Ibarra', from: date };
    const [moved, left] = [await bookIbarra(date, '15'), await bookIbarra(date, '17')];
    const { done } = await agree('set_time_off', away);
    expect(done.data).toMatchObject({ affected_total: 2 });
    expect(done.data).not.toHaveProperty('already_total');
    await agree('cancel_booking', { booking_id: moved });

    const who = await call('set_time_off', { ...away, dry_run: true });
    expect(who.data).toMatchObject({
      changes: [],
      affected_total: 1,
      already_total: 1,
      affected_bookings: [{ booking_id: left, reason: 'away', already: 'away' }],
    });
    expect(who.text).toContain('Nothing was changed. 1 booking ahead does not fit; it did not before, either.');

    const asked = await call('close_days', { from: date });
    expect(asked.text).toContain('1 booking ahead would not fit; it did not before, either. What is booked stays');
    expect(asked.text).toContain('the business is closed (before: this person is away)');
    const longer = await call('set_time_off', { ...away, to: later(date, 1), dry_run: true });
    expect(longer.data).toMatchObject({ affected_bookings: [{ booking_id: left, already: 'away' }] });
    const price = await call('update_service', { service: 'svc_filling', price: 250, dry_run: true });
    expect(price.data).toMatchObject({ affected_total: 0, affected_bookings: [] });
    expect(price.text).toContain('1 change planned. No booking ahead is affected.');
    await agree('set_time_off', { ...away, remove: true });
  });

  it('"A cleaning is 115 from January"', async () => {
    const january = '2200-01-01';
    await agree('update_service', { service: 'Cleaning', price: 115, price_from: january });
    expect(await entry('services', 'svc_cleaning')).toMatchObject({
      price: 129,
      price_changes: [{ from: january, price: 115 }],
    });
    const { data } = await call('get_business');
    const services = data.services as Record<string, unknown>[];
    expect(services.find(({ id }) => id === 'svc_cleaning')).toMatchObject({
      price: 129,
      price_changes: [{ from: january, price: 115 }],
    });
  });

  it('"Add a hygienist"', async () => {
    const { done } = await agree('add_staff', {
      name: 'Renée Ómar',
      title: 'Dental hygienist',
      opening_hours: ['Mon-Thu 08:00-12:00', '1st,3rd Sat 09:00-12:00'],
      services: ['Cleaning'],
    });
    expect(done.data).toMatchObject({ applied: true, business: { name: 'Brindlebrook Dental' } });
    expect(await entry('staff', 'renee_omar')).toMatchObject({ title: 'Dental hygienist', active: true });
    const { data } = await call('list_staff', { query: 'Renée' });
    expect(data.items).toMatchObject([{ id: 'renee_omar', name: 'Renée Ómar', service_ids: ['svc_cleaning'] }]);

    const again = await call('add_staff', { name: 'renee omar' });
    expect(again.text).toMatch(
      /There is a staff member "Renée Ómar" \(renee_omar\) already: update_staff changes the entry\. Nothing/,
    );

    await agree('update_staff', { staff: 'renee_omar', active: false, services: [] });
    expect(await entry('staff', 'renee_omar')).toMatchObject({ active: false });
    expect((await call('list_staff', { query: 'Renée' })).data.items).toMatchObject([
      { active: false, service_ids: [] },
    ]);
  });
});

describe('other changes', () => {
  it('an extra opening reopens a closed day, and the usual hours return when it is removed', async () => {
    const saturday = weekdayAhead(6, 70);
    await agree('close_days', { from: saturday });
    await agree('set_special_hours', { from: saturday, hours: '09:00-12:00', reason: 'Open day' });
    expect(await business()).toMatchObject({
      closures: [],
      special_hours: [{ from: saturday, to: saturday, hours: '09:00-12:00', reason: 'Open day', staff: [] }],
    });
    const free = await call('find_open_times', { service_id: 'svc_filling', from: saturday, to: saturday });
    expect(free.data.found).toBe(9);
    expect(field(free.data, 'days', 0, 'free')).toEqual([expect.stringMatching(/^09:00-.*/)]);

    await agree('set_special_hours', { from: saturday });
    expect(await business()).toMatchObject({ special_hours: [] });
  });

  it('days that several closures or absences cover can be reopened', async () => {
    const date = weekdayAhead(2, 82);
    const [next, third] = [later(date, 1), later(date, 2)];
    await agree('close_days', { from: date, to: next, reason: 'Move' });
    await agree('close_days', { from: date, to: third });
    await agree('close_days', { from: next, reopen: true });
    expect(await business()).toMatchObject({
      closures: [
        { from: date, to: date, reason: 'Move' },
        { from: third, to: third },
      ],
    });

    await agree('set_time_off', { staff: 'Ibarra', from: date, to: next });
    await agree('set_time_off', { staff: 'Ibarra', from: date, to: third });
    await agree('set_time_off', { staff: 'Ibarra', from: next, remove: true });
    const left = [date, third].map((day) => ({ from: day, to: day }));
    expect(await entry('staff', 'stf_ibarra')).toMatchObject({ time_off: left });
    for (const day of [date, third]) await agree('set_time_off', { staff: 'Ibarra', from: day, remove: true });
  });

  it('an absence that overlaps a recorded one extends it, and one within it changes nothing', async () => {
    const date = weekdayAhead(2, 86);
    const days = (from: number, to: number) => ({ from: later(date, from), to: later(date, to) });
    const timeOff = async () => (await entry('staff', 'stf_ibarra'))?.time_off;
    await agree('set_time_off', { staff: 'Ibarra', ...days(0, 2) });
    for (const within of [days(0, 2), days(1, 1), { from: `${later(date, 2)}T13:00`, to: later(date, 2) }]) {
      const { data } = await call('set_time_off', { staff: 'Ibarra', ...within });
      expect(data).toMatchObject({ applied: false, changes: [] });
      expect(data.note).toBe(`This absence is recorded already: Tuesday ${date} to Thursday ${later(date, 2)}.`);
    }
    await agree('set_time_off', { staff: 'Ibarra', ...days(1, 4) });
    expect(await timeOff()).toEqual([days(0, 4)]);
    // Adjacent absences have no time in common.
    await agree('set_time_off', { staff: 'Ibarra', ...days(5, 6) });
    expect(await timeOff()).toEqual([days(0, 4), days(5, 6)]);
    await agree('set_time_off', { staff: 'Ibarra', ...days(0, 6), remove: true });
  });

  it('days that are closed already are not closed twice, and keep their reason unless another is given', async () => {
    const date = weekdayAhead(2, 88);
    const days = (from: number, to: number) => ({ from: later(date, from), to: later(date, to) });
    const closures = async () => (await business()).closures;
    await agree('close_days', { ...days(0, 2), reason: 'Move' });
    for (const again of [days(0, 2), days(1, 1), { ...days(1, 2), reason: 'Move' }]) {
      const { data } = await call('close_days', again);
      expect(data).toMatchObject({ applied: false, changes: [] });
      expect(data.note).toBe(`These days are closed already: Tuesday ${date} to Thursday ${later(date, 2)}.`);
    }
    await agree('close_days', days(2, 4));
    expect(await closures()).toEqual([
      { ...days(0, 2), reason: 'Move' },
      { ...days(3, 4), reason: null },
    ]);
    await agree('close_days', { ...days(2, 3), reason: 'Move' });
    expect(await closures()).toEqual([
      { ...days(0, 3), reason: 'Move' },
      { ...days(4, 4), reason: null },
    ]);
    await agree('close_days', { ...days(1, 1), reason: 'Party' });
    expect(await closures()).toEqual([
      { ...days(0, 0), reason: 'Move' },
      { ...days(1, 1), reason: 'Party' },
      { ...days(2, 3), reason: 'Move' },
      { ...days(4, 4), reason: null },
    ]);
  });

  it('special hours that apply stay when a day of several overlapping ones is removed', async () => {
    const date = weekdayAhead(2, 84);
    const [next, third] = [later(date, 1), later(date, 2)];
    // As a business file can declare them.
    const special = [
      { from: date, to: next, hours: '08:00-12:00', staff: [] },
      { from: date, to: third, hours: '09:00-13:00', staff: [] },
    ];
    await office.apply({ special_hours: special });
    await agree('set_special_hours', { from: next });
    expect(await business()).toMatchObject({
      special_hours: [
        { from: date, to: date, hours: '08:00-12:00' },
        { from: third, to: third, hours: '09:00-13:00' },
      ],
    });
  });

  it('special hours that applied stay when another day of longer ones is removed', async () => {
    const thursday = weekdayAhead(4, 98);
    const longer = { from: thursday, to: later(thursday, 2), hours: '09:00-17:00' };
    const shorter = { from: thursday, to: later(thursday, 1), hours: '09:00-12:00' };
    await office.apply({ special_hours: [longer, shorter] });
    await agree('set_special_hours', { from: later(thursday, 2) });
    expect(await business()).toMatchObject({ special_hours: [{ ...shorter, staff: [] }] });
    await agree('set_special_hours', { from: thursday, to: later(thursday, 1) });
  });

  it('hours of one person apply before special hours of everybody, which stay for the others', async () => {
    const date = weekdayAhead(5, 71);
    const next = later(date, 1);
    const all = { from: date, to: next, hours: '08:00-12:00', staff: [] };
    await agree('set_special_hours', { from: date, to: next, hours: all.hours });
    const refused = await call('set_special_hours', { from: date, staff: ['Ibarra'] });
    expect(refused.text).toMatch(
      /those of everybody: leave out staff to remove them, or give these people other hours/,
    );
    const one = { hours: '08:00-10:00', staff: ['stf_ibarra'] };
    await agree('set_special_hours', { from: later(date, -1), to: date, ...one });
    const parts = [later(date, -1), date].map((day) => ({ from: day, to: day, ...one }));
    const hours = async () => (await business()).special_hours;
    expect(await hours()).toMatchObject([...parts, all]);
    const free = async (staff_id: string) => {
      const found = await call('find_open_times', { service_id: 'svc_filling', staff_id, from: date, to: date });
      return field(found.data, 'days', 0, 'free');
    };
    expect(JSON.stringify(await free('stf_ibarra'))).not.toContain('-11:');
    await agree('set_special_hours', { from: date, staff: ['Ibarra'] });
    expect(await hours()).toMatchObject([parts[0], all]);
    await agree('set_special_hours', { from: later(date, -1), to: next });
    expect(await hours()).toEqual([]);
  });

  it('an absence can begin at a time and end with the same day', async () => {
    const date = weekdayAhead(4, 72);
    const days = { staff: 'Ibarra', from: `${date}T13:00`, to: date };
    const [during, before] = [await bookIbarra(date, '19'), await bookIbarra(date, '15')];
    const { done } = await agree('set_time_off', days);
    expect(done.data).toMatchObject({ applied: true, affected_bookings: [{ booking_id: during }] });
    expect(JSON.stringify(done.data)).not.toContain(before);
    expect(await entry('staff', 'stf_ibarra')).toMatchObject({ time_off: [{ from: days.from, to: date }] });
    const { to: _to, ...withoutEnd } = days;
    expect((await call('set_time_off', withoutEnd)).data).toMatchObject({ applied: false, changes: [] });
    await agree('set_time_off', { ...withoutEnd, remove: true });
    expect(await entry('staff', 'stf_ibarra')).toMatchObject({ time_off: [] });
    const refused = await call('set_time_off', { ...days, to: later(date, -1) });
    expect(refused.text).toMatch(/to must not be before from: Thursday .* 13:00 to Wednesday/);
    const backwards = await call('set_time_off', { ...days, to: `${date}T09:00` });
    expect(backwards.text).toMatch(/The end must be after the beginning: /);
  });

  it('hours as people type them, as in the business file', async () => {
    await agree('update_business', { opening_hours: ['Mon-Fri 9-12, 13-17'] });
    expect((await business()).opening_hours).toEqual(['Mon-Fri 09:00-12:00, 13:00-17:00']);
    await agree('update_business', { opening_hours: HOURS });
    const saturday = weekdayAhead(6, 40);
    await agree('set_special_hours', { from: saturday, hours: '9-12' });
    expect((await business()).special_hours).toMatchObject([{ from: saturday, hours: '09:00-12:00' }]);
    await agree('set_special_hours', { from: saturday });
    await agree('update_staff', { staff: 'Ibarra', opening_hours: ['Mo-Do 8-12', 'Fr 9-13'] });
    expect((await entry('staff', 'stf_ibarra'))?.opening_hours).toEqual(['Mon-Thu 08:00-12:00', 'Fri 09:00-13:00']);
    await agree('update_staff', { staff: 'Ibarra', opening_hours: [] });
  });

  it('opening hours, rules and new services', async () => {
    await agree('update_business', {
      opening_hours: ['Mon-Fri 07:00-15:00'],
      minimum_notice: '2h',
      max_per_day: 40,
    });
    expect(await business()).toMatchObject({
      opening_hours: ['Mon-Fri 07:00-15:00'],
      rules: { minimum_notice: '2h', max_per_day: 40 },
    });
    await agree('update_business', { opening_hours: HOURS, minimum_notice: 'none', max_per_day: 0 });
    expect((await business()).rules).toEqual({ slot_interval: '15m' });

    await agree('add_service', {
      name: 'Night guard',
      duration: '30m',
      price: 350,
      staff: ['Whitfield', 'Ibarra'],
    });
    expect(await entry('services', 'night_guard')).toMatchObject({
      duration: '30m',
      price: 350,
      staff: ['stf_ibarra', 'stf_whitfield'],
    });
    await agree('update_service', { service: 'Night guard', buffer_after: '10m', staff: ['all'], active: false });
    expect(await entry('services', 'night_guard')).toMatchObject({ buffer_after: '10m', staff: 'all', active: false });
  });

  it('a price that applies at once begins today, and keeps the first one and later ones', async () => {
    const before = await entry('services', 'svc_crown');
    await agree('update_service', { service: 'svc_crown', price: 1300, price_from: '2200-05-01' });
    await agree('update_service', { service: 'svc_crown', price: 1250 });
    expect(await entry('services', 'svc_crown')).toMatchObject({
      price: before?.price,
      price_today: 1250,
      price_changes: [{ price: 1250 }, { from: '2200-05-01', price: 1300 }],
    });
  });

  it('a change that is made already needs no confirmation and changes nothing', async () => {
    const date = weekdayAhead(2, 80);
    const hours = { staff: 'Ibarra', from: date, hours: '09:00-12:00' };
    await agree('set_special_hours', hours);
    const { revision } = await business();
    const { data, isError } = await call('set_special_hours', hours);
    expect(isError).toBe(false);
    expect(data).toMatchObject({ applied: false, changes: [], note: 'The business is already set up this way.' });
    expect(await business()).toMatchObject({ revision });
  });
});

describe('refusals change nothing', () => {
  it.each([
    ['close_days', { from: '2020-02-30' }, /from: "2020-02-30" is not a date such as/],
    ['close_days', { from: '2020-02-03' }, /Monday 2020-02-03 is in the past: today is/],
    ['close_days', { from: '2200-01-02', to: '2200-01-01' }, /to must not be before from/],
    [
      'close_days',
      { from: '2200-01-02', reopen: true },
      /There is no closure on Thursday 2200-01-02, nor on any other day/,
    ],
    [
      'set_time_off',
      { staff: 'Dr.', from: '2200-01-02' },
      /"Dr\." is not unique: give the id of one of "Dr. Rafael Ibarra" \(stf_ibarra\)/,
    ],
    [
      'set_time_off',
      { staff: 'Quentin', from: '2200-01-02' },
      /"Quentin" is not a staff member: give the id of one of/,
    ],
    [
      'update_service',
      { service: 'Whitenning', active: false },
      /give the id of one of "Whitening" \(svc_whitening\), .* and \d more\. get_business has all\./,
    ],
    ['update_service', { service: 'Cleaning', price_from: '2200-01-01' }, /price_from belongs to price/],
    ['update_service', { service: 'svc_cleaning' }, /Give at least one field/],
    [
      'update_business',
      { opening_hours: ['sometimes'] },
      /^opening_hours "sometimes" is not days and times\. Write [^.]*closed"\. Nothing was changed/,
    ],
    [
      'add_staff',
      { name: 'Robin New', opening_hours: ['Thu 9 bananas'] },
      /^opening_hours "9 bananas" is no period of time\. Write [^.]*closed"\. Nothing was changed/,
    ],
    [
      'set_special_hours',
      { from: '2200-01-02', hours: 'late' },
      /^hours must be times of a day such as 09:00-12:00, 13:00-15:00; .*\. Nothing was changed/,
    ],
    [
      'set_special_hours',
      { from: '2200-01-02', hours: '20:00-04:00' },
      /^hours must be .*; a night is two days: 20:00-24:00, and 00:00-04:00 on the next\. Nothing was changed/,
    ],
    [
      'update_business',
      { opening_hours: ['1st Sat 09:00-12:00', '1st Sat 13:00-15:00'] },
      /1st Saturday is named twice\./,
    ],
    [
      'update_business',
      { minimum_notice: '2h', booking_window: '1h' },
      /booking_window: must be longer than minimum_notice: nothing could be booked/,
    ],
    ['update_service', { service: 'Cleaning', buffer_before: '9999h' }, /It says: "buffer_before: must be /],
    [
      'update_service',
      { service: 'Cleaning', buffer_before: '9999h', price: 12.345 },
      /It says: "price: must have at most 2 decimal places; buffer_before: must be /,
    ],
    ['update_business', { booking_window: '0m' }, /It says: "booking_window: must be /],
    ['add_service', { name: 'Cleaning', duration: '30m' }, /There is a service "Cleaning" \(svc_cleaning\) already/],
  ])('%s %j', async (name, args, says) => {
    const { revision } = await business();
    const { text, isError } = await call(name, args);
    expect(isError).toBe(true);
    expect(text).toMatch(says);
    expect(text).toMatch(/Nothing was changed\./);
    expect(await business()).toMatchObject({ revision });
  });
});

it('a confirmation does not count after another client changed the business', async () => {
  const date = weekdayAhead(3, 75);
  const asked = await call('close_days', { from: date });
  await office.apply({ rules: { max_per_day: 99 } });
  const args = { from: date, confirm_token: field(asked.data, 'question', 'repeat_with', 'confirm_token') };
  const { text, isError } = await call('close_days', args);
  expect(isError).toBe(true);
  expect(text).toMatch(
    /what it confirms has changed meanwhile\. Leave it out to be asked again\. Nothing was changed\./,
  );
  expect(await business()).toMatchObject({ closures: [] });
  await office.apply({ rules: { max_per_day: null } });
});

it('a caller who may not read bookings does not learn which ones are affected, nor how many', async () => {
  const other = await office.startServer({ RCPT_TOOLSETS: 'services,setup' });
  const date = weekdayAhead(4, 62);
  await bookIbarra(date, '16');
  const asked = await other.client.call('close_days', { from: date });
  expect(asked.text).toContain('Which bookings it affects is hidden');
  expect(asked.text).not.toMatch(/Patient|1 booking/);
  const { data, text } = await other.client.call('close_days', { from: date, dry_run: true });
  expect(data).not.toHaveProperty('affected_bookings');
  expect(data).not.toHaveProperty('affected_total');
  expect(text).not.toMatch(/Patient|booking ahead/);
});

it('a booking that an absence affects has a number to call and colleagues, for callers who may read these', async () => {
  const date = weekdayAhead(4, 64);
  await bookIbarra(date, '16');
  const args = { staff: 'Ibarra', from: date, dry_run: true };
  const read = async (toolsets: string, more: Record<string, string> = {}) => {
    const other = await office.startServer({ RCPT_TOOLSETS: toolsets, ...more });
    const { data, text } = await other.client.call('set_time_off', args);
    expect(data).toMatchObject({ affected_total: 1 });
    return { booking: (data.affected_bookings as Record<string, unknown>[])[0] ?? {}, text };
  };
  const all = await read('bookings,contacts,services,setup');
  expect(all.booking).toMatchObject({ contact_phone: expect.stringMatching(/^\+1212555\d{4}$/) });
  const free = all.booking.free_with as { staff_id: string; staff_name: string }[];
  expect(free).toContainEqual({ staff_id: expect.stringMatching(/^stf_/), staff_name: expect.any(String) });
  expect(free.map(({ staff_id }) => staff_id)).not.toContain('stf_ibarra');

  const [email, start_time] = ['mia.post@example.com', `${date}T18:00:00Z`];
  const service = { service_id: 'svc_filling', staff_id: 'stf_ibarra', contact_name: 'Mia Post' };
  const mailed = await call('create_booking', { ...service, contact_email: email, start_time, outside_hours: true });
  const booking_id = field(mailed.data, 'booking', 'id');
  const other = await office.startServer({ RCPT_TOOLSETS: 'bookings,contacts,services,setup' });
  const { data } = await other.client.call('set_time_off', args);
  expect(data.affected_bookings).toContainEqual(expect.objectContaining({ booking_id, contact_email: email }));
  await agree('cancel_booking', { booking_id });

  const few = await read('bookings,setup');
  expect(few.booking).not.toHaveProperty('contact_phone');
  expect(few.booking).not.toHaveProperty('free_with');
  expect(few.text).not.toContain('+1212555');
  const masked = await read('bookings,contacts,services,setup', { RCPT_REDACT: 'contact' });
  expect(masked.text).not.toContain(String(all.booking.contact_phone));
});

it('the account context shows name, zone and hours of the platform, unless an option overrides them', async () => {
  const { data } = await call('get_account_context');
  expect(data).toMatchObject({
    business_name: 'Brindlebrook Dental',
    time_zone: 'America/New_York',
    opening_hours: 'Mon-Fri 08:00-17:00',
    opening_hours_source: 'the platform',
  });
  const other = await office.startServer({ RCPT_TIME_ZONE: 'Europe/Berlin', RCPT_OPENING_HOURS: 'daily 10:00-11:00' });
  expect((await other.client.call('get_account_context')).data).toMatchObject({
    business_name: 'Brindlebrook Dental',
    time_zone: 'Europe/Berlin',
    opening_hours: 'daily 10:00-11:00',
    opening_hours_source: 'RCPT_OPENING_HOURS or --opening-hours',
  });
});

it('the account context states closed days and special hours of the next sixty days, without the toolset setup', async () => {
  const [near, far] = [weekdayAhead(2, 3), weekdayAhead(2, 12)];
  const special = (from: string, more: object) => ({ from, hours: '08:00-12:00', ...more });
  await office.post('/business/apply', {
    business: {
      closures: [{ from: later(near, 2), to: later(near, 3), reason: 'Fair' }, { from: far }],
      special_hours: [special(near, { reason: 'Eve' }), special(later(near, 1), { staff: ['stf_ibarra'] })],
    },
  });
  const other = await office.startServer({ RCPT_TOOLSETS: 'account,bookings' });
  expect((await other.client.call('get_account_context')).data.special_days).toEqual([
    `${near}: 08:00-12:00 (Eve)`,
    `${later(near, 1)}: 08:00-12:00 for 1 of the staff`,
    `${later(near, 2)} to ${later(near, 3)}: closed (Fair)`,
  ]);
  const many = Array.from({ length: 12 }, (_, index) => ({ from: later(near, index) }));
  await office.post('/business/apply', {
    business: { closures: many, special_hours: [] },
    prune: ['closures', 'special_hours'],
  });
  const { special_days: stated } = (await other.client.call('get_account_context')).data as {
    special_days: string[];
  };
  expect(stated).toHaveLength(9);
  expect(stated.at(-1)).toBe('and 4 more');
});

it('find_open_times says of a service that is switched off how it is offered again', async () => {
  await agree('update_service', { service: 'svc_whitening', active: false });
  try {
    const { text, isError } = await call('find_open_times', { service_id: 'svc_whitening' });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^The service "Whitening" \(svc_whitening\) is switched off: .* update_service with active true offers it again/,
    );
    const again = await call('update_service', { service: 'svc_whitening', active: false });
    expect(again.text).toContain('Nothing was changed.');
    expect(again.text).not.toContain('ahead is affected');
  } finally {
    await agree('update_service', { service: 'svc_whitening', active: true });
  }
});

describe('a server with another time zone than that of the business', () => {
  let other: HttpSession;
  beforeAll(async () => {
    // A day later than in New York, at every hour that New York has passed noon.
    other = await startHttp(office.env({ RCPT_TIME_ZONE: 'Pacific/Kiritimati' }));
  });
  afterAll(() => other?.close());

  it('states the opening hours in the zone of the business', async () => {
    const context = await other.client.call('get_account_context');
    expect(context.data).toMatchObject({
      time_zone: 'Pacific/Kiritimati',
      opening_hours: 'Mon-Fri 08:00-17:00',
      opening_hours_time_zone: 'America/New_York',
    });
    expect((await call('get_account_context')).data.opening_hours_time_zone).toBeUndefined();
    const { data } = await other.client.call('find_open_times', { service_id: 'svc_filling' });
    expect(data.time_zone).toBe('Pacific/Kiritimati');
    expect(data.assumptions).toEqual(['Open "Mon-Fri 08:00-17:00" in America/New_York, by the platform.']);
  });

  it('changes the business at times of the business, and names its zone in the question and the answer', async () => {
    const times = { from: `${weekdayAhead(3, 50)}T13:00`, to: `${weekdayAhead(3, 50)}T15:00` };
    const absence = { staff: 'stf_ibarra', ...times };
    const asked = await other.client.call('set_time_off', absence);
    expect(asked.text).toContain(`${times.to.replace('T', ' ')} in America/New_York)?`);
    const { data } = await other.client.call('set_time_off', { ...absence, dry_run: true });
    expect(data.time_zone).toBe('America/New_York');
    expect(JSON.stringify(data.changes)).toContain(times.from);
  });
});

describe('a platform that does not announce that its business can be changed', () => {
  it('gets nothing, and the answer says where it is set up', async () => {
    const upstream = await startUpstream(json(404, { error: 'not_found', message: 'No' }));
    onTestFinished(upstream.close);
    const other = await office.startServer({ RCPT_BASE_URL: upstream.url });
    for (const [name, args] of [
      ['get_business', {}],
      ['close_days', { from: '2200-01-02' }],
      ['add_staff', { name: 'Ana', dry_run: true }],
    ] as const) {
      const { text, isError } = await other.client.call(name, args);
      expect(isError).toBe(true);
      expect(text).toMatch(/^This platform's business is set up in its dashboard, so nothing was sent\./);
      expect(text).toContain('What is known of it: get_account_context, list_services, list_staff.');
    }
    expect(upstream.received.map(({ path }) => path)).toEqual(['/api/v1/capabilities']);
    const narrow = await office.startServer({ RCPT_BASE_URL: upstream.url, RCPT_TOOLSETS: 'setup,account' });
    const { text } = await narrow.client.call('get_business');
    expect(text).toMatch(/What is known of it: get_account_context\.$/);
  });
});

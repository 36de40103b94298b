import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { useOffice } from '../support/office.ts';
import { weekdayAhead } from '../support/open-hours.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Bookings under the rules of a business: who takes them, why they are refused, and deliberate exceptions. */
const CUSTOMER = { contact_name: 'Robin Tester', contact_phone: '+12125550199' };

const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York' } });
const { call } = office;

beforeAll(async () => {
  await office.apply({
    opening_hours: ['Mon-Fri 08:00-17:00'],
    closures: [{ from: closed, reason: 'Inventory' }],
    rules: { minimum_notice: '2h', booking_window: '400d' },
  });
});

const closed = weekdayAhead(3, 40);
const open = weekdayAhead(2, 40);
const away = weekdayAhead(2, 47);

const book = (start_time: string, more: Record<string, unknown> = {}) =>
  call('create_booking', { service_id: 'svc_filling', start_time, ...CUSTOMER, ...more });

describe('a booking that violates a rule', () => {
  it('the refusal names the rule, other times, and how to make an exception', async () => {
    const { text, data, isError } = await book(`${closed}T10:00`);
    expect(isError).toBe(true);
    expect(data.error).toMatchObject({ rule: 'closed', changed: 'no', status: 400 });
    expect(text).toMatch(/^The platform refused it by the rule closed \(400\): the business is closed on that day\./);
    expect(text).toContain('Inventory');
    expect(text).toMatch(
      /Nothing was changed\. Choose another time with the user\. Nothing is free on \w+day [\d-]{10} \(closed: Inventory\)\. Free instead: /,
    );
    expect(text).toContain('If the user decides on an exception, repeat it with override ["closed"].');
    const alternatives = field(data, 'error', 'alternatives') as { start_time: string; start_local: string }[];
    expect(alternatives).toHaveLength(3);
    const next = field(data, 'error', 'next_start_time') as string;
    expect(Date.parse(next)).toBeGreaterThan(Date.parse(`${closed}T10:00:00Z`));
    // Each of them can be booked.
    for (const [index, { start_local }] of alternatives.entries()) {
      expect(start_local.slice(0, 10)).not.toBe(closed);
      const booked = await book(start_local, { contact_name: `Robin ${index}` });
      expect(booked.isError, booked.text).toBe(false);
      await call('cancel_booking', { booking_id: field(booked.data, 'booking', 'id') });
    }
  });

  it('the refusal says that the person is away, whom the customer named or who alone performs the service', async () => {
    await office.apply({ staff: [{ id: 'stf_ibarra', time_off: [{ from: away }] }] });
    const sentence = `"Dr. Rafael Ibarra" (stf_ibarra) is away on Tuesday ${away}.`;
    const only = { service_id: 'svc_root_canal' };
    for (const more of [{ staff_id: 'Ibarra' }, only]) {
      const { data, text } = await book(`${away}T10:00`, more);
      expect(data.error).toMatchObject({ rule: 'outside_hours', changed: 'no' });
      expect(text).toContain(`Choose another time with the user. ${sentence} `);
    }
    const made = await book(`${weekdayAhead(3, 47)}T10:00`, only);
    const moved = await call('update_booking', {
      booking_id: field(made.data, 'booking', 'id'),
      start_time: `${away}T10:00`,
    });
    expect(moved.text).toContain(sentence);
    // At six in the morning, working hours are the reason.
    expect((await book(`${away}T06:00`, only)).text).not.toContain('is away');
  });

  it.each([
    ['outside_hours', `${open}T06:00`],
    ['too_soon', undefined],
    ['too_far', `${weekdayAhead(2, 70)}T10:00`],
  ])('names the rule %s', async (rule, start) => {
    if (start === undefined) await office.apply({ rules: { minimum_notice: '300d' } });
    const { data, text } = await book(start ?? `${open}T10:00`);
    if (start === undefined) await office.apply({ rules: { minimum_notice: '2h' } });
    expect(data.error).toMatchObject({ rule });
    expect(text).toContain(`override ["${rule}"]`);
  });

  it('a deliberate exception is made, and the answer shows which rule and who decided', async () => {
    const early = `${open}T06:30`;
    const { data, isError, text } = await book(early, { override: ['outside_hours'], contact_name: 'Early Bird' });
    expect(isError, text).toBe(false);
    expect(field(data, 'booking')).toMatchObject({
      start_local: expect.stringContaining(early),
      overrides: [{ rule: 'outside_hours', by: expect.stringContaining('test') }],
    });
    const id = field(data, 'booking', 'id');
    const moved = await call('update_booking', { booking_id: id, start_time: `${closed}T06:30` });
    expect(moved.data.error).toMatchObject({ rule: 'closed' });
    const again = await call('update_booking', {
      booking_id: id,
      start_time: `${closed}T06:30`,
      override: ['closed'],
    });
    // The next call needs the rules of this one, too.
    expect(again.data.error).toMatchObject({ rule: 'outside_hours' });
    expect(again.text).toContain('repeat it with override ["closed","outside_hours"].');
    const both = { booking_id: id, start_time: `${closed}T06:30`, override: ['closed', 'outside_hours'] };
    expect(field((await call('update_booking', both)).data, 'booking', 'overrides')).toMatchObject([
      { rule: 'closed' },
      { rule: 'outside_hours' },
    ]);
  });

  it.each([{}, { staff_id: 'stf_ibarra' }])(
    'times that the limit of the customer rules out are not offered after a refusal for another reason, %j',
    async (person) => {
      const day = weekdayAhead(4, 48);
      await office.apply({ rules: { max_per_customer_and_day: 2 } });
      const { contact_name: name, contact_phone: phone } = { ...CUSTOMER, contact_phone: '+12125550177' };
      const customer = { contact_name: name, contact_phone: phone, ...person };
      const booked = [await book(`${day}T10:00`, customer), await book(`${day}T13:00`, customer)];
      const { data, text } = await book(`${day}T06:00`, customer);
      const next = field(data, 'error', 'next_start_time') as string;
      expect(data.error).toMatchObject({ rule: 'outside_hours', alternatives: [{ start_time: next }] });
      expect(next > `${day}T23`).toBe(true);
      expect(text).not.toMatch(/At the requested time|Nothing is free/);
      const [{ start_local }] = field(data, 'error', 'alternatives') as [{ start_local: string }];
      booked.push(await book(start_local, customer));
      for (const { data: answer, text: why, isError } of booked) {
        expect(isError, why).toBe(false);
        await call('cancel_booking', { booking_id: field(answer, 'booking', 'id') });
      }
      await office.apply({ rules: { max_per_customer_and_day: null } });
    },
  );

  it('a second person with the number of a customer at the limit is booked by following the refusal', async () => {
    const day = weekdayAhead(2, 52);
    await office.apply({ rules: { max_per_customer_and_day: 1 } });
    const parent = { contact_name: 'Ana Costa', contact_phone: '+12125550155' };
    const first = await book(`${day}T10:00`, parent);
    const child = { ...parent, contact_name: 'Bea Costa' };
    const { data, text } = await book(`${day}T11:00`, child);
    expect(data.error).toMatchObject({ rule: 'limit_reached', changed: 'no' });
    expect(text).toContain('create_contact with allow_duplicate, then repeat it with its contact_id.');
    const { contact_name: name, contact_phone: phone } = child;
    const created = await call('create_contact', { name, phone, allow_duplicate: true });
    const contact_id = field(created.data, 'contact', 'id');
    const second = await call('create_booking', { service_id: 'svc_filling', start_time: `${day}T11:00`, contact_id });
    expect(second.isError, second.text).toBe(false);
    // A contact that was chosen is not another person.
    const third = await call('create_booking', { service_id: 'svc_filling', start_time: `${day}T12:00`, contact_id });
    expect(third.data.error).toMatchObject({ rule: 'limit_reached' });
    expect(third.text).not.toContain('allow_duplicate');
    for (const { data: answer } of [first, second])
      await call('cancel_booking', { booking_id: field(answer, 'booking', 'id') });
    await office.apply({ rules: { max_per_customer_and_day: null } });
  });

  it('an override of a rule that does not exist changes nothing', async () => {
    const { text } = await book(`${open}T10:00`, { override: ['slot_unavailable'] });
    expect(text).toMatch(/^override: slot_unavailable is not a rule that can be overridden\. These are: closed, /);
    expect(text).toMatch(/Nothing was changed\.$/);
  });
});

describe('the person who takes a booking', () => {
  const day = weekdayAhead(4, 41);

  it('staff_id is an id or a name, and the named person keeps a booking that is moved', async () => {
    const { data, text } = await book(`${day}T10:00`, { staff_id: 'Dr. Ibarra' });
    expect(field(data, 'booking'), text).toMatchObject({ staff_id: 'stf_ibarra', staff_name: 'Dr. Rafael Ibarra' });
    const booking_id = field(data, 'booking', 'id');
    const change = { booking_id, start_time: `${day}T13:00`, staff_id: 'stf_ibarra' };
    expect(field((await call('update_booking', change)).data, 'booking')).toMatchObject({ staff_id: 'stf_ibarra' });
    const other = await call('update_booking', { booking_id, staff_id: 'Whitfield' });
    expect(field(other.data, 'booking')).toMatchObject({ staff_id: 'stf_whitfield' });

    // The person who has the booking is named, so that it goes to no other.
    const sam = { contact_name: 'Sam', contact_phone: '+12125550198' };
    await book(`${day}T15:00`, { staff_id: 'stf_whitfield', ...sam });
    const refused = await call('update_booking', { booking_id, start_time: `${day}T15:00`, staff_id: 'stf_whitfield' });
    expect(refused.data.error).toMatchObject({ rule: 'slot_unavailable' });
    expect(refused.text).not.toContain('override');
    // The rule says nothing about the others, who are free.
    expect(refused.text).toContain(
      'by the rule slot_unavailable (400): another booking, its buffers included, or a busy time is in the way.',
    );
    expect(refused.text).toMatch(/ At the requested time free with: .*"Dr\. Rafael Ibarra" \(stf_ibarra\)/);
    expect(refused.text).toMatch(/\. Free instead with "[^"]* Whitfield" \(stf_whitfield\): Thursday/);
  });

  it('a name that is not unique is answered with all who have it', async () => {
    const { text } = await book(`${day}T10:00`, { staff_id: 'Dr' });
    expect(text).toMatch(/^"Dr" is not unique: give the id of one of "Dr\. Rafael Ibarra" \(stf_ibarra\), /);
  });

  it('a repeated request for another person creates no second booking, and says who has it', async () => {
    const first = await book(`${day}T08:00`, { staff_id: 'stf_ibarra', contact_name: 'Repeated' });
    const second = await book(`${day}T08:00`, { staff_id: 'stf_whitfield', contact_name: 'Repeated' });
    expect(field(second.data, 'booking', 'id')).toBe(field(first.data, 'booking', 'id'));
    expect(second.data.note).toMatch(/no second one was created\. It is with another person than requested/);
  });

  it('find_open_times shows only the free times of the named person', async () => {
    const { data, text } = await call('find_open_times', {
      service_id: 'svc_filling',
      from: day,
      to: day,
      staff_id: 'Ibarra',
    });
    expect(data.found, text).toBeGreaterThan(0);
    for (const { free } of data.days as { free: string[] }[])
      for (const range of free) expect(range).toMatch(/: Ibarra$/);
    expect(data.staff).toEqual([{ id: 'stf_ibarra', name: expect.stringMatching(/Ibarra$/) }]);
  });
});

describe('a platform without the extensions', () => {
  let foreign: ForeignPlatform;
  let other: HttpSession;
  beforeAll(async () => {
    foreign = await startForeignPlatform({ put: 'replaces' });
    foreign.records.set('bk', { id: 'bk', service_id: 'svc', start_time: '2200-01-06T10:00:00Z', staff_id: 'stf_7' });
    other = await startHttp({ RCPT_BASE_URL: foreign.url, RCPT_API_KEY: 'sk_live_x' });
  });
  afterAll(async () => {
    await Promise.all([other?.close(), foreign?.close()]);
  });

  it.each([
    [
      'create_booking',
      { staff_id: 'stf_1' },
      /^staff_id: this platform chooses the person itself, so nothing was sent/,
    ],
    ['create_booking', { override: ['closed'] }, /^override: this platform announces no rules to override, so nothing/],
    ['update_booking', { staff_id: 'stf_1' }, /^staff_id: this platform chooses the person itself/],
  ])('gets no request from %s with %j', async (name, more, says) => {
    const args =
      name === 'create_booking'
        ? { service_id: 'svc', start_time: '2200-01-06T10:00:00Z', ...CUSTOMER, ...more }
        : { booking_id: 'bk', ...more };
    const { text, isError } = await other.client.call(name, args);
    expect(isError).toBe(true);
    expect(text).toMatch(says);
    expect(new Set(foreign.received.map(({ path }) => path))).toEqual(new Set(['/api/v1/capabilities']));
  });
});

it('a platform that replaces records and assigns staff keeps who has a booking', async () => {
  const extensions = { staff_assignment: { version: 1 } };
  const foreign = await startForeignPlatform({ put: 'replaces', capabilities: { extensions } });
  foreign.records.set('bk', { id: 'bk', service_id: 'svc', start_time: '2200-01-06T10:00:00Z', staff_id: 'stf_7' });
  const other = await startHttp({ RCPT_BASE_URL: foreign.url, RCPT_API_KEY: 'sk_live_x' });
  try {
    await other.client.call('update_booking', { booking_id: 'bk', notes: 'Brings a dog' });
    expect(foreign.records.get('bk')).toMatchObject({ staff_id: 'stf_7', notes: 'Brings a dog' });
    await other.client.call('update_booking', { booking_id: 'bk', staff_id: 'stf_8' });
    expect(foreign.records.get('bk')).toMatchObject({ staff_id: 'stf_8', notes: 'Brings a dog' });
  } finally {
    await Promise.all([other.close(), foreign.close()]);
  }
});

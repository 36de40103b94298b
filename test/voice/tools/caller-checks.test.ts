import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { ATTEMPTS_TTL_MS } from '../../../src/tools/voice/core/memory.ts';
import { CALLER, type Call, OTHER_CALLER, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** What a caller must say besides calling from their number. */
let office: VoiceOffice;
const NO_MATCH = 'I cannot match that with an appointment under this number. Please say it once more.';
const LOCKED = 'I cannot look up appointments in this call. Please ask our team to call you back.';
const APPOINTMENT = 'Cleaning with Jin Kim on Tuesday the 24th at 9:00';

beforeAll(async () => {
  office = await openVoiceOffice();
  const contact = { name: 'Ánn  O’Hara', phone: CALLER.phone };
  await office.send('POST', '/contacts', { ...contact, date_of_birth: '1980-05-06' });
  await office.send('POST', '/bookings', {
    service_id: 'cleaning',
    start_time: '2026-03-24T15:00:00Z',
    staff_id: 'kim',
    contact,
  });
});
afterAll(() => office?.close());

const RIGHT = { caller_name: "ann o'hara", date_of_birth: '1980-05-06' };
const TOOLS: readonly (readonly [string, JsonObject])[] = [
  ['list_bookings', {}],
  ['cancel_booking', {}],
  ['update_booking', { new_start: '2026-03-25T09:00' }],
];

describe.each([
  ['name', ['name'], 'May I have your full name, please?'],
  ['date of birth', ['date_of_birth'], 'May I have your date of birth, please?'],
  ['both', ['name', 'date_of_birth'], 'May I have your full name and your date of birth, please?'],
] as const)('where the operator asks for %s', (_title, callerChecks, question) => {
  let call: Call;
  beforeEach(() => {
    call = office.as(CALLER, { callerChecks });
  });

  it.each(TOOLS)('%s asks for it, and answers the caller who says it right', async (name, args) => {
    expect((await call(name, args)).text).toBe(question);
    expect(
      (await call(name, { ...args, caller_name: ' ', date_of_birth: RIGHT.date_of_birth.slice(0, 0) || 'x' })).isError,
    ).toBe(true);
    expect((await call(name, { ...args, ...RIGHT })).text).toContain(APPOINTMENT);
  });

  it('a wrong answer and a caller without appointments get the same sentence, three times', async () => {
    const other = office.as(OTHER_CALLER, { callerChecks });
    for (const wrong of [
      { caller_name: 'Bob', date_of_birth: '1980-05-07' },
      { ...RIGHT, caller_name: 'Ann', date_of_birth: '1990-05-06' },
      { caller_name: 'x', date_of_birth: 'x' },
    ]) {
      expect((await call('list_bookings', wrong)).text).toBe(NO_MATCH);
      expect((await other('list_bookings', wrong)).text).toBe(NO_MATCH);
    }
    for (const [name, args] of TOOLS) {
      expect((await call(name, { ...args, ...RIGHT })).text).toBe(LOCKED);
      expect((await call(name, args)).text).toBe(LOCKED);
      expect((await other(name, { ...args, ...RIGHT })).text).toBe(LOCKED);
    }
  });
});

it.each([
  ['a title', { caller_name: "Mrs. Ann O'Hara" }],
  ['two titles', { caller_name: "Prof. Dr. Ann O'Hara" }],
  ['a date of birth in words', { date_of_birth: 'May 6th, 1980' }],
  ['a date of birth in words of another language', { date_of_birth: '6. Mai 1980' }],
])('a caller who says %s passes the checks', async (_what, said) => {
  const call = office.as(CALLER, { callerChecks: ['name', 'date_of_birth'] });
  expect((await call('list_bookings', { ...RIGHT, ...said })).text).toContain(APPOINTMENT);
});

it('a caller who says no more than a title does not pass the checks', async () => {
  const call = office.as(CALLER, { callerChecks: ['name'] });
  expect((await call('list_bookings', { caller_name: 'Mrs.' })).text).toBe(NO_MATCH);
});

it('one wrong part of two is answered as both', async () => {
  const call = office.as(CALLER, { callerChecks: ['name', 'date_of_birth'] });
  expect((await call('list_bookings', { ...RIGHT, caller_name: 'Bob' })).text).toBe(NO_MATCH);
  expect((await call('list_bookings', { ...RIGHT, date_of_birth: '1980-05-07' })).text).toBe(NO_MATCH);
  expect((await call('list_bookings', RIGHT)).text).toContain(APPOINTMENT);
});

it('wrong answers count for the number in other calls, and for the call with other numbers, for an hour', async () => {
  const options = { callerChecks: ['name'] } as const;
  const services = {
    ...office.services,
    settings: { ...office.services.settings, voice: { language: 'en-GB', ...options } },
  };
  const { callAs } = await import('./support/office.ts');
  const wrong = { caller_name: 'Bob' };
  for (const callId of ['x1', 'x2', 'x3'])
    expect((await callAs(services, { phone: CALLER.phone, callId })('list_bookings', wrong)).text).toBe(NO_MATCH);
  expect((await callAs(services, { phone: CALLER.phone, callId: 'x4' })('list_bookings', RIGHT)).text).toBe(LOCKED);
  // The call x1 has one wrong answer.
  for (const phone of ['+13035550901', '+13035550902'])
    expect((await callAs(services, { phone, callId: 'x1' })('list_bookings', wrong)).text).toBe(NO_MATCH);
  expect((await callAs(services, { phone: '+13035550903', callId: 'x1' })('list_bookings', wrong)).text).toBe(LOCKED);
  office.clock.advance(ATTEMPTS_TTL_MS);
  expect((await callAs(services, { phone: CALLER.phone, callId: 'x4' })('list_bookings', RIGHT)).text).toContain(
    APPOINTMENT,
  );
});

it('simultaneous wrong answers are not more than three', async () => {
  const call = office.as(CALLER, { callerChecks: ['name'] });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call('list_bookings', { caller_name: `Name ${index}` })),
  );
  expect(answers.filter(({ text }) => text === NO_MATCH)).toHaveLength(3);
  expect(answers.filter(({ text }) => text === LOCKED)).toHaveLength(17);
});

it('a change is confirmed with the same answers, and not without them', async () => {
  const call = office.as(CALLER, { callerChecks: ['name'] });
  const args = { new_start: '2026-03-24T11:00', caller_name: RIGHT.caller_name };
  expect((await call('update_booking', args)).text).toMatch(/^I would move/);
  expect((await call('update_booking', { new_start: args.new_start, confirmed: true })).text).toBe(
    'May I have your full name, please?',
  );
  expect((await call('update_booking', { ...args, caller_name: 'Bob', confirmed: true })).text).toBe(NO_MATCH);
  expect((await call('update_booking', { ...args, confirmed: true })).text).toMatch(/^It is moved/);
  await office.send('PUT', `/bookings/${(await office.booked())[0]?.id}`, { start_time: '2026-03-24T15:00:00Z' });
});

it('a booking says nothing of an appointment at the same time, because the person was not checked', async () => {
  const call = office.as(CALLER, { callerChecks: ['name'] });
  const args = { service: 'exam', start: '2026-03-24T09:00', caller_name: RIGHT.caller_name };
  expect((await call('create_booking', args)).text).toBe(
    "I would book New patient exam on Tuesday the 24th at 9:00, under the name ann o'hara. Is that right?",
  );
});

it.each([
  ['12.03.1980', '1980-03-12', '1980-12-03'],
  ['3/12/1980', '1980-03-12', '1980-12-03'],
  ['1980-03-12', '12.3.1980', '12/3/1980'],
])('the date of birth %s of a contact is also %s, and not %s', async (stored, right, wrong) => {
  const [booking] = await office.booked();
  await office.send('PUT', `/contacts/${booking?.contact_id}`, { date_of_birth: stored });
  try {
    const call = office.as(CALLER, { callerChecks: ['date_of_birth'] });
    expect((await call('list_bookings', { date_of_birth: wrong })).text).toBe(NO_MATCH);
    expect((await call('list_bookings', { date_of_birth: right })).text).toContain(APPOINTMENT);
  } finally {
    await office.send('PUT', `/contacts/${booking?.contact_id}`, { date_of_birth: RIGHT.date_of_birth });
  }
});

it.each(['unknown', 'n/a', '-', '00.00.0000'])(
  'the text %s in place of a date of birth matches nothing',
  async (stored) => {
    const [booking] = await office.booked();
    await office.send('PUT', `/contacts/${booking?.contact_id}`, { date_of_birth: stored });
    try {
      const call = office.as(CALLER, { callerChecks: ['date_of_birth'] });
      for (const said of [stored, 'none'])
        expect((await call('list_bookings', { date_of_birth: said })).text).toBe(NO_MATCH);
    } finally {
      await office.send('PUT', `/contacts/${booking?.contact_id}`, { date_of_birth: RIGHT.date_of_birth });
    }
  },
);

it('a caller without a number is not asked', async () => {
  const call = office.as(WITHHELD, { callerChecks: ['name', 'date_of_birth'] });
  expect((await call('list_bookings', RIGHT)).text).toMatch(/^I cannot see the number you are calling from/);
});

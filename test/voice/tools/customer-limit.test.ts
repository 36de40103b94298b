import { afterEach, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, confirmed, OTHER_CALLER, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** A practice that limits the bookings of a day. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

const CLEANING = { service: 'Cleaning', caller_name: 'Ann Archer' };
const LIMIT = 'You already have as many appointments on that day as one customer can have.';
const open = async (rules: object, language = 'en-GB') => {
  office = await openVoiceOffice({ language }, { rules: { ...practice().rules, ...rules } });
};

/** Makes an appointment for each of these starts. */
async function book(...starts: string[]) {
  for (const start of starts) {
    const { done } = await confirmed(office.as(CALLER), 'create_booking', { ...CLEANING, start });
    expect(done).toMatch(/^It is booked/);
  }
}

it('a caller with as many appointments on a day as allowed hears so before the question, with times of other days', async () => {
  await open({ max_per_customer_and_day: 2 });
  await book('2026-03-24T09:00', '2026-03-24T10:00');
  for (const caller_name of ['Ann Archer', 'Kim Archer']) {
    const { text } = await office.as(CALLER)('create_booking', { ...CLEANING, caller_name, start: '2026-03-24T14:00' });
    expect(text.startsWith(`${LIMIT} It would be possible on Monday the 23rd at `)).toBe(true);
    expect(text).not.toContain('Tuesday the 24th');
  }
  await book('2026-03-25T09:00');
});

it('an appointment is not moved to a day on which the caller has as many as allowed, but within that day', async () => {
  await open({ max_per_customer_and_day: 1 });
  await book('2026-03-24T09:00', '2026-03-25T09:00');
  const move = async (appointment: string, new_start: string) =>
    (await office.as(CALLER)('update_booking', { appointment, new_start })).text;
  expect(await move('2026-03-25T09:00', '2026-03-24T14:00')).toMatch(new RegExp(`^${LIMIT} It would be possible `));
  expect(await move('2026-03-25T09:00', '2026-03-25T14:00')).toMatch(/^I would move /);
});

it('the limit of one customer leaves other customers and other contacts of the number alone', async () => {
  await open({ max_per_customer_and_day: 1 });
  for (const name of ['Ann Archer', 'Bo Berg']) await office.send('POST', '/contacts', { name, phone: CALLER.phone });
  await book('2026-03-24T09:00');
  const at = (start: string) => ({ ...CLEANING, start });
  const berg = { ...at('2026-03-24T11:00'), caller_name: 'Bo Berg' };
  expect((await confirmed(office.as(CALLER), 'create_booking', berg)).done).toMatch(/^It is booked/);
  await confirmed(office.as(OTHER_CALLER), 'create_booking', at('2026-03-24T14:00'));
  await confirmed(office.as(WITHHELD), 'create_booking', {
    ...at('2026-03-24T15:00'),
    callback_number: CALLER.phone,
  });
  expect(await office.booked()).toHaveLength(4);
});

it('a limit that is reached after the question is named in the refusal', async () => {
  await open({ max_per_customer_and_day: 1 });
  const call = office.as(CALLER);
  const [first, second] = [
    { ...CLEANING, start: '2026-03-24T09:00' },
    { ...CLEANING, start: '2026-03-24T14:00' },
  ];
  await call('create_booking', first);
  await call('create_booking', second);
  await call('create_booking', { ...first, confirmed: true });
  expect((await call('create_booking', { ...second, confirmed: true })).text).toMatch(new RegExp(`^${LIMIT} `));
});

it('a caller who has not passed the checks of the operator hears of no limit', async () => {
  await open({ max_per_customer_and_day: 1 });
  await book('2026-03-24T09:00');
  const call = office.as(CALLER, { callerChecks: ['name'] });
  const { asked, done } = await confirmed(call, 'create_booking', { ...CLEANING, start: '2026-03-24T14:00' });
  expect(asked).toMatch(/^I would book /);
  expect(done).toMatch(/^That time is not possible\. It would be possible on (Mon|Wed)/);
});

it('a limit of the business is not called one of the customer', async () => {
  await open({ max_per_customer_and_day: 3, max_per_day: 1 });
  await book('2026-03-24T09:00');
  const { text } = await office.as(CALLER)('create_booking', { ...CLEANING, start: '2026-03-24T14:00' });
  expect(text).toMatch(/^That time is not possible\./);
});

it('appointments under other names count where they belong to the same of two contacts with the number', async () => {
  await open({ max_per_customer_and_day: 2 });
  const otto = await office.send('POST', '/contacts', { name: 'Otto Brandt', phone: CALLER.phone });
  await office.send('POST', '/contacts', { name: 'Ida Brandt', phone: CALLER.phone });
  for (const [name, start_time] of [
    ['Otto Brandt', '2026-03-24T15:00:00Z'],
    ['Uncle Heinz', '2026-03-24T16:00:00Z'],
  ])
    await office.send('POST', '/bookings', {
      service_id: 'cleaning',
      start_time,
      contact: { id: otto.id, name, phone: CALLER.phone },
    });
  const wanted = { ...CLEANING, start: '2026-03-24T14:00' };
  expect((await office.as(CALLER)('create_booking', { ...wanted, caller_name: 'Otto Brandt' })).text).toMatch(
    new RegExp(`^${LIMIT} `),
  );
  expect((await office.as(CALLER)('create_booking', { ...wanted, caller_name: 'Ida Brandt' })).text).toMatch(
    /^I would /,
  );
});

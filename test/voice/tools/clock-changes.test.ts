import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/**
 * A practice in Denver that is open at night. Today is Monday, 2 March 2026, 10:00. On 8 March the clocks skip 2:00 to 3:00, on
 * 1 November they repeat 1:00 to 2:00.
 */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(language = 'en-GB') {
  const rules = { ...practice().rules, booking_window: '400d', slot_interval: '30m' };
  const services = [{ id: 'check', name: 'Check', duration: '30m', price: 80, staff: ['kim'] }];
  office = await openVoiceOffice({ language }, { opening_hours: ['daily 00:00-24:00'], rules, services });
  const call = office.as(CALLER);
  return {
    call: async (name: string, args: JsonObject) => (await call(name, args)).text,
    change: (name: string, args: JsonObject) => confirmed(call, name, args),
  };
}

const CHECK = { service: 'Check', caller_name: 'Ann Archer' };
const taken = (start_time: string) =>
  office.send('POST', '/bookings', {
    service_id: 'check',
    start_time,
    contact: { name: 'Bo', email: 'bo@example.com' },
  });
const starts = async () => (await office.booked()).map(({ start_time }) => start_time);
const [FIRST, SECOND] = ['2026-11-01T07:30:00Z', '2026-11-01T08:30:00Z'];

it('a time that comes twice is booked at the first of both, and the question says so', async () => {
  const { change } = await open();
  const { asked, done } = await change('create_booking', { ...CHECK, start: '2026-11-01T01:30' });
  const first = 'on Sunday the 1st of November at 1:30 before the clocks change';
  expect(asked).toBe(`I would book Check ${first}, under the name Ann Archer. Is that right?`);
  expect(done).toBe(`It is booked: Check with Jin Kim ${first}.`);
  expect(await starts()).toEqual([FIRST]);
});

it('a time that comes twice is booked at the second if the first is taken', async () => {
  const { call, change } = await open();
  await taken(FIRST);
  const { asked, done } = await change('create_booking', { ...CHECK, start: '2026-11-01T01:30' });
  const second = 'on Sunday the 1st of November at 1:30 after the clocks change';
  expect(asked).toBe(`I would book Check ${second}, under the name Ann Archer. Is that right?`);
  expect(done).toBe(`It is booked: Check with Jin Kim ${second}.`);
  expect(await starts()).toEqual([FIRST, SECOND]);
  expect(await call('cancel_booking', { appointment: '2026-11-01T01:30' })).toContain(second);
  expect(await call('create_booking', { ...CHECK, start: '2026-11-01T01:30' })).toMatch(/^That time is not possible\./);
});

it('a range of free times that ends with a time that comes twice says which of both it is', async () => {
  const { call } = await open();
  await taken(FIRST);
  expect(await call('find_open_times', { service: 'Check', date: '2026-11-01' })).toBe(
    'Sunday the 1st of November: 0:00 to 1:00 before the clocks change and 1:00 to 23:30 are free.',
  );
});

it('an appointment is moved to the second of two equal times if the first is taken', async () => {
  const { change } = await open();
  await taken(FIRST);
  await change('create_booking', { ...CHECK, start: '2026-11-01T05:00' });
  const { done } = await change('update_booking', { new_start: '2026-11-01T01:30' });
  expect(done).toMatch(/at 1:30 after the clocks change\.$/);
  expect(await starts()).toEqual([FIRST, SECOND]);
});

it('a time that the clocks skip is refused with the reason, and not booked at another one', async () => {
  const { call, change } = await open();
  const refused =
    'The clocks change then, and that time is skipped. It would be possible on Sunday the 8th at 1:00, at 1:30 or at 3:00.';
  expect(await call('create_booking', { ...CHECK, start: '2026-03-08T02:30' })).toBe(refused);
  await change('create_booking', { ...CHECK, start: '2026-03-08T05:00' });
  expect(await call('update_booking', { new_start: '2026-03-08T02:30' })).toBe(refused);
});

it.each([
  ['de-DE', 'um 1:30 Uhr vor der Zeitumstellung'],
  ['fr-FR', "à 1:30 avant le changement d'heure"],
  ['es-ES', 'a la 1:30 antes del cambio de hora'],
  ['it-IT', "all'1:30 prima del cambio dell'ora"],
  ['pt-BR', 'à 1:30 antes da mudança de hora'],
])('the first of two equal times is said in %s', async (language, said) => {
  const { call } = await open(language);
  expect(await call('create_booking', { ...CHECK, start: '2026-11-01T01:30' })).toContain(said);
});

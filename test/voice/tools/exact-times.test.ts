import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, confirmed, OTHER_CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Times between those that are offered, which are every 15 minutes. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(business: Partial<BusinessFile> = {}) {
  office = await openVoiceOffice({}, business);
  const call = office.as(CALLER);
  const cleaning = { service: 'Cleaning', caller_name: 'Ann Archer' };
  const ask = async (start: string, more: object = {}) =>
    (await call('create_booking', { ...cleaning, start, ...more })).text;
  return {
    call,
    ask,
    book: (start: string, more = {}) => confirmed(call, 'create_booking', { ...cleaning, start, ...more }),
  };
}
const NOT_POSSIBLE = /^That time is not possible\. It would be possible /;

it('a free time that the caller asks for exactly is booked and moved, although the times that are offered are others', async () => {
  const { call, book } = await open();
  expect(await book('2026-03-24T10:10', { staff: 'Jin Kim' })).toEqual({
    asked: 'I would book Cleaning with Jin Kim on Tuesday the 24th at 10:10, under the name Ann Archer. Is that right?',
    done: 'It is booked: Cleaning with Jin Kim on Tuesday the 24th at 10:10.',
  });
  const { done } = await confirmed(call, 'update_booking', { new_start: '2026-03-25T14:50' });
  expect(done).toBe('It is moved. You now have Cleaning with Jin Kim on Wednesday the 25th at 14:50.');
  expect(await office.booked()).toMatchObject([{ start_time: '2026-03-25T20:50:00Z' }]);
});

it('a time between two that are offered is refused if one person is free at one of them only', async () => {
  const { ask } = await open();
  const other = office.as(OTHER_CALLER);
  const taken = { service: 'Cleaning', caller_name: 'Bo Berg' };
  // Kim is free again at 10:00 with the buffer, Ortiz until 10:30.
  await confirmed(other, 'create_booking', { ...taken, start: '2026-03-24T09:00', staff: 'Jin Kim' });
  await confirmed(other, 'create_booking', { ...taken, start: '2026-03-24T11:00', staff: 'Sam Ortiz' });
  expect(await ask('2026-03-24T09:50', { staff: 'Jin Kim' })).toMatch(NOT_POSSIBLE);
  expect(await ask('2026-03-24T10:10', { staff: 'Jin Kim' })).toMatch(/^I would book /);
  expect(await ask('2026-03-24T10:10', { staff: 'Sam Ortiz' })).toMatch(NOT_POSSIBLE);
  expect(await ask('2026-03-24T10:10')).toMatch(/^I would book /);
});

it('a time in the break, in the notice or with seconds is refused, also between times that are offered', async () => {
  const { ask } = await open({ rules: { ...practice().rules, slot_interval: '60m' } });
  expect(await ask('2026-03-24T12:10')).toMatch(/^On Tuesday the 24th we are open /);
  expect(await ask('2026-03-02T11:50')).toMatch(/^Today we are open /);
  expect(await ask('2026-03-24T10:10:30')).toMatch(NOT_POSSIBLE);
  // Starts every hour leave a gap between the ends of 45 minutes.
  expect(await ask('2026-03-24T10:10')).toMatch(NOT_POSSIBLE);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

let office: VoiceOffice;
beforeEach(async () => {
  office = await openVoiceOffice();
});
afterEach(() => office.close());

const CLEANING = { service: 'Cleaning', start: '2026-03-24T09:00', staff: 'Jin Kim', caller_name: 'Ann Archer' };
const HAVE = /^You already have Cleaning with Jin Kim /;

describe('a request for what the caller has booked already', () => {
  it.each([
    ['with a note', { note: 'Gate code 44' }],
    ['without the person', { staff: undefined }],
    ['with another person', { staff: 'Sam Ortiz' }],
    ['with confirmed', { confirmed: true }],
    ['with another spelling of the name', { caller_name: 'ann ARCHER' }],
  ])('names the appointment when repeated %s, and does not refuse its time', async (_how, difference) => {
    await confirmed(office.as(CALLER), 'create_booking', CLEANING);
    office.clock.advance(60 * 60_000);
    const later = office.as({ ...CALLER, callId: 'call_9' });
    expect((await later('create_booking', { ...CLEANING, ...difference })).text).toMatch(HAVE);
    expect(await office.booked()).toHaveLength(1);
  });

  it('asks as before when it is for another name', async () => {
    await confirmed(office.as(CALLER), 'create_booking', { ...CLEANING, staff: undefined });
    const args = { ...CLEANING, staff: undefined, caller_name: 'Tim Archer' };
    expect((await office.as(CALLER)('create_booking', args)).text).toMatch(/Is that right\?$/);
  });

  it('names nothing to a caller who must pass checks', async () => {
    await confirmed(office.as(CALLER), 'create_booking', CLEANING);
    const checked = office.as(CALLER, { callerChecks: ['name'] });
    expect((await checked('create_booking', CLEANING)).text).not.toContain('already');
  });
});

it('a withheld caller who calls again after the line was cut is not booked twice', async () => {
  const args = { ...CLEANING, staff: undefined, callback_number: '+13035550190' };
  await confirmed(office.as(WITHHELD), 'create_booking', args);
  const again = await confirmed(office.as({ ...WITHHELD, callId: 'call_8' }), 'create_booking', args);
  expect(again.done).toBe('It is booked: Cleaning with Jin Kim on Tuesday the 24th at 9:00.');
  expect(await office.booked()).toHaveLength(1);
});

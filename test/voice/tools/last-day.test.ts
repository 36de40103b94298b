import { afterEach, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/lib/time/units.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Appointments are made up to 30 days ahead. Today is Monday, 2 March 2026, 10:00: the last start is on 1 April at 11:00, in summer time. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(passedMs = 0) {
  office = await openVoiceOffice({}, { rules: { ...practice().rules, booking_window: '30d' } });
  office.clock.advance(passedMs);
  const call = office.as(CALLER);
  return {
    book: async (start: string) =>
      (await call('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' })).text,
    find: async (date: string) => (await call('find_open_times', { service: 'Cleaning', date })).text,
  };
}

it('a time beyond the booking window on a day that has earlier times is refused without naming that day as the last', async () => {
  const { book, find } = await open();
  expect(await book('2026-04-01T16:00')).toMatch(
    /^That time is not possible\. It would be possible on Wednesday the 1st of April at 10:30, at 10:45 or at 11:00\.$/,
  );
  expect(await find('2026-04-01')).toMatch(/^Wednesday the 1st of April: 8:00 to 11:00 are free/);
  expect(await book('2026-04-02T09:00')).toMatch(
    /^That is too far ahead\. The latest possible day is Wednesday the 1st of April\. /,
  );
});

it('the last day is the one before, if the booking window ends before the business opens', async () => {
  const { book, find } = await open(20 * HOUR_MS);
  const tooFar = 'That is too far ahead. The latest possible day is Wednesday the 1st of April.';
  expect(await find('2026-04-02')).toBe(tooFar);
  expect(await book('2026-04-02T09:00')).toContain(tooFar);
  expect(await find('2026-04-01')).toMatch(/^Wednesday the 1st of April: 8:00 to /);
});

import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { HOUR_MS } from '../../../src/lib/time/units.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Appointments are made up to 30 days ahead. Today is Monday, 2 March 2026, 10:00: the last start is on 1 April at 11:00, in summer time. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(business: Partial<BusinessFile> = {}, passedMs = 0) {
  office = await openVoiceOffice({}, { rules: { ...practice().rules, booking_window: '30d' }, ...business });
  office.clock.advance(passedMs);
  const call = office.as(CALLER);
  return {
    book: async (start: string, staff?: string) =>
      (await call('create_booking', { service: 'Cleaning', start, staff, caller_name: 'Ann Archer' })).text,
    find: async (date: string, staff?: string) =>
      (await call('find_open_times', { service: 'Cleaning', date, staff })).text,
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
  const { book, find } = await open({}, 20 * HOUR_MS);
  const tooFar = 'That is too far ahead. The latest possible day is Wednesday the 1st of April.';
  expect(await find('2026-04-02')).toBe(tooFar);
  expect(await book('2026-04-02T09:00')).toContain(tooFar);
  expect(await find('2026-04-01')).toMatch(/^Wednesday the 1st of April: 8:00 to /);
});

const CLOSED = [{ from: '2026-03-16', to: '2026-04-03', reason: 'Works' }];

it('the last day may be long before the booking window ends', async () => {
  const { book, find } = await open({ closures: CLOSED });
  const tooFar = 'That is too far ahead. The latest possible day is Friday the 13th.';
  expect(await find('2026-05-08')).toBe(tooFar);
  expect(await book('2026-05-08T09:00')).toBe(tooFar);
  expect(await find('2026-03-20')).toMatch(/^On Friday the 20th we are closed: Works\./);
});

it('the last day of a person is the one before the time off', async () => {
  const staff = practice().staff?.map((one) => (one.id === 'kim' ? { ...one, time_off: CLOSED } : one)) ?? [];
  const { book, find } = await open({ staff });
  const kim = 'That is too far ahead. The latest possible day is Friday the 13th.';
  expect(await find('2026-05-08', 'Jin Kim')).toBe(kim);
  expect(await book('2026-05-08T09:00', 'Jin Kim')).toBe(kim);
  expect(await find('2026-05-08')).toMatch(/ The latest possible day is Wednesday the 1st of April\.$/);
});

it('the last day is found months before the booking window ends', async () => {
  const { book } = await open({
    rules: { ...practice().rules, booking_window: '200d' },
    closures: [{ from: '2026-03-07', to: '2026-10-01' }],
  });
  expect(await book('2026-11-06T09:00')).toBe('That is too far ahead. The latest possible day is Friday the 6th.');
});

it('a time beyond the booking window is too far ahead also if nothing is free before', async () => {
  const { book, find } = await open({ closures: [{ from: '2026-03-02', to: '2026-04-03' }] });
  expect(await find('2026-05-08')).toBe('That is too far ahead.');
  expect(await book('2026-05-08T09:00')).toBe('That is too far ahead.');
});

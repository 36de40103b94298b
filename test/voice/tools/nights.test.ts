import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { HOUR_MS } from '../../../src/lib/time/units.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A practice that is open after midnight. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(business: Partial<BusinessFile>, { language = 'en-US', passedHours = 0 } = {}) {
  const staff = practice().staff?.map((one) => ({ ...one, opening_hours: undefined })) ?? [];
  office = await openVoiceOffice({ language }, { staff, ...business });
  office.clock.advance(passedHours * HOUR_MS);
  const call = office.as(CALLER);
  return async (date?: string) => (await call('get_opening_hours', { date })).text;
}

const EVERY_NIGHT = { opening_hours: ['daily 20:00-24:00, 00:00-04:00'] };

it('a night is said from its evening to its morning, of a day and of a week', async () => {
  const hours = await open(EVERY_NIGHT);
  expect(await hours('today')).toBe('Today we are open from 8:00 PM to 4:00 AM.');
  expect(await hours('2026-03-05')).toBe('On Thursday the 5th we are open from 8:00 PM to 4:00 AM.');
  expect(await hours('next week')).toBe(
    'In the week from March 9th we are open Monday to Sunday from 8:00 PM to 4:00 AM.',
  );
});

it('the rest of the night that has begun the day before is said until it is over', async () => {
  const hours = await open(EVERY_NIGHT, { passedHours: 17 });
  expect(await hours('today')).toBe('Today we are open from 12:00 AM to 4:00 AM and from 8:00 PM to 4:00 AM.');
  office.clock.advance(HOUR_MS);
  expect(await hours('today')).toBe('Today we are open from 8:00 PM to 4:00 AM.');
});

it('a night belongs to the day on which it begins, and a day with its end alone is not closed', async () => {
  const hours = await open({ opening_hours: ['Fri 22:00-24:00; Sat 00:00-03:00'] });
  expect(await hours()).toBe(
    'In the next seven days we are open Friday from 10:00 PM to 3:00 AM. We are closed Saturday to Thursday.',
  );
  expect(await hours('2026-03-07')).toBe('On Saturday the 7th we are open from 12:00 AM to 3:00 AM.');
});

it('a closed day ends the night before it at midnight, and days that are open throughout are no nights', async () => {
  const hours = await open({ ...EVERY_NIGHT, closures: [{ from: '2026-03-05' }] });
  expect(await hours('2026-03-04')).toBe('On Wednesday the 4th we are open from 8:00 PM to midnight.');
  expect(await hours('2026-03-06')).toBe(
    'On Friday the 6th we are open from 12:00 AM to 4:00 AM and from 8:00 PM to 4:00 AM.',
  );
  await office.close();
  const always = await open({ opening_hours: ['daily 00:00-24:00'] }, { language: 'en-GB' });
  expect(await always('today')).toBe('Today we are open from 0:00 to 24:00.');
});

it('free times of an evening include those after midnight, and "tonight" said after midnight the rest of the night', async () => {
  await open({ ...EVERY_NIGHT, rules: { slot_interval: '1h', booking_window: '180d' } }, { language: 'en-GB' });
  const free = async (date: string) => (await office.as(CALLER)('find_open_times', { service: 'Cleaning', date })).text;
  const friday = 'Friday the 6th: 20:00 to 23:00 are free. Saturday the 7th: 0:00 to 3:00 are free.';
  expect(await free('Friday evening')).toBe(friday);
  expect(await free('tonight')).toBe('Today: 20:00 to 23:00 are free. Tomorrow: 0:00 to 3:00 are free.');
  // Tuesday, 0:30.
  office.clock.advance(14.5 * HOUR_MS);
  expect(await free('tonight')).toMatch(/^Today: 1:00 to 3:00 and 20:00 to 23:00 are free\. /);
  expect(await free('Friday evening')).toBe(friday);
  office.clock.advance(4 * HOUR_MS);
  expect(await free('tonight')).toMatch(/^Today: 20:00 to 23:00 are free\. /);
});

it('nights are said in German with 24 hours', async () => {
  const hours = await open(EVERY_NIGHT, { language: 'de-DE' });
  expect(await hours('today')).toBe('Heute haben wir von 20:00 bis 4:00 Uhr geöffnet.');
});

it('a business that never closes is open until midnight', async () => {
  const hours = await open({ opening_hours: ['daily 00:00-24:00'] });
  expect(await hours('2026-03-04')).toBe('On Wednesday the 4th we are open from 12:00 AM to midnight.');
});

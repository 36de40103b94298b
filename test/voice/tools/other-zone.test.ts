import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, type Call, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A practice in Denver, closed on 17 March, behind a server whose answers are in the time of Berlin, seven hours later. */
let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  office = await openVoiceOffice({ timeZone: 'Europe/Berlin' }, { opening_hours: ['daily 00:00-24:00'] });
  call = office.as(CALLER);
});
afterAll(() => office?.close());

const hoursOf = async (date: string) => (await call('get_opening_hours', { date })).text;

it('opening hours agree with the free times of a day on which the business is closed for a part', async () => {
  expect(await hoursOf('2026-03-17')).toBe('On Tuesday the 17th we are open from 0:00 to 7:00.');
  expect((await call('find_open_times', { service: 'Cleaning', date: '2026-03-17' })).text).toBe(
    'Tuesday the 17th: 0:00 to 6:15 are free.',
  );
  expect(await hoursOf('2026-03-18')).toBe('On Wednesday the 18th we are open from 7:00 to 24:00.');
});

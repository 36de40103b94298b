import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A caller who cannot have a time hears why, as far as everybody may know it, and what is possible: today is Monday, 2 March 2026. */
let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  office = await openVoiceOffice();
  call = office.as(CALLER);
});
afterAll(() => office?.close());

const book = async (start: string) =>
  (await call('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' })).text;
const find = async (args: object) => (await call('find_open_times', { service: 'Cleaning', ...args })).text;
const TOO_FAR = 'That is too far ahead. The latest possible day is Friday the 28th of August.';

it('a time beyond the booking window is refused with the last day on which something is free', async () => {
  expect(await book('2026-09-24T09:00')).toBe(TOO_FAR);
  expect(await find({ date: '2026-09-24' })).toBe(TOO_FAR);
  expect(await find({ date: '2199-12-24', part_of_day: 'morning' })).toBe(TOO_FAR);
  expect(await book('2026-08-31T09:00')).toBe(
    `${TOO_FAR} It would be possible on Wednesday the 26th of August at 9:00, on Thursday the 27th of August at 9:00 or on Friday the 28th of August at 9:00.`,
  );
});

it('a time on a closed day is refused with the reason of the closure, and other times', async () => {
  expect(await book('2026-03-17T09:00')).toMatch(
    /^On Tuesday the 17th we are closed: Spring cleaning\. It would be possible on Monday the 16th /,
  );
  expect(await find({ date: '2026-03-17' })).toBe(
    'On Tuesday the 17th we are closed: Spring cleaning. The next free time is on Wednesday the 18th at 8:00.',
  );
  expect(await find({ date: '2026-03-17', part_of_day: 'afternoon' })).toBe(
    'On Tuesday the 17th we are closed: Spring cleaning. The next free time is on Wednesday the 18th at 13:00.',
  );
});

it('a time on a day without opening hours is refused as closed, and one of a day in the past as over', async () => {
  expect(await book('2026-03-22T09:00')).toMatch(/^On Sunday the 22nd we are closed\. It would be possible on Friday /);
  expect(await book('2026-03-01T09:00')).toBe(
    'That would be on Sunday the 1st of March at 9:00, which is already over. Which other time would you like?',
  );
  expect(await find({ date: '2026-03-01' })).toMatch(/^That day is already over\. Today: /);
});

it('a day on which only some people work counts as open', async () => {
  const exam = { service: 'exam', caller_name: 'Ann Archer' };
  expect((await call('create_booking', { ...exam, start: '2026-03-07T08:00' })).text).toMatch(
    /^On Saturday the 7th Dr\. Dana Lee works from 9:00 to 12:00\. It would be possible on .* on Saturday the 7th at 9:00 /,
  );
});

it('a day that people with hours of their own have booked out is not called closed', async () => {
  for (const hour of ['09', '10', '11'])
    await confirmed(call, 'create_booking', {
      service: 'exam',
      caller_name: `Guest ${hour}`,
      start: `2026-03-21T${hour}:00`,
    });
  expect(await find({ service: 'exam', date: '2026-03-21' })).toMatch(/^Nothing is free then\. The next free time is /);
  expect(
    (await call('create_booking', { service: 'exam', caller_name: 'Ann Archer', start: '2026-03-21T10:00' })).text,
  ).toMatch(/^That time is not possible\. It would be possible /);
});

it('a day on which special hours of one person are booked out is not called closed', async () => {
  await office.send('POST', '/business/apply', {
    business: { special_hours: [{ from: '2026-03-14', hours: '10:00-10:45', staff: ['kim'] }] },
  });
  expect(await find({ date: '2026-03-14' })).toBe('Saturday the 14th: 10:00 is free.');
  await confirmed(call, 'create_booking', { service: 'Cleaning', caller_name: 'Bo Berg', start: '2026-03-14T10:00' });
  expect(await find({ date: '2026-03-14' })).toMatch(/^Nothing is free then\. The next free time is /);
});

it('a part of a day without free times leads to the nearest time of that day, or to another part', async () => {
  expect(await find({ date: '2026-03-24', part_of_day: 'evening' })).toBe(
    'Nothing is free then. It would be possible on Tuesday the 24th at 16:15.',
  );
  expect(await find({ part_of_day: 'evening' })).toBe('Nothing is free then. The next free time is today at 13:00.');
  await office.send('POST', '/business/apply', {
    business: { special_hours: [{ from: '2026-03-24', hours: '13:00-17:00' }] },
  });
  expect(await find({ date: '2026-03-24', part_of_day: 'morning' })).toBe(
    'Nothing is free then. It would be possible on Tuesday the 24th at 13:00 or on Wednesday the 25th at 8:00.',
  );
});

import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/lib/time/units.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Days as callers say them. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(language = 'en-GB', passedDays = 0) {
  office = await openVoiceOffice({ language }, { special_hours: [{ from: '2026-03-07', hours: '10:00-20:00' }] });
  office.clock.advance(passedDays * DAY_MS);
  const call = office.as(CALLER);
  return {
    find: async (date: string, args = {}) =>
      (await call('find_open_times', { service: 'Cleaning', date, ...args })).text,
    hours: async (date: string) => (await call('get_opening_hours', { date })).text,
  };
}

it.each([
  ['Saturday', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['Saturday, please', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['2026-03-07 evening', 'Saturday the 7th: 17:00 to 19:15 are free.'],
  ['on saturday', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['this Sat', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['Saturday evening', 'Saturday the 7th: 17:00 to 19:15 are free.'],
  ['this weekend', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['the weekend', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['Monday', 'Today: 13:00 to 16:15 are free.'],
  ['next Friday', 'Friday the 13th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['tomorrow morning', 'Tomorrow: 8:00 to 11:15 are free.'],
  ['this afternoon', 'Today: 13:00 to 16:15 are free.'],
])('the caller who says %j hears the free times of these days', async (date, said) => {
  const { find } = await open();
  expect(await find(date)).toBe(said);
});

it('tonight is the evening of today, also while the business is closed then', async () => {
  const { find } = await open();
  expect(await find('tonight')).toBe(
    'Nothing is free then. It would be possible today at 16:15 or on Saturday the 7th at 17:00.',
  );
  expect(await find('tonight', { part_of_day: 'afternoon' })).toBe('Today: 13:00 to 16:15 are free.');
});

it('a weekday that is today means today, and a weekend that has begun is said from now on', async () => {
  const { hours, find } = await open('en-GB', 6);
  expect(await hours('Sunday')).toBe('Today we are closed.');
  expect(await hours('weekend')).toBe('Today we are closed.');
  expect(await find('next weekend')).toMatch(
    /^Nothing is free then\. The next free time is on Monday the 16th at 8:00\.$/,
  );
});

it('opening hours of a weekend are said by day', async () => {
  const { hours } = await open();
  expect(await hours('this weekend')).toBe(
    'On Saturday the 7th we are open from 10:00 to 20:00. On Sunday the 8th we are closed.',
  );
});

it.each([
  ['de-DE', 'Samstag', /^Am Samstag, den 7\. /],
  ['fr-FR', 'samedi', /^Le samedi 7, /],
  ['es-ES', 'sábado', /^El sábado 7 /],
  ['it-IT', 'Sabato', /^Sabato 7 /],
  ['pt-BR', 'sábado', /^No sábado, dia 7, /],
])('a weekday is understood in %s', async (language, date, said) => {
  const { hours } = await open(language);
  expect(await hours(date)).toMatch(said);
});

it.each(['some day soon', 'the twelfth', 'morning', '2026-02-30'])(
  'a day that is not understood, such as %j, leads to a question that names what can be said',
  async (date) => {
    const { hours, find } = await open();
    const question = 'Which day do you mean? You can say a date, a weekday, tomorrow, this weekend or next week.';
    expect([await hours(date), await find(date)]).toEqual([question, question]);
  },
);

import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Hours that are said with a dash or as a choice. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();
const TWO_TO_FOUR = 'Friday the 6th: 14:00 to 15:45 are free.';

it.each([
  'Friday 2-4 pm',
  'Friday 2–4pm',
  'Friday 2 - 4 pm',
  'Friday 14:00-16:00',
  'Friday 2pm-4pm',
  '2-4 pm on Friday',
])('%j leads to the times between both', async (date) => {
  const { find } = await open();
  expect(await find(date)).toBe(TWO_TO_FOUR);
});

it('hours with a dash in German lead to the times between both', async () => {
  const { find } = await open('de-DE');
  expect(await find('Freitag 14-16 Uhr')).toBe('Am Freitag, den 6. ist von 14:00 bis 15:45 Uhr etwas frei.');
});

it.each(['3-4', '3-4 March', '2026-03-06'])('%j with a dash is no time', async (date) => {
  const { find } = await open();
  expect(await find(date)).not.toMatch(/^Friday the 6th: 15:00/);
});

it.each([
  [
    'en-GB',
    '11 or 12 on Friday',
    'Friday the 6th: 10:45, 11:00 and 11:15 are free. Friday the 6th: 11:00, 11:15 and 13:00',
  ],
  [
    'en-GB',
    'Friday at 11 or 12',
    'Friday the 6th: 10:45, 11:00 and 11:15 are free. Friday the 6th: 11:00, 11:15 and 13:00',
  ],
  [
    'de-DE',
    'Freitag um 11 oder 12 am Vormittag',
    'Am Freitag, den 6. ist um 10:45 Uhr, um 11:00 Uhr und um 11:15 Uhr etwas frei. Am Freitag, den 6. ist um 11:00 Uhr',
  ],
  [
    'de-DE',
    'Freitagvormittag um 9 oder 10',
    'Am Freitag, den 6. ist um 8:45 Uhr, um 9:00 Uhr und um 9:15 Uhr etwas frei.',
  ],
])('in %s, %j leads to the times nearest to both hours', async (language, date, said) => {
  const { find } = await open(language);
  expect((await find(date)).slice(0, said.length)).toBe(said);
});

it('the hours of a choice are never days of the month', async () => {
  const { find, book } = await open('de-DE');
  expect(await find('Freitag um 11 oder 12 am Vormittag')).not.toContain('12. ');
  expect(await book('Freitag um 9 oder 10 am Vormittag')).toBe('Meinen Sie um 9:00 Uhr oder um 10:00 Uhr?');
});

it('two days of the month stay days', async () => {
  const { find } = await open();
  expect(await find('the 11th or 12th')).toMatch(/^Wednesday the 11th: .* Thursday the 12th: /);
  expect(await find('March 11 or 12')).toMatch(/^Wednesday the 11th: .* Thursday the 12th: /);
});

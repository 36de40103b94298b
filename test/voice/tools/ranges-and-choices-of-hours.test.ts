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

it.each([
  ['en-GB', 'Friday 2-4', TWO_TO_FOUR],
  ['en-GB', 'Friday, 2-4', TWO_TO_FOUR],
  ['en-GB', 'Friday 2–4', TWO_TO_FOUR],
  ['en-GB', 'Friday 2 - 4', TWO_TO_FOUR],
  ['en-GB', 'on Friday 2-4, please', TWO_TO_FOUR],
  ['en-GB', '2-4 on Friday', TWO_TO_FOUR],
  ['en-GB', 'Friday afternoon 2-4', TWO_TO_FOUR],
  ['en-GB', 'Friday 2-4 in the afternoon', TWO_TO_FOUR],
  ['en-GB', 'March 6, 2-4', TWO_TO_FOUR],
  ['en-GB', '2026-03-06 2-4', TWO_TO_FOUR],
  ['en-GB', 'Friday 14-16', TWO_TO_FOUR],
  // 4 February 2027, 9 November and 5 March 2027 have these weekdays.
  ['en-GB', 'Thursday 2-4', 'Thursday the 5th: 14:00 to 15:45 are free.'],
  ['en-GB', 'Friday 3-5', 'Friday the 6th: 15:00 to 16:15 are free.'],
  ['en-GB', 'Friday 7-8', 'Nothing is free then. '],
  ['en-GB', 'tomorrow 9-11', 'Tomorrow: 9:00 to 10:45 are free.'],
  ['en-GB', 'next Friday 2-4', 'Friday the 13th: 14:00 to 15:45 are free.'],
  ['en-GB', 'Friday 10-3', 'Friday the 6th: 10:00 to 11:15 and 13:00 to 14:45 are free.'],
  ['de-DE', 'Freitag 2-4', 'Am Freitag, den 6. ist von 14:00 bis 15:45 Uhr etwas frei.'],
  ['fr-FR', 'jeudi 2-4', 'Le jeudi 5, il y a de la place de 14:00 à 15:45.'],
  ['es-ES', 'el jueves 2-4', 'El jueves 5 hay hueco de 14:00 a 15:45.'],
  ['it-IT', 'giovedì 2-4', "Giovedì 5 c'è posto dalle 14:00 alle 15:45."],
  ['pt-BR', 'quinta 2-4', 'Na quinta-feira, dia 5, há vaga das 14:00 às 15:45.'],
])('the numbers with a dash in %s %j are hours of that day', async (language, date, said) => {
  const { find } = await open(language);
  expect((await find(date)).slice(0, said.length)).toBe(said);
});

it('numbers with a dash that are hours lead to the opening hours of the weekday, and start no booking', async () => {
  const { book, hours } = await open();
  expect(await hours('Thursday 2-4')).toBe(await hours('Thursday'));
  expect(await book('Thursday 2-4')).toBe(
    'Thursday the 5th: 14:00 to 15:45 are free. Which exact time would you like?',
  );
});

it.each([
  ['US', 'Thursday 2-4 at 10'],
  ['US', 'Friday 2-4 2'],
  ['US', 'Friday 5-6'],
  ['US', 'Friday 9-17'],
  ['US', 'Friday 4-4'],
  ['US', 'Friday 13-3'],
  ['US', 'March 2-4'],
  ['US', '2-4 March'],
  // Friday, April 3rd, and Thursday, the 2nd of April.
  ['US', 'Friday 4-3'],
  ['DE', 'Thursday 2-4'],
  ['DE', 'Thursday 2-4 at 10'],
])('a caller in %s who says %j is asked which day is meant', async (country, date) => {
  const { find } = await open('en-GB', { country });
  expect(await find(date)).toMatch(/^Which day do you mean\?/);
});

it.each([
  ['DE', 'Thursday 02-04'],
  ['DE', '2-4-2026'],
  ['DE', 'Thursday 2.4.'],
  ['DE', 'Thursday 2/4'],
  ['US', 'Thursday 04-02'],
  ['DE', '2-4'],
])('a text in the country %s, %j, is a date, and no hours', async (country, date) => {
  const { find } = await open('en-GB', { country });
  expect(await find(date)).toMatch(/^Thursday the 2nd of April: /);
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

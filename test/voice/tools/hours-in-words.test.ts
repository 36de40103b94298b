import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/**
 * Hours above twelve in words, and windows without a preposition, through the tools; `spoken-hours.test.ts` has more texts. Today is
 * Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00.
 */
const open = useAskedOffices();

it.each([
  ['en-GB', 'Friday at fourteen thirty', 'on Friday the 6th at 14:30'],
  ['de-DE', 'Freitag um vierzehn Uhr dreißig', 'am Freitag, den 6. um 14:30 Uhr'],
  ['fr-FR', 'vendredi à quatorze heures trente', 'le vendredi 6 à 14:30'],
  ['es-ES', 'el viernes a las catorce y treinta', 'el viernes 6 a las 14:30'],
  ['it-IT', 'venerdì alle quattordici e trenta', 'venerdì 6 alle 14:30'],
  ['pt-BR', 'sexta às quatorze e trinta', 'na sexta-feira, dia 6, às 14:30'],
])('the start in %s %j is repeated by the question', async (language, start, said) => {
  const { book } = await open(language);
  expect(await book(start)).toContain(said);
});

it('a choice of hours above twelve is asked about', async () => {
  const { book } = await open('fr-FR');
  expect(await book('vendredi à quatorze heures ou seize heures')).toBe('Voulez-vous dire à 14:00 ou à 16:00 ?');
});

it('the end of a day is said as 24 hours', async () => {
  const { book } = await open('de-DE', { opening_hours: ['daily 00:00-24:00'] });
  expect(await book('Freitag um vierundzwanzig Uhr')).toContain('am Samstag, den 7. um 0:00 Uhr');
});

it.each(['Friday 10 to 3', '10 to 3 on Friday', 'Friday between ten and three', 'Friday 10 am to 3 pm'])(
  'the window %j leads to its free times, and a start within it to the question for an exact time',
  async (window) => {
    const { find, book } = await open();
    const free = 'Friday the 6th: 10:00 to 11:15 and 13:00 to 14:45 are free.';
    expect(await find(window)).toBe(free);
    expect(await book(window)).toBe(`${free} Which exact time would you like?`);
  },
);

it.each([
  ['de-DE', 'Freitag in zwanzig Minuten', /^Welchen Tag meinen Sie\?/],
  ['de-DE', 'vierzehn Tage', /^Welchen Tag meinen Sie\?/],
  ['fr-FR', 'vendredi dix neuf heures', /^Quel jour voulez-vous dire \?/],
  ['en-GB', 'Friday 5 to 3', /^Which day do you mean\?/],
])('the text in %s %j leads to the question for the day', async (language, date, question) => {
  const { find } = await open(language);
  expect(await find(date)).toMatch(question);
});

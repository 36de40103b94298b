import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** A start in the words of a caller is booked as it is meant. Today is Monday, 2 March 2026. */
const open = useAskedOffices();

/** Opens an office, and returns whether the question for each text names the start. */
async function startsOf(language: string, texts: readonly string[], start: RegExp) {
  const { book } = await open(language);
  for (const text of texts) expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(start)]);
}

it.each([
  ['Friday at nine thirty a.m.', 'Friday the sixth at nine thirty am', 'at nine thirty am on Friday'],
  ['Friday at half past nine am', 'Friday at 9:30 a.m.', 'Friday nine thirty AM'],
])('minutes in words have a half of the day behind them: %s', async (...texts) => {
  await startsOf('en-US', texts, / on Friday the 6th at 9:30 AM,/);
});

it.each([
  ['en-US', 'Friday at nine oh five a.m.', /the 6th at 9:05 AM,/],
  ['es-MX', 'el viernes a las tres y media p. m.', /a las 3:30 p\.m\.,/],
  ['pt-BR', 'sexta às nove e meia a.m.', / 9:30,/],
  ['de-DE', 'um drei dreißig am Freitag', /am Freitag, den 6\. um 15:30 Uhr,/],
])('a half of the day behind minutes in %s is read: %s', async (language, text, start) => {
  await startsOf(language, [text], start);
});

it('a time in words with a half of the day bounds free times', async () => {
  const { find } = await open();
  expect(await find('Friday after two thirty pm')).toMatch(/^Friday the 6th: 14:30 to 16:15 are free\.$/);
  const range = 'Friday from nine thirty am to eleven fifteen am';
  expect(await find(range)).toMatch(/^Friday the 6th: 9:30 to 11:00 are free\.$/);
});

it.each([
  ['en-GB', ['Friday at nine sharp', 'Friday at exactly nine', 'exactly nine on Friday', 'Friday at 9 on the dot']],
  ['de-DE', ['Freitag Punkt neun', 'Freitag um Punkt neun Uhr', 'Freitag genau um neun', 'Freitag um genau neun']],
  ['fr-FR', ['vendredi à neuf heures pile', 'vendredi à neuf heures précises', 'vendredi à 9 h pile']],
  ['es-ES', ['el viernes a las nueve en punto', 'el viernes exactamente a las nueve']],
  ['it-IT', ['venerdì alle nove in punto', 'venerdì esattamente alle nove', 'venerdì alle 9 precise']],
  ['pt-BR', ['sexta às nove em ponto', 'sexta exatamente às nove']],
])('a start that is said to be exact in %s is that start: %j', async (language, texts) => {
  await startsOf(language, texts, /\b(?:6|6th)\.?,?(?: um| à| a las| alle| às| at) 9:00\b/);
});

it.each([
  ['de-AT', ['Freitag um viertel ab neun', 'Freitag viertel ab neun'], / 9:15 /],
  ['it-IT', ['venerdì alle nove e tre quarti'], / 9:45,/],
  ['es-MX', ['el viernes al cuarto para las diez', 'el viernes faltando un cuarto para las diez'], / 9:45 a\.m\.,/],
  ['es-MX', ['el viernes al diez para las diez'], / 9:50 a\.m\.,/],
  ['pt-BR', ['sexta às quinze pras dez', 'sexta às quinze para as dez', 'pra sexta às quinze pras dez'], / 9:45,/],
])('minutes are counted to an hour as in %s: %j', async (language, texts, time) => {
  await startsOf(language, texts, time);
});

it.each([
  ['es-MX', ['el viernes tres de la tarde', 'viernes 3 de la tarde'], /el viernes 6 a las 3:00 p\.m\./],
  ['es-ES', ['el viernes diez de la mañana'], /el viernes 6 a las 10:00/],
  ['it-IT', ['venerdì tre del pomeriggio', 'venerdì le tre del pomeriggio'], /venerdì 6 alle 15:00/],
  ['pt-BR', ['sexta três da tarde', 'na sexta 3 da tarde'], /dia 6, às 15:00/],
])('a number before a half of the day in %s is an hour, and no day: %j', async (language, texts, start) => {
  await startsOf(language, texts, start);
});

it.each([
  ['Friday at ate thirty', / 8:30,/],
  ['Friday at for', / 16:00,/],
  ['Friday at to', / 14:00,/],
  ['Friday at too pm', / 14:00,/],
  ['Friday at for fifteen', / 16:15,/],
  ['Friday at for with Sam', /with Sam Ortiz .* 16:00,/],
])('words that sound like an hour are it behind "at": %s', async (text, start) => {
  await startsOf('en-GB', [text], start);
});

it('a word that sounds like an hour stays before a name', async () => {
  await startsOf('en-GB', ['Friday at for Tom', 'Friday for my son'], /^(?!I would book)/);
});

it.each([
  ['am dritten Dritten um zehn', / morgen um 10:00 Uhr,/],
  ['am fünften dritten um zehn Uhr', / am Donnerstag, den 5\. um 10:00 Uhr,/],
  ['am 5. Dritten um zehn', / am Donnerstag, den 5\. um 10:00 Uhr,/],
  ['Mittwoch, den ersten Vierten um zehn', / am Mittwoch, den 1\. April um 10:00 Uhr,/],
  ['am dreiundzwanzigsten Vierten um 15 Uhr', / am Donnerstag, den 23\. April um 15:00 Uhr,/],
])('a German month is an ordinal number: %s', async (text, start) => {
  await startsOf('de-DE', [text], start);
});

it('German ordinal numbers with a comma between them are days', async () => {
  const { find } = await open('de-DE');
  const both = /^Morgen ist .*Am Mittwoch, den 4\. /;
  for (const text of ['am dritten oder vierten', 'am dritten, oder am vierten', 'am dritten, vierten'])
    expect(await find(text)).toMatch(both);
});

it.each([
  ['en-GB', ['Friday at about two', 'Friday at around two', 'Friday at approximately two']],
  ['de-DE', ['Freitag um circa zwei', 'Freitag ungefähr um zwei', 'Freitag um etwa zwei Uhr']],
  ['fr-FR', ['vendredi à environ 14 heures', 'vendredi vers 14 heures environ', 'vendredi autour de 14 heures']],
  [
    'es-ES',
    ['el viernes alrededor de las dos', 'el viernes más o menos a las dos', 'el viernes a las dos aproximadamente'],
  ],
  ['it-IT', ['venerdì circa alle due', 'venerdì alle due circa']],
  ['pt-BR', ['sexta mais ou menos às duas', 'sexta às duas mais ou menos']],
])('free times around one that is about so late in %s are said: %j', async (language, texts) => {
  const { find } = await open(language);
  for (const text of texts)
    expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(/13:45.* 14:00.* 14:15/)]);
});

it.each([
  ['en-GB', ['for tomorrow'], /^Tomorrow: 8:00/],
  ['de-DE', ['für morgen', 'auf morgen'], /^Morgen ist von 8:00/],
  ['fr-FR', ['pour demain', 'à demain'], /^Demain, il y a de la place de 8:00/],
  ['es-ES', ['para mañana'], /^Mañana hay hueco de 8:00/],
  ['it-IT', ['per domani', 'a domani'], /^Domani c'è posto dalle 8:00/],
  ['pt-BR', ['para amanhã'], /^Amanhã há vaga das 8:00/],
  ['fr-FR', ['pour ce vendredi'], /^Le vendredi 6, /],
  ['es-ES', ['para este viernes', 'para el viernes'], /^El viernes 6 /],
])('a preposition before a day in %s leaves the day: %j', async (language, texts, answer) => {
  const { find } = await open(language);
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(answer)]);
});

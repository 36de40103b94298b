import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Ranges of days and days that are counted from others. Today is Monday, 2 March 2026. */
const TAGS = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-BR' } as const;
type Language = keyof typeof TAGS;

const open = useAskedOffices();
const openTurns = useTurns();
const TWO_DAYS_MS = 2 * 86_400_000;
const clockText = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

function read(language: Language, text: string, today = '2026-03-02'): string {
  const context = { settings: { defaultCountry: undefined } };
  const office = { speech: createSpeech(TAGS[language]), today, context };
  const { first, last, part, clock } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  const time = clock && `${clock.relation} ${clock.minutes.map(clockText).join('/')}`;
  return [first === last ? first : `${first} to ${last}`, part, time].filter((one) => one !== undefined).join(' ');
}

it.each([
  ['en', '2026-03-03 to 2026-03-05', '2026-03-03 to 2026-03-05'],
  ['en', '2026-03-03/2026-03-05', '2026-03-03 to 2026-03-05'],
  ['en', 'Monday to Wednesday', '2026-03-02 to 2026-03-04'],
  ['en', 'Tuesday through Thursday', '2026-03-03 to 2026-03-05'],
  ['en', 'from Friday to Tuesday', '2026-03-06 to 2026-03-10'],
  ['en', 'between Tuesday and Thursday', '2026-03-03 to 2026-03-05'],
  ['en', 'Monday to Wednesday next week', '2026-03-09 to 2026-03-11'],
  ['en', 'next Monday to Wednesday', '2026-03-09 to 2026-03-11'],
  ['en', 'tomorrow to Friday', '2026-03-03 to 2026-03-06'],
  ['en', 'Tuesday to Thursday in the afternoon', '2026-03-03 to 2026-03-05 afternoon'],
  ['en', 'Tuesday to Thursday after 3 pm', '2026-03-03 to 2026-03-05 from 15:00'],
  ['en', 'between the third and the fifth', '2026-03-03 to 2026-03-05'],
  ['en', 'from the 3rd to the 5th', '2026-03-03 to 2026-03-05'],
  ['en', 'March 30 to April 2', '2026-03-30 to 2026-04-02'],
  ['de', 'Dienstag bis Donnerstag', '2026-03-03 to 2026-03-05'],
  ['de', 'von Dienstag bis Donnerstag', '2026-03-03 to 2026-03-05'],
  ['de', 'zwischen Dienstag und Donnerstag', '2026-03-03 to 2026-03-05'],
  ['fr', 'de mardi à jeudi', '2026-03-03 to 2026-03-05'],
  ['fr', 'entre mardi et jeudi', '2026-03-03 to 2026-03-05'],
  ['es', 'de martes a jueves', '2026-03-03 to 2026-03-05'],
  ['es', 'entre el martes y el jueves', '2026-03-03 to 2026-03-05'],
  ['it', 'da martedì a giovedì', '2026-03-03 to 2026-03-05'],
  ['pt', 'de terça a quinta', '2026-03-03 to 2026-03-05'],
  ['en', 'in a fortnight', '2026-03-16'],
  ['en', 'a week from Thursday', '2026-03-12'],
  ['en', 'two weeks from Friday', '2026-03-20'],
  ['en', 'a week from today', '2026-03-09'],
  ['en', 'a week from tomorrow', '2026-03-10'],
  ['en', 'a week Friday', '2026-03-13'],
  ['en', 'Friday week', '2026-03-13'],
  ['en', 'tomorrow week', '2026-03-10'],
  ['en', 'Friday in two weeks', '2026-03-20'],
  ['en', "in a week's time", '2026-03-09'],
  ['en', 'Friday week at 3', '2026-03-13 at 3:00/15:00'],
  ['en', 'in two weeks on Friday', '2026-03-20'],
  ['en', 'in a fortnight, on Friday at 3', '2026-03-20 at 3:00/15:00'],
  ['de', 'Freitag in einer Woche', '2026-03-13'],
  ['de', 'am Freitag in acht Tagen', '2026-03-13'],
  ['de', 'in zwei Wochen am Freitag um 10 Uhr', '2026-03-20 at 10:00/22:00'],
  ['de', 'in 2 Wochen am Freitag um 10', '2026-03-20 at 10:00/22:00'],
  ['fr', 'dans deux semaines, le vendredi à 15h', '2026-03-20 at 15:00'],
  ['fr', 'dans deux semaines à midi', '2026-03-16 at 12:00'],
  ['es', 'dentro de dos semanas el viernes', '2026-03-20'],
  ['it', 'tra due settimane, venerdì', '2026-03-20'],
  ['pt', 'daqui a duas semanas na sexta-feira', '2026-03-20'],
  ['fr', 'jeudi en huit', '2026-03-12'],
  ['fr', 'jeudi en quinze à 15h', '2026-03-19 at 15:00'],
  ['fr', 'vendredi dans une semaine', '2026-03-13'],
  ['es', 'el viernes dentro de una semana', '2026-03-13'],
  ['es', 'viernes de la semana que viene', '2026-03-13'],
  ['it', 'venerdì tra una settimana', '2026-03-13'],
  ['pt', 'sexta daqui a duas semanas', '2026-03-20'],
  ['pt', 'sexta da semana que vem', '2026-03-13'],
  ['en', 'March 10 to 13', '2026-03-10 to 2026-03-13'],
  ['en', 'from October 20 to 23', '2026-10-20 to 2026-10-23'],
  ['en', 'the 23rd to the 27th of October', '2026-10-23 to 2026-10-27'],
  ['de', 'vom 23. bis zum 27. Oktober', '2026-10-23 to 2026-10-27'],
  ['fr', 'du vingt-trois au vingt-sept octobre', '2026-10-23 to 2026-10-27'],
  ['es', 'del 23 al 27 de octubre', '2026-10-23 to 2026-10-27'],
  ['it', 'dal 23 al 27 ottobre', '2026-10-23 to 2026-10-27'],
  ['pt', 'de 23 a 27 de outubro', '2026-10-23 to 2026-10-27'],
  ['en', 'Friday any time', '2026-03-06'],
  ['en', 'any time on Friday', '2026-03-06'],
  ['en', 'anytime tomorrow', 'tomorrow'],
  ['en', 'any time next week', 'next week'],
  ['en', 'Friday, any time after two', '2026-03-06 from 2:00/14:00'],
  ['fr', 'le vingt et un à onze heures', '2026-03-21 at 11:00/23:00'],
  ['fr', 'le trente et un à dix heures', '2026-03-31 at 10:00/22:00'],
] as const)('the text in %s %j means %s', (language, text, expected) => {
  expect(read(language, text)).toBe(expected);
});

it.each([
  ['en', '2026-03-03/2026-05-03'],
  ['en', 'Monday to Monday'],
  ['en', 'Tuesday to the 5th'],
  ['en', 'Monday morning to Wednesday'],
  ['en', 'between 3 and 5'],
  ['en', 'December 28 to 3'],
  ['de', '10. bis 9. April'],
  ['en', 'Monday week'],
  ['en', 'the third week'],
  ['en', 'Friday in three days'],
  ['en', 'in three days on Friday'],
  ['fr', 'lundi en huit'],
  ['fr', 'mars en huit'],
  ['es', 'viernes en ocho horas'],
  ['it', 'venerdì tra dieci giorni'],
  ['en', 'the 5th to the 3rd'],
  ['en', 'a week from Monday'],
  ['en', 'a week from whenever'],
  ['en', 'any time'],
  ['es', 'entre tres y cinco'],
  ['fr', 'vendredi vingt deux heures'],
] as const)('the text in %s %j has no days that are known', (language, text) => {
  expect(read(language, text)).not.toMatch(/^\d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?(?: at.*)?$/);
});

it.each([
  ['en', 'Tuesday week', '2026-03-17'],
  ['fr', 'mardi en huit', '2026-03-17'],
  ['de', 'Freitag in einer Woche', '2026-03-13'],
  // In a week of Wednesday, or of the coming Tuesday.
  ['de', 'Dienstag in einer Woche', 'dienstag in einer woche'],
  ['en', 'in two weeks on Thursday', '2026-03-19'],
  ['en', 'in two weeks on Tuesday', 'in two weeks on tuesday'],
] as const)('on a Wednesday, the text in %s %j means %s', (language, text, expected) => {
  expect(read(language, text, '2026-03-04')).toBe(expected);
});

it('a range whose end alone has a month is of that month, also after a short one', () => {
  expect(read('de', '5. bis 6. März', '2023-02-02')).toBe('2023-03-05 to 2023-03-06');
});

it('a range of dates that ends before it begins leads to a question', async () => {
  const { find } = await open();
  expect(await find('2026-03-05 to 2026-03-03')).toMatch(/^Which day do you mean\?/);
});

it('a range of days has the free times of its first days', async () => {
  const { find } = await open();
  const said = 'Wednesday the 4th: 8:00 to 11:15 and 13:00 to 16:15 are free. Thursday the 5th: ';
  expect((await find('2026-03-04 to 2026-03-06')).slice(0, said.length)).toBe(said);
  expect((await find('Wednesday to Friday')).slice(0, said.length)).toBe(said);
});

it.each([
  ['en-GB', 'in two weeks on Tuesday', 'Do you mean on Tuesday the 17th or on Tuesday the 24th?'],
  ['de-DE', 'in zwei Wochen am Dienstag', 'Meinen Sie am Dienstag, den 17. oder am Dienstag, den 24.?'],
])(
  'after Tuesday, the text in %s %j leads to the question which of two Tuesdays is meant',
  async (language, text, said) => {
    const { find, wait } = await openTurns(language);
    wait(TWO_DAYS_MS);
    expect(await find(text)).toContain(said);
  },
);

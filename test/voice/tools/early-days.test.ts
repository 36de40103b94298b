import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';
import { useAskedOffices } from './support/asking.ts';

/** Early and late days, as the parser of days and times reads them. Today is Monday, 2 March 2026. */
const TAGS = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-BR' } as const;
type Language = keyof typeof TAGS;

const open = useAskedOffices();

function read(language: Language, text: string): string {
  const context = { settings: { defaultCountry: undefined } };
  const office = { speech: createSpeech(TAGS[language]), today: '2026-03-02', context };
  const { first, last, part } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  return [first === last ? first : `${first} to ${last}`, part].filter((one) => one !== undefined).join(' ');
}

const CASES: Readonly<Record<string, readonly (readonly [Language, string])[]>> = {
  '2026-03-09 to 2026-03-11': [
    ['en', 'early next week'],
    ['en', 'first thing next week'],
    ['en', 'early in the coming week'],
    ['en', 'at the beginning of next week'],
    ['en', 'the start of next week'],
    ['de', 'Anfang nächster Woche'],
    ['de', 'am Anfang der nächsten Woche'],
    ['de', 'gleich Anfang kommender Woche'],
    ['de', 'zu Beginn der nächsten Woche'],
    ['de', 'early next week'],
    ['fr', 'début de semaine prochaine'],
    ['fr', 'au début de la semaine prochaine'],
    ['fr', 'en début de semaine prochaine'],
    ['es', 'a principios de la próxima semana'],
    ['es', 'a principios de la semana que viene'],
    ['it', "all'inizio della prossima settimana"],
    ['it', 'inizio settimana prossima'],
    ['pt', 'no início da próxima semana'],
    ['pt', 'no começo da semana que vem'],
  ],
  '2026-03-02 to 2026-03-04': [
    ['en', 'early this week'],
    ['en', 'early in the week'],
    ['de', 'Anfang der Woche'],
    ['de', 'Anfang dieser Woche'],
    ['fr', 'en début de semaine'],
    ['es', 'a principios de semana'],
  ],
  '2026-03-16 to 2026-03-18': [
    ['en', 'early the week after next'],
    ['de', 'Anfang übernächster Woche'],
  ],
  '2026-03-12 to 2026-03-13': [
    ['en', 'late next week'],
    ['en', 'at the end of next week'],
    ['de', 'Ende nächster Woche'],
    ['es', 'a finales de la próxima semana'],
    ['it', 'alla fine della prossima settimana'],
    ['pt', 'no final da semana que vem'],
  ],
  '2026-04-01 to 2026-04-10': [
    ['en', 'early next month'],
    ['de', 'Anfang nächsten Monats'],
    ['fr', 'au début du mois prochain'],
    ['es', 'a principios del próximo mes'],
    ['it', 'inizio mese prossimo'],
    ['pt', 'no início do próximo mês'],
  ],
  '2026-03-09 to 2026-03-11 afternoon': [['en', 'early next week in the afternoon']],
  '2026-03-06 morning': [
    ['en', 'early Friday'],
    ['en', 'early on Friday morning'],
    ['en', 'first thing on the 6th'],
  ],
  '2026-03-13 morning': [
    ['en', 'early Friday next week'],
    ['en', 'early next Friday'],
  ],
  '2026-03-06 afternoon': [['en', 'early Friday afternoon']],
  '2026-03-07 to 2026-03-08': [
    ['en', 'early this weekend'],
    ['es', 'el fin de semana'],
  ],
  'today morning': [['en', 'early this morning']],
  'tomorrow morning': [
    ['en', 'early tomorrow'],
    ['de', 'first thing tomorrow morning'],
  ],
};

it.each(
  Object.entries(CASES).flatMap(([days, cases]) => cases.map(([language, text]) => [language, text, days] as const)),
)('the text in %s %j means the days %s', (language, text, days) => {
  expect(read(language, text)).toBe(days);
});

it.each([
  ['fr', 'fin de semaine'],
  ['en', 'early bird'],
  ['en', 'early morning'],
] as const)('the text in %s %j has no days that are known', (language, text) => {
  expect(read(language, text)).not.toMatch(/\d{4}-|^next|^this/);
});

it('early next week has the times of its first days, also in the afternoon', async () => {
  const { find } = await open();
  expect(await find('early next week', { part_of_day: 'afternoon' })).toMatch(/^Monday the 9th: 13:00 to /);
  expect(await find('early next week')).toMatch(/^Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free\. Tuesday/);
});

it('the end of a week that is over leads to a question', async () => {
  const { find } = await open();
  expect(await find('late last week')).toMatch(/^Which day do you mean\?/);
});

import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';
import { useAskedOffices } from './support/asking.ts';

/** Days that are asked for in words around them, and periods from now on. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

const SAME: [language: string, plain: string, texts: string[]][] = [
  ['en-GB', 'Wednesday', ['what about Wednesday', 'how about Wednesday', 'Wednesday or so']],
  ['en-GB', 'Wednesday morning', ['Wednesday in the a.m.', 'Wednesday AM']],
  ['en-GB', 'Wednesday afternoon', ['Wednesday pm']],
  ['en-GB', 'Friday at 3', ['would Friday at 3 work', 'does Friday at 3 suit you', 'would Friday at 3 be possible']],
  ['en-GB', 'next week morning', ['sometime next week in the mornings', 'next week, mornings only']],
  ['en-GB', 'Tuesday to Thursday in the morning', ['Tuesday through Thursday mornings']],
  ['en-GB', 'mornings', ['mornings only', 'only mornings']],
  ['en-GB', 'the middle of next week', ['mid next week']],
  ['en-GB', 'as soon as possible', ['the earliest you have', "the first one you've got", 'in the next couple of days']],
  ['en-GB', 'tomorrow after lunch', ['right after lunch tomorrow']],
  ['de-DE', 'Mittwoch', ['wie wäre es mit Mittwoch', 'wie sieht es am Mittwoch aus', 'Mittwoch oder so']],
  [
    'de-DE',
    'Freitag um 15 Uhr',
    ['würde Freitag um 15 Uhr gehen', 'klappt Freitag um 15 Uhr', 'Freitag um 15 Uhr, wenn das geht'],
  ],
  ['de-DE', 'Donnerstagvormittag', ['am Donnerstag als Erstes', 'gleich Donnerstag früh']],
  ['de-DE', 'vormittags', ['nur vormittags']],
  ['fr-FR', 'mercredi', ['que diriez-vous de mercredi', 'pourquoi pas mercredi']],
  ['es-ES', 'miércoles', ['qué tal el miércoles', 'qué le parece el miércoles']],
  ['it-IT', 'mercoledì', ['che ne dice di mercoledì']],
  ['pt-BR', 'quarta', ['que tal quarta', 'o que acha de quarta']],
];

it.each(SAME.flatMap(([language, plain, texts]) => texts.map((text) => [language, text, plain] as const)))(
  'free times in %s of %j are those of %j',
  async (language, text, plain) => {
    const [asked, expected] = [await open(language), await open(language)];
    const said = await asked.find(text);
    expect(said).toBe(await expected.find(plain));
    expect(said).toMatch(/\d:\d\d/);
  },
);

function read(language: string, text: string, today = '2026-03-02'): string {
  const context = { settings: { defaultCountry: undefined } };
  const office = { speech: createSpeech(language), today, context };
  const { first, last } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  return `${first} to ${last}`;
}

it.each([
  ['en-GB', 'within the next two weeks', '2026-03-02 to 2026-03-15'],
  ['en-GB', 'sometime in the next ten days', '2026-03-02 to 2026-03-11'],
  ['en-GB', 'within a couple of weeks', '2026-03-02 to 2026-03-15'],
  ['de-DE', 'in den nächsten zehn Tagen', '2026-03-02 to 2026-03-11'],
  ['de-DE', 'innerhalb von zwei Wochen', '2026-03-02 to 2026-03-15'],
  ['fr-FR', 'dans les deux prochaines semaines', '2026-03-02 to 2026-03-15'],
  ['es-ES', 'en las próximas dos semanas', '2026-03-02 to 2026-03-15'],
  ['it-IT', 'nei prossimi dieci giorni', '2026-03-02 to 2026-03-11'],
  ['pt-BR', 'nas próximas duas semanas', '2026-03-02 to 2026-03-15'],
  ['de-DE', 'in der KW 12', '2026-03-16 to 2026-03-22'],
  ['de-DE', 'Kalenderwoche 10', '2026-03-02 to 2026-03-08'],
])('the period in %s %j is from %s', (language, text, expected) => {
  expect(read(language, text)).toBe(expected);
});

it.each([
  // It is over: that of the next year.
  ['KW 9', '2025-03-05', '2026-02-23 to 2026-03-01'],
  ['KW 53', '2020-03-02', '2020-12-28 to 2021-01-03'],
  // Neither that year nor the next one has it.
  ['KW 53', '2021-03-01', 'KW 53 to KW 53'],
])('the week %j is the coming one of that number on %s', (text, today, expected) => {
  expect(read('de-DE', text, today)).toBe(expected);
});

import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** A day, and another one if it is not possible, or one that follows it. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

const THURSDAY_AND_FRIDAY: [language: string, days: [first: string, second: string], texts: string[]][] = [
  [
    'en-GB',
    ['Thursday the 5th', 'Friday the 6th'],
    [
      'Friday or else Thursday',
      'Friday or otherwise Thursday',
      'Friday, if not Thursday',
      'Friday, if not, then Thursday',
      'preferably Friday, otherwise Thursday',
      'Thursday or failing that Friday',
    ],
  ],
  [
    'de-DE',
    ['Am Donnerstag, den 5.', 'Am Freitag, den 6.'],
    ['Freitag oder sonst Donnerstag', 'Freitag, sonst Donnerstag', 'Freitag, wenn nicht, dann Donnerstag'],
  ],
  ['fr-FR', ['Le jeudi 5', 'Le vendredi 6'], ['vendredi ou sinon jeudi', 'vendredi, sinon jeudi']],
  ['es-ES', ['El jueves 5', 'El viernes 6'], ['el viernes o si no el jueves', 'el viernes, si no, el jueves']],
  ['it-IT', ['Giovedì 5', 'Venerdì 6'], ['venerdì o altrimenti giovedì', 'venerdì, se no giovedì']],
  ['pt-BR', ['Na quinta-feira, dia 5', 'Na sexta-feira, dia 6'], ['sexta ou senão quinta', 'sexta, senão quinta']],
];
const FRIDAY_AND_MONDAY: typeof THURSDAY_AND_FRIDAY = [
  ['en-GB', ['Friday the 6th', 'Monday the 9th'], ['Friday or the Monday after', 'Friday or the following Monday']],
  ['en-GB', ['Friday the 13th', 'Friday the 20th'], ['next Friday or the Friday after that']],
  ['de-DE', ['Am Freitag, den 6.', 'Am Montag, den 9.'], ['Freitag oder den Montag danach']],
  ['fr-FR', ['Le vendredi 6', 'Le lundi 9'], ['vendredi ou le lundi suivant']],
  ['es-ES', ['El viernes 6', 'El lunes 9'], ['viernes o el lunes siguiente']],
  ['it-IT', ['Venerdì 6', 'Lunedì 9'], ['venerdì o il lunedì dopo']],
  ['pt-BR', ['Na sexta-feira, dia 6', 'Na segunda-feira, dia 9'], ['sexta ou a segunda seguinte']],
];

it.each(
  [...THURSDAY_AND_FRIDAY, ...FRIDAY_AND_MONDAY].flatMap(([language, days, texts]) =>
    texts.map((text) => [language, text, days] as const),
  ),
)('free times in %s of %j are those of %j', async (language, text, [first, second]) => {
  const { find } = await open(language);
  const said = await find(text);
  expect(said.startsWith(first)).toBe(true);
  expect(said).toContain(`. ${second}`);
});

it.each(['Friday at 3 or else Thursday at 10', 'Thursday at 10, if not, Friday at 3'])(
  'a booking at %j leads to the question which of both is meant',
  async (start) => {
    const { book, booked } = await open();
    expect(await book(start)).toBe('Do you mean on Thursday the 5th at 10:00 or on Friday the 6th at 15:00?');
    expect(await booked()).toEqual([]);
  },
);

it.each([
  ['en-GB', 'the week after next on Thursday', ['Thursday the 19th']],
  ['en-GB', 'Wednesday or Thursday of the week after next', ['Wednesday the 18th', 'Thursday the 19th']],
  ['de-DE', 'übernächste Woche Donnerstag', ['Am Donnerstag, den 19.']],
  ['de-DE', 'Mittwoch oder Donnerstag übernächster Woche', ['Am Mittwoch, den 18.', 'Am Donnerstag, den 19.']],
])('free times in %s of %j are in the week after next', async (language, text, days) => {
  const { find } = await open(language);
  const said = await find(text);
  for (const day of days) expect(said).toContain(day);
});

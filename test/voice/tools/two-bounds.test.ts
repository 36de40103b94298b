import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

it.each([
  ['en-GB', ['after Tuesday but before Friday', 'before Friday but after Tuesday', 'after the 3rd and before the 6th']],
  ['de-DE', ['nach Dienstag, aber vor Freitag', 'vor Freitag, aber nach Dienstag', 'nach dem 3. und vor dem 6.']],
  ['fr-FR', ['après mardi mais avant vendredi', 'avant vendredi mais après mardi', 'après le 3 et avant le 6']],
  ['es-ES', ['después del martes pero antes del viernes', 'después del 3 y antes del 6']],
  ['it-IT', ['dopo martedì ma prima di venerdì', 'dopo il 3 e prima del 6']],
  ['pt-BR', ['depois de terça mas antes de sexta', 'depois do dia 3 e antes do dia 6']],
])('in %s, the days between two bounds are free', async (language, texts) => {
  const { find, book } = await open(language);
  const range = await find('2026-03-04 to 2026-03-05');
  for (const text of texts) {
    expect.soft([text, await find(text)]).toEqual([text, range]);
    expect.soft([text, await book(text)]).toEqual([text, expect.stringContaining(`${range} `)]);
  }
});

it.each([
  ['en-GB', ['Friday after 2 but before 4', 'after 2 and before 4 on Friday', 'Friday before 4 but after 2']],
  [
    'de-DE',
    ['Freitag nach 14 Uhr, aber vor 16 Uhr', 'Freitag nach zwei und vor vier', 'Freitag vor 16 und nach 14 Uhr'],
  ],
  ['fr-FR', ['vendredi après 14h mais avant 16h', 'vendredi avant 16 heures mais après 14 heures']],
  ['es-ES', ['el viernes después de las 2 pero antes de las 4', 'el viernes antes de las 4 y después de las 2']],
  ['it-IT', ['venerdì dopo le 14 ma prima delle 16', 'venerdì prima delle 16 e dopo le 14']],
  ['pt-BR', ['sexta depois das 14h mas antes das 16h', 'sexta antes das 16h e depois das 14h']],
])('in %s, the times between two bounds are free', async (language, texts) => {
  const { find } = await open(language);
  const range = await find('2026-03-06 from 14:00 to 16:00');
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, range]);
});

it.each([
  ['en-GB', ['not before Friday'], ['Friday not before 3', 'not before 3 pm on Friday']],
  ['de-DE', ['nicht vor Freitag', 'frühestens am Freitag'], ['Freitag nicht vor 15 Uhr', 'Freitag frühestens um 3']],
  ['fr-FR', ['pas avant vendredi'], ['vendredi pas avant 15h']],
  ['es-ES', ['no antes del viernes'], ['el viernes no antes de las 3']],
  ['it-IT', ['non prima di venerdì'], ['venerdì non prima delle 15']],
  ['pt-BR', ['não antes de sexta'], ['sexta não antes das 15h']],
])('in %s, a bound in the negative is one', async (language, days, times) => {
  const { find } = await open(language);
  const [from, after] = [await find('from 2026-03-06'), await find('2026-03-06 after 15:00')];
  for (const text of days) expect.soft([text, await find(text)]).toEqual([text, from]);
  for (const text of times) expect.soft([text, await find(text)]).toEqual([text, after]);
});

it.each(['after Friday and before Tuesday', 'after Tuesday but before 3', 'after Tuesday but after Friday or thus'])(
  'the caller who says %j is asked which day is meant',
  async (date) => {
    const { find } = await open();
    expect(await find(date)).toMatch(/^Which day do you mean\?/);
  },
);

import { expect, it } from 'vitest';
import { openWithStaff } from './support/staff.ts';

/** A caller who asks for one person never books another one. What names mean is tested in people-meant.test.ts. */

it.each([
  ['en-GB', ['Mr Lee'], ['with Mrs Lee', 'Lee, Mrs', 'Mrs.Lee', 'Missus Lee'], /^I do not know that person\./],
  ['de-DE', ['Herr Weiß'], ['bei Frau Doktor Weiß', 'Fräulein Weiß'], /^Diese Person kenne ich nicht\./],
  ['es-ES', ['Sr. López'], ['con la Sra. López'], /^No conozco a esa persona\./],
  ['fr-FR', ['M. Martin'], ['chez Mme Martin'], /^Je ne connais pas cette personne\./],
  ['it-IT', ['Sig. Rossi'], ['dalla signora Rossi', 'signorina Rossi'], /^Non conosco questa persona\./],
  ['pt-BR', ['Sr. Reis'], ['com a Sra. Reis', 'senhorita Reis'], /^Não conheço essa pessoa\./],
])(
  'a title behind other words in %s leads to none of %j, who are of the other sex',
  async (language, names, all, expected) => {
    const book = await openWithStaff(names, language);
    for (const said of all) expect(await book(said), said).toMatch(expected);
  },
);

it.each([
  ['en-GB', ['Mr Lee', 'Mrs Lee'], 'with Mrs Lee', ' with Mrs Lee on '],
  ['de-DE', ['Frau Roth', 'Frau Dr. Roth'], 'Frau Doktor Roth', ' bei Frau Dr. Roth '],
  ['es-ES', ['Sr. López', 'Sra. López'], 'con la Sra. López', ' con la Sra. López '],
  ['fr-FR', ['M. Roux', 'Mme Roux'], 'chez M. Roux', ' avec M. Roux '],
  ['it-IT', ['Sig. Rossi', 'Sig.ra Rossi'], 'dalla signora Rossi', ' con la Sig.ra Rossi '],
  ['pt-BR', ['Sr. Reis', 'Sra. Reis'], 'com a Sra. Reis', ' com a Sra. Reis '],
  ['en-GB', ['Jo Hill', 'Dr. Ann Hill'], 'with Dr. Hill', ' with Dr. Ann Hill on '],
  ['de-DE', ['Jan Roth', 'Anna Lee'], 'bei Jan', ' bei Jan Roth '],
  ['es-ES', ['Ana Ruiz', 'Sam Lee'], 'con Ana', ' con Ana Ruiz '],
])('a name behind other words in %s leads to one of %j: %s', async (language, names, said, expected) => {
  const book = await openWithStaff(names, language);
  expect(await book(said)).toContain(expected);
});

it('a part of a word leads to no person, and the caller hears who can be chosen', async () => {
  const book = await openWithStaff(['Joanna Smith', 'Ben Gross', 'Dana Lee']);
  for (const said of ['Ann', 'Ann Smith', 'Ross', 'Dan Lee', 'an', 'a'])
    expect(await book(said), said).toBe(
      'I do not know that person. You can choose Joanna Smith, Ben Gross or Dana Lee.',
    );
});

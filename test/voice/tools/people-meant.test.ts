import { expect, it } from 'vitest';
import { peopleMeantBy } from '../../../src/tools/voice/people-meant.ts';

/** Returns the names of the people whom a text means. */
const meant = (language: string, names: readonly string[], text: string) =>
  peopleMeantBy(
    text,
    names.map((name, index) => ({ id: `person_${index}`, name })),
    ({ name }) => name,
    language,
  ).map(({ name }) => name);

type Row = [language: string, names: string[], said: string[], expected: string[]];

it.each<Row>([
  ['en', ['Mr Lee'], ['Mrs Lee', 'with Mrs Lee', 'Lee, Mrs', 'Mrs.Lee', 'Missus Lee', 'Madam Lee', 'Lee Mrs'], []],
  ['en', ['Mr Lee', 'Mrs Lee'], ['with Mrs Lee', 'for Mrs. Lee, please', 'Lee, Mrs', 'Mrs.Lee'], ['Mrs Lee']],
  [
    'de',
    ['Herr Weiß'],
    ['bei Frau Doktor Weiß', 'Fräulein Weiss', 'Frl. Weiß', 'Frau Doktorin Weiß', 'zur Frau Weiß'],
    [],
  ],
  ['de', ['Hr. Weiß', 'Fr. Weiß'], ['bei Frau Weiß', 'zur Frau Weiss'], ['Fr. Weiß']],
  ['es', ['Sr. López', 'Sra. López'], ['con la Sra. López', 'a la señora López', 'señorita López'], ['Sra. López']],
  ['es', ['Sr. López', 'Sra. López'], ['con el señor López', 'al Sr. López, por favor'], ['Sr. López']],
  ['fr', ['M. Roux', 'Mme Roux'], ['chez M. Roux', 'avec monsieur Roux'], ['M. Roux']],
  ['fr', ['M. Martin'], ['chez Mme Martin', 'avec la docteure Martin'], []],
  ['it', ['Sig. Rossi'], ['dalla signora Rossi', 'signorina Rossi'], []],
  ['it', ['Sig. Rossi', 'Sig.ra Rossi'], ['dal signor Rossi', 'dal signore Rossi'], ['Sig. Rossi']],
  ['pt', ['Sr. Reis'], ['com a Sra. Reis', 'senhorita Reis'], []],
  ['pt', ['Sr. Reis', 'Sra. Reis'], ['com o senhor Reis', 'pelo Sr. Reis'], ['Sr. Reis']],
])('a title in %s for one of the people %j counts behind other words, too: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

it.each<Row>([
  ['en', ['Joanna Smith', 'Ben Gross', 'Dana Lee'], ['Ann', 'Ann Smith', 'Ross', 'Dan Lee', 'an', 'a', 'en'], []],
  ['de', ['Jana Klein', 'Johanna Roth'], ['Jan', 'Hanna', 'Jan Klein', 'an'], []],
  ['es', ['Mariana Gil'], ['Ana', 'con Ana', 'con Ana Gil'], []],
  ['en', ['Anna-Lena Roe', "Sam O'Connell"], ['Annalena', 'Anna Lena', 'Lena'], ['Anna-Lena Roe']],
  ['en', ['Anna-Lena Roe', "Sam O'Connell"], ['OConnell', "O'Connell", 'O’Connell', 'Connell'], ["Sam O'Connell"]],
  ['de', ['Jörg Müller'], ['Mueller', 'bei Muller', 'Joerg Mueller'], ['Jörg Müller']],
  ['en', ['An Nguyen', 'Dr. Lee'], ['An', 'with An'], ['An Nguyen']],
])('a part of a word in %s is none of the people %j: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

it.each<Row>([
  ['es', ['Ana Ruiz', 'Sam Lee'], ['con Ana', 'con la Ana', 'para Ruiz'], ['Ana Ruiz']],
  ['de', ['Jan Roth', 'Anna Lee'], ['bei Jan', 'beim Jan', 'bei Herrn Roth', 'zum Herrn Roth, bitte'], ['Jan Roth']],
  ['de', ['Jan Roth', 'Anna Lee'], ['die Anna', 'bei der Anna'], ['Anna Lee']],
  ['en', ['Jo Hill', 'Dr. Ann Hill'], ['with Dr. Hill', 'to Doctor Hill'], ['Dr. Ann Hill']],
  ['it', ['Anna Rossi'], ["dall'Anna", 'con Anna', 'per la Rossi'], ['Anna Rossi']],
  ['pt', ['Ana Reis'], ['com a Ana', 'da Ana', 'à Ana'], ['Ana Reis']],
  ['fr', ['Ana Roux', 'Le Roux'], ['chez Le Roux', "d'Le Roux"], ['Le Roux']],
  ['es', ['Ana de la Cruz', 'Ana Cruz'], ['con Ana de la Cruz'], ['Ana de la Cruz']],
  ['es', ['Ana de la Cruz', 'Ana Cruz'], ['con Ana Cruz'], ['Ana Cruz']],
  // In English, these words are no articles.
  ['en', ['Lise Hansen', 'Ben Smith'], ['Per Hansen', 'Al Smith'], []],
])('a word before a name in %s leads to one of the people %j: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

it.each<Row>([
  ['en', ['Lee', 'Dana Lee'], ['with Dana Lee', 'Dana Lee please', 'Dana Lee today', 'Mrs Dana Lee'], ['Dana Lee']],
  ['en', ['Lee', 'Mrs Dana Lee'], ['Mr Dana Lee'], []],
  ['en', ['Lee', 'Dana Lee'], ['Lee', 'with Lee', 'Lee please'], ['Lee']],
  ['en', ['Lee', 'Dana Lee'], ['Mrs Lee', 'with Mr Lee'], ['Lee', 'Dana Lee']],
  ['de', ['Anna', 'Anna K.'], ['bei Anna K.', 'zur Anna K'], ['Anna K.']],
  ['en', ['Ann', 'Dana Lee', 'Lee'], ['Ann or Dana Lee'], ['Ann', 'Dana Lee']],
])('the longest whole name in %s of the people %j counts: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

it.each<Row>([
  ['de', ['Frau Roth', 'Frau Dr. Roth'], ['Frau Doktor Roth', 'bei der Frau Doktor Roth'], ['Frau Dr. Roth']],
  ['de', ['Frau Roth', 'Frau Dr. Roth'], ['Frau Roth', 'bei Frau Roth'], ['Frau Roth']],
  ['de', ['Frau Weiß', 'Herr Weiß', 'Dr. Weiß'], ['Doktor Weiß', 'beim Doktor Weiß', 'Frau Doktor Weiß'], ['Dr. Weiß']],
  ['en', ['Dr. Lee', 'Prof. Lee'], ['Doctor Lee', 'the doctor Lee'], ['Dr. Lee']],
  ['en', ['Dr. Lee', 'Prof. Lee'], ['Professor Lee'], ['Prof. Lee']],
  ['fr', ['M. Petit', 'Dr Petit'], ['Monsieur le docteur Petit', 'chez le docteur Petit'], ['Dr Petit']],
  ['fr', ['M. Petit', 'Monsieur le docteur Petit'], ['Dr Petit', 'le docteur Petit'], ['Monsieur le docteur Petit']],
  ['en', ['Dr. Lee', 'Sam Ortiz'], ['doctor', 'the doctor', 'a doctor', 'with the doctor'], ['Dr. Lee']],
  ['de', ['Dr. Lee', 'Jan Roth'], ['Doktor', 'zum Doktor', 'beim Herrn Doktor Lee'], ['Dr. Lee']],
  ['fr', ['Dr Roux', 'Sam Petit'], ['le docteur', 'chez le docteur'], ['Dr Roux']],
  ['es', ['Dra. Ruiz', 'Dr. Gil'], ['la doctora', 'con la doctora'], ['Dra. Ruiz']],
  ['de', ['Ann Roth', 'Frau Dr. Ann Marie Roth'], ['Frau Doktor Ann Roth'], ['Frau Dr. Ann Marie Roth']],
  ['de', ['Ann Roth', 'Frau Dr. Ann Marie Roth'], ['bei Frau Ann Roth'], ['Ann Roth']],
  ['en', ['Dana Lee'], ['Dr. Dana Lee', 'with Professor Lee'], ['Dana Lee']],
  ['en', ['Mr. Lee', 'Nurse Lee'], ['Nurse Lee', 'with nurse Lee'], ['Nurse Lee']],
  ['en', ['Hugh Herr', 'Mr. Lee'], ['Mr Herr', 'Herr'], ['Hugh Herr']],
  ['en', ['Dr. An Lee', 'Dr. Roe'], ['Dr. An'], ['Dr. An Lee']],
  ['es', ['La Rosa', 'Dra. Gil'], ['la doctora'], ['Dra. Gil']],
])('titles in %s of the people %j agree however they are written: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

it('a suffix of a name tells people apart, and is no title', () => {
  const names = ['Ben Smith Jr.', 'Ben Smith Sr.'];
  expect(meant('en', names, 'Ben Smith Junior')).toEqual(['Ben Smith Jr.']);
  expect(meant('en', names, 'for Ben Smith Sr')).toEqual(['Ben Smith Sr.']);
  expect(meant('en', ['Ben Smith Jr.'], 'Ben Smith Sr')).toEqual([]);
});

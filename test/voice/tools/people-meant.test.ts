import { expect, it } from 'vitest';
import { peopleMeantBy } from '../../../src/tools/voice/said/people/people-meant.ts';

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
  ['it', ['Sig. Rossi', 'Sig.ra Rossi'], ['SIG.RA ROSSI', 'DALLA SIG.RA ROSSI'], ['Sig.ra Rossi']],
  ['it', ['SIG.RA ROSSI', 'SIG. ROSSI'], ['signora Rossi', 'dalla Sig.ra Rossi'], ['SIG.RA ROSSI']],
  ['it', ['DOTT.SSA BIANCHI', 'DOTT. BIANCHI'], ['la dottoressa Bianchi', 'dott.ssa Bianchi'], ['DOTT.SSA BIANCHI']],
  ['it', ['Dr.ssa Bianchi'], ['dal dottor Bianchi', 'Sig.ra Bianchi'], ['Dr.ssa Bianchi']],
  ['it', ['Dr.ssa Bianchi'], ['dal signor Bianchi'], []],
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
  ['de', ['Anna', 'Annalena Weber'], ['Anna Lena', 'bei Anna-Lena', 'Anna Lena Weber heute'], ['Annalena Weber']],
  ['de', ['Herrmann Lee', 'Anna Roth'], ['Herr Mann', 'bei Herrn Mann'], []],
  ['de', ['Jörg Müller'], ['Mueller', 'bei Muller', 'Joerg Mueller'], ['Jörg Müller']],
  ['en', ['An Nguyen', 'Dr. Lee'], ['An', 'with An'], ['An Nguyen']],
  ['en', ['田中太郎', '山田花子'], ['田中', '太郎'], ['田中太郎']],
  ['en', ['小林花子', '森田太郎'], ['林', '森', '小', '林花'], []],
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
  ['pt', ['Ana Silva', 'Ana da Silva'], ['da Ana Silva', 'com a Ana Silva'], ['Ana Silva']],
  ['pt', ['Ana Silva', 'Ana da Silva'], ['com Ana da Silva', 'da Ana da Silva hoje'], ['Ana da Silva']],
  ['pt', ['Ana Silva', 'Ana da Silva'], ['da Ana', 'a Silva', 'da Ana Silva hoje'], ['Ana Silva', 'Ana da Silva']],
  ['es', ['La Rosa', 'Rosa'], ['con La Rosa'], ['La Rosa']],
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
  ['en', ['Jin Kim', 'Kim Jin'], ['with Jin Kim'], ['Jin Kim']],
  ['en', ['Lee', 'Dana Lee'], ['Lee Dana', 'Lee Dana today'], ['Dana Lee']],
  ['fr', ['Jean-Pierre Roux', 'Pierre Jean'], ['Jean Pierre', 'avec Jean Pierre'], ['Jean-Pierre Roux', 'Pierre Jean']],
  ['fr', ['Jean-Pierre Roux', 'Pierre Jean'], ['Jean-Pierre Roux', 'chez Jean Pierre Roux'], ['Jean-Pierre Roux']],
  ['es', ['José María López', 'Ana Ruiz'], ['José María', 'López, José María', 'López José'], ['José María López']],
  ['es', ['José María López', 'Ana Ruiz'], ['María José', 'con María José López', 'María José López hoy'], []],
  ['es', ['Ana de la Cruz', 'Luis Gil'], ['de la Cruz Ana', 'Cruz, Ana de la'], ['Ana de la Cruz']],
  ['es', ['José García López', 'José'], ['García José'], ['José', 'José García López']],
  ['en', ["Jo O'Brien", 'Jo', "Ann O'Brien"], ["O'Brien, Jo", 'OBrien Jo', "with O'Brien Jo"], ["Jo O'Brien"]],
  ['de', ['Anna-Lena Roth', 'Jan Roth'], ['Roth Annalena', 'Annalena Roth'], ['Anna-Lena Roth']],
  ['de', ['Anna-Lena Roth', 'Jan Roth'], ['Lena-Anna Roth', 'Lena Anna'], []],
  // The longer name is not said in full, and the shorter one is not all that was said.
  ['en', ['Lee', 'Dana Lee Kim'], ['Dana Lee today'], ['Lee', 'Dana Lee Kim']],
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

it.each<Row>([
  [
    'en',
    ['Anna Klein', 'Paul Koch'],
    ['Anna K.', 'with Anna K', 'A. Klein', 'A Klein', 'Mrs. A. Klein'],
    ['Anna Klein'],
  ],
  ['en', ['Sam Lee', 'Dana Lee'], ['S. Lee', 'with S Lee', 'Lee S'], ['Sam Lee']],
  ['en', ['Anna', 'Anna Koch'], ['Anna K.', 'with Anna K.'], ['Anna Koch']],
  ['en', ['Anna', 'Anna Koch'], ['Anna', 'with Anna', 'Anna, please'], ['Anna']],
  ['en', ['Anna', 'Anna Koch'], ['Anna K. today', 'Anna today'], ['Anna', 'Anna Koch']],
  ['en', ['Anna Klein', 'Anna Koch'], ['Anna K.'], ['Anna Klein', 'Anna Koch']],
  ['en', ['Anna Klein', 'Paul Koch'], ['K.', 'A. K.', 'Anna A.', 'Anna S.', 'S. Klein', "Klein's"], []],
  ['en', ['Smith', 'J. Smith'], ['John Smith'], ['Smith', 'J. Smith']],
  ['en', ['Lee', 'Dr. Dana Lee'], ['Sam Lee', 'S. Lee', 'Dr. Sam Lee'], ['Lee', 'Dr. Dana Lee']],
  ['it', ['Gian-Luca Rossi', 'L. Rossi'], ['Luca Rossi', 'con Luca Rossi'], ['Gian-Luca Rossi', 'L. Rossi']],
  ['it', ['Gian-Luca Rossi', 'L. Rossi'], ['Gian-Luca Rossi', 'Gianluca', 'G. Rossi'], ['Gian-Luca Rossi']],
  ['en', ['Anna', 'Anna T.'], ['Anna today'], ['Anna', 'Anna T.']],
  ['en', ['Dr. Anna Klein'], ['Anna D.'], []],
  ['en', ["Anna O'Connell", 'Anna Smith'], ["Anna's"], []],
  ['es', ['Ana Ruiz', 'Benito Ruiz'], ['A. Ruiz', 'con A. Ruiz'], ['Ana Ruiz']],
  ['pt', ['Bento Silva'], ['A. Silva', 'com O. Silva'], []],
  ['pt', ['Ana da Silva', 'Ana Dias'], ['Ana D.'], ['Ana Dias']],
  ['fr', ['Anna Martin', 'Anna Roux'], ['Anna M.', 'chez Anna M.'], ['Anna Martin']],
  ['fr', ['Bruno Roux'], ['D. Roux', 'D Roux', 'L. Roux'], []],
  ['fr', ['Jean-Pierre Roux', 'Jean Roux'], ['J.-P. Roux', 'chez J. P. Roux'], ['Jean-Pierre Roux']],
])(
  'an initial in %s stands for a word of a name of the people %j, not for the only one: %j',
  (language, names, all, expected) => {
    for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
  },
);

it.each<Row>([
  ['de', ['Dr. Anna Weiß', 'Paul Klein'], ['Frau Doktor', 'zur Frau Doktor', 'Herr Doktor'], ['Dr. Anna Weiß']],
  ['de', ['Prof. Roth', 'Dr. Weiß'], ['Frau Professor', 'beim Herrn Professor'], ['Prof. Roth']],
  ['de', ['Herr Dr. Roth', 'Paul Klein'], ['Frau Doktor'], []],
  ['de', ['Herr Dr. Roth', 'Dr. Anna Weiß'], ['Frau Doktor'], ['Dr. Anna Weiß']],
  ['de', ['Frau Dr. Roth', 'Dr. Anna Weiß'], ['Frau Doktor'], ['Frau Dr. Roth', 'Dr. Anna Weiß']],
  ['fr', ['Dr Roux', 'Ana Petit'], ['Monsieur le docteur', 'chez monsieur le docteur'], ['Dr Roux']],
  ['es', ['Dr. Gil', 'Ana Ruiz'], ['señor doctor', 'con el señor doctor'], ['Dr. Gil']],
  ['it', ['Dott. Rossi', 'Anna Bianchi'], ['signor dottore', 'dal signor dottore'], ['Dott. Rossi']],
  ['it', ['Dott. Rossi', 'Dott.ssa Bianchi'], ['signor dottore'], ['Dott. Rossi']],
  ['pt', ['Dr. Reis', 'Ana Melo'], ['senhor doutor', 'com o senhor doutor'], ['Dr. Reis']],
])('a profession alone in %s leads to those of the people %j who have it: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

it.each<Row>([
  [
    'en',
    ['Anna', 'Clara'],
    ['not Anna', 'anyone but Anna', 'anyone except Anna', "I don't want Anna", 'never Anna', 'anyone apart from Anna'],
    [],
  ],
  ['en', ['Anna', 'Clara'], ['anyone other than Anna', 'without Anna', 'instead of Anna'], []],
  [
    'de',
    ['Anna', 'Clara'],
    ['nicht Anna', 'nicht zu Anna', 'alle außer Anna', 'ausser Anna', 'ohne Anna', 'statt Anna'],
    [],
  ],
  [
    'fr',
    ['Anna', 'Clara'],
    [
      'pas Anna',
      'sauf Anna',
      'tous sauf Anna',
      "quelqu'un d'autre qu'Anna",
      "n'importe qui à part Anna",
      'plus jamais Anna',
    ],
    [],
  ],
  ['de', ['Anna', 'Clara'], ['Anna nicht', 'nie wieder Anna', 'jemand anders als Anna'], []],
  ['es', ['Ana', 'Clara'], ['no Ana', 'excepto Ana', 'cualquiera menos Ana'], []],
  ['it', ['Anna', 'Clara'], ['non Anna', 'tranne Anna', 'tutti eccetto Anna'], []],
  ['pt', ['Ana', 'Clara'], ['não a Ana', 'exceto a Ana', 'todos menos a Ana'], []],
  ['pt', ['Ana', 'Clara'], ['no Ana'], ['Ana']],
  ['en', ['Knott Lee', 'Clara'], ['Knott Lee today'], ['Knott Lee']],
  [
    'en',
    ['Anna', 'Clara'],
    ['Clara, not Anna', 'not Anna, Clara', 'no, Clara', 'Clara instead', 'Clara no later than ten'],
    ['Clara'],
  ],
  [
    'pt',
    ['Dr. Rafael Ibarra', 'Ana'],
    ['uma consulta no Dr. Rafael Ibarra', 'no Dr. Rafael Ibarra amanhã'],
    ['Dr. Rafael Ibarra'],
  ],
  [
    'es',
    ['Rafael Ibarra', 'Ana'],
    ['otra cita con Rafael Ibarra', 'otra con Rafael Ibarra', 'no sé, Rafael Ibarra'],
    ['Rafael Ibarra'],
  ],
  ['de', ['Rafael Ibarra', 'Ana'], ['ein anderer Termin bei Rafael Ibarra'], ['Rafael Ibarra']],
  [
    'fr',
    ['Rafael Ibarra', 'Ana'],
    ['un autre rendez-vous avec Rafael Ibarra', 'Rafael Ibarra sans rendez-vous'],
    ['Rafael Ibarra'],
  ],
  ['it', ['Salvo Neri', 'Ana'], ['con Salvo Neri domani', 'non prima delle dieci con Salvo Neri'], ['Salvo Neri']],
])(
  'only a person whom a caller in %s does not want is left out of the people %j: %j',
  (language, names, all, expected) => {
    for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
  },
);

it.each<Row>([
  [
    'de',
    ['Dr. med. Anna Klein', 'Dr. med. dent. Paul Klein'],
    ['Dr. Anna Klein', 'bei Dr. med. Anna Klein', 'Anna'],
    ['Dr. med. Anna Klein'],
  ],
  ['de', ['Dr. Anna Klein', 'Jan Med'], ['bei Dr. med. Klein', 'Dr.med. Klein'], ['Dr. Anna Klein']],
  ['de', ['Dr. med. Anna Klein', 'Jan Med'], ['Med', 'bei Herrn Med', 'bei Jan Med'], ['Jan Med']],
])('the field of a doctor in %s is no word of the names %j: %j', (language, names, all, expected) => {
  for (const said of all) expect(meant(language, names, said), said).toEqual(expected);
});

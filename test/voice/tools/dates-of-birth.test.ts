import { expect, it } from 'vitest';
import { readSaidFullDate } from '../../../src/tools/voice/said/days/said-full-date.ts';

/** Dates of birth as callers say them: in words of any language. */
it.each([
  ['sechster Mai neunzehnhundertachtzig', '1980-05-06'],
  ['am sechsten Mai neunzehnhundert achtzig', '1980-05-06'],
  ['6. Mai neunzehnhundertachtundsiebzig', '1978-05-06'],
  ['einunddreißigster Dezember zweitausendfünf', '2005-12-31'],
  ['erster Januar zweitausend', '2000-01-01'],
  ['dritter März zweitausendundzwölf', '2012-03-03'],
  ['le six mai 1980', '1980-05-06'],
  ['le six mai mille neuf cent quatre-vingts', '1980-05-06'],
  ['le vingt et un septembre mille neuf cent quatre-vingt-dix-neuf', '1999-09-21'],
  ['vingt-quatre mars dix-neuf cent soixante-douze', '1972-03-24'],
  ['le premier avril deux mille', '2000-04-01'],
  ['le deux mai deux mille deux', '2002-05-02'],
  ['May sixth, nineteen hundred and eighty', '1980-05-06'],
  ['May sixth, nineteen eighty', '1980-05-06'],
  ['the sixth of May nineteen eighty, please', '1980-05-06'],
  ['May twenty-first nineteen eighty-four', '1984-05-21'],
  ['May twenty, nineteen eighty', '1980-05-20'],
  ['May 6th two thousand and five', '2005-05-06'],
  ['May sixth, twenty oh five', '2005-05-06'],
  ['December 31st, twenty twenty', '2020-12-31'],
  ['el seis de mayo de mil novecientos ochenta', '1980-05-06'],
  ['el treinta y uno de diciembre de mil novecientos cincuenta y cuatro', '1954-12-31'],
  ['dos de mayo de dos mil dos', '2002-05-02'],
  ['il sei maggio millenovecentottanta', '1980-05-06'],
  ['ventuno marzo mille novecento settantadue', '1972-03-21'],
  ['il primo aprile duemilacinque', '2005-04-01'],
  ['seis de maio de mil novecentos e oitenta', '1980-05-06'],
  ['vinte e um de setembro de mil novecentos e noventa e quatro', '1994-09-21'],
  ['dois de maio de dois mil e dois', '2002-05-02'],
])('the date of birth %j is %s', (said, date) => {
  expect(readSaidFullDate(said, 'US')).toBe(date);
});

it.each([
  'May sixth, eighty',
  'May sixth, nineteen',
  'May sixth, nineteen five',
  'May sixth, twenty',
  'twenty twenty',
  'nineteen eighty',
  'May sixth, nineteen hundred and nibe',
  'sechster Mai neunzehnhundertachtzehnhundert',
  'February thirtieth, nineteen eighty',
])('%j is no date of birth', (said) => {
  expect(readSaidFullDate(said, 'US')).toBeUndefined();
});

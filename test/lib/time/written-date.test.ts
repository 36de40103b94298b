import { expect, it } from 'vitest';
import { readWrittenDate } from '../../../src/lib/time/written-date.ts';

it.each([
  ['1980-03-12', undefined, '1980-03-12'],
  ['1980/3/12', 'US', '1980-03-12'],
  ['12.03.1980', 'AT', '1980-03-12'],
  [' 12. 3. 1980 ', undefined, '1980-03-12'],
  ['12.03.1980', 'US', '1980-03-12'],
  ['12/03/1980', 'FR', '1980-03-12'],
  ['12-03-1980', 'NL', '1980-03-12'],
  ['3/12/1980', 'US', '1980-03-12'],
  ['3/12/1980', 'GU', '1980-03-12'],
  ['3/12/1980', 'VI', '1980-03-12'],
  ['29.02.2000', 'AT', '2000-02-29'],
])('the date %s, written in %s, is %s', (text, country, date) => {
  expect(readWrittenDate(text, country)).toBe(date);
});

it.each([
  '',
  'March',
  '12.03.80',
  '30.02.1980',
  '12.13.1980',
  '0.1.1980',
  '12/03.1980',
  '1980-03-12T00:00',
  '12 03 1980',
])('the text %j is no date', (text) => {
  expect(readWrittenDate(text, 'AT')).toBeUndefined();
});

import { expect, it } from 'vitest';
import { readBirth } from '../../../src/imports/contacts/read-birth.ts';

const TODAY = '2026-11-20';
const read = (text: string, country = 'AT') => readBirth(text, { country, today: TODAY });

it.each([
  ['1.5.1990', 'AT', '1990-05-01'],
  ['1990-05-01T00:00:00', 'AT', '1990-05-01'],
  ['19900501', 'AT', '1990-05-01'],
  ['1. Mai 1990', 'DE', '1990-05-01'],
  ['3. März 1990', 'DE', '1990-03-03'],
  ['1.Mai 1990', 'DE', '1990-05-01'],
  ['1 May 1990', 'GB', '1990-05-01'],
  ['May 1, 1990', 'US', '1990-05-01'],
  ['1-May-1990', 'US', '1990-05-01'],
  ['1-May-90', 'US', '1990-05-01'],
  ['1er mai 1990', 'FR', '1990-05-01'],
  ['1 de mayo de 1990', 'ES', '1990-05-01'],
  ['1 maggio 1990', 'IT', '1990-05-01'],
  ['1.5.90', 'AT', '1990-05-01'],
  ['5/1/90', 'US', '1990-05-01'],
  ['20.11.27', 'AT', '1927-11-20'],
  ['21.11.26', 'AT', '1926-11-21'],
  ['1.5.2199', 'AT', '2199-05-01'],
])('the date of birth %s in a file from %s is %s', (text, country, date) => {
  expect(read(text, country)).toBe(date);
});

it.each(['', 'unknown', '1.5.15', '20.11.26', '30. Februar 1990', 'Mai 1990', '1. Mai', '19901301', '1990', 'May 12'])(
  'the text %j is no certain date of birth',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

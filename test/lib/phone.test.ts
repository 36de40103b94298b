import { expect, it } from 'vitest';
import { completedNumber } from '../../src/lib/phone.ts';

it.each([
  ['1234567', 'DE', '49'],
  ['30 1234567', 'DE', '49'],
  ['212 555 0123', 'AU', '61'],
  ['20 7946 0958', 'GB', '44'],
])('the number %s in %s may lack its area code or be of another country', (text, country, code) => {
  expect(completedNumber(text, country)).toEqual({ code, isDoubtful: true });
});

it.each([
  ['030 1234567', 'DE', '49'],
  ['0170 1234567', 'DE', '49'],
  ['(212) 555-0123', 'US', '1'],
  ['020 7946 0958', 'GB', '44'],
  ['345 123 4567', 'IT', '39'],
  ['8 495 123 45 67', 'RU', '7'],
])('the number %s in %s is completed without doubt', (text, country, code) => {
  expect(completedNumber(text, country)).toEqual({ code, isDoubtful: false });
});

it.each([
  ['+49 30 1234567', 'DE'],
  ['0049 30 1234567', 'DE'],
  ['1 212 555 0123', 'US'],
  ['123', 'DE'],
  ['1234567', undefined],
])('the number %s in %s is not completed', (text, country) => {
  expect(completedNumber(text, country)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { completedNumber, groupedNumber, normalizePhone, numberProblem } from '../../../src/lib/phone/phone.ts';

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

it.each([
  ['+15185550169', '+1 518 555 0169'],
  ['+493012345678', '+49 30 12345678'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+442079460958', '+44 20 7946 0958'],
  ['+5491123456789', '+54 9 11 2345 6789'],
])('the number %s is grouped as %s', (number, grouped) => {
  expect(groupedNumber(number)).toBe(grouped);
});

it.each(['+1', '5185550169', '+1•••69', 'unknown', '+999123456789'])('%s has no groups', (text) => {
  expect(groupedNumber(text)).toBeUndefined();
});

it.each(['+5215512345678', '+52 1 55 1234 5678', '+52 (1) 55-1234-5678', '+52 55 1234 5678'])(
  'the Mexican number %s is one line with and without the former prefix of mobile telephones',
  (text) => {
    expect(normalizePhone(text, 'US')).toBe('+525512345678');
  },
);

it('the form of a telephone number has the calling code of the country, and an example without one', () => {
  expect(numberProblem('x', 'DE')).toMatch(/\+49 and the number for DE\.$/);
  expect(numberProblem('x', 'XX')).toMatch(/such as \+12125550123\.$/);
  expect(numberProblem('0301234567', undefined)).toMatch(/^lacks its country code\. .* RCPT_DEFAULT_COUNTRY\.$/);
});

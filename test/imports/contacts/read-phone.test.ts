import { expect, it } from 'vitest';
import { readPhone } from '../../../src/imports/contacts/read-phone.ts';

it.each([
  ['DE', '491701234567', '+491701234567'],
  ['DE', '4915112345678', '+4915112345678'],
  ['DE', '493012345678', '+493012345678'],
  ['AT', '436641234567', '+436641234567'],
])('a number of %s that has lost its + in a spreadsheet is the same number: %s', (country, text, phone) => {
  expect(readPhone(text, country)).toBe(phone);
});

it.each([
  ['DE', '0491 701234', '+49491701234'],
  ['DE', '0491701234567', '+49491701234567'],
  ['DE', '4921123456', '+494921123456'],
  ['BR', '55991234567', '+5555991234567'],
  ['IT', '3912345678', '+393912345678'],
  ['IN', '9198765432', '+919198765432'],
  ['US', '2125550123', '+12125550123'],
  ['ZZ', '491701234567', undefined],
])('a number of %s that can be complete is read as one of this country: %s', (country, text, phone) => {
  expect(readPhone(text, country)).toBe(phone);
});

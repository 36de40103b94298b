import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../../src/lib/phone.ts';
import { cleanLine, cleanText, truncate } from '../../src/lib/text.ts';

describe('cleanText', () => {
  it.each([
    ['a\u0000b\u001bc', 'abc'],
    ['safe\u202Eevil\u202C', 'safeevil'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['tag\u{E0049}\u{E0067}', 'tag'],
    ['line\u2028break', 'linebreak'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['lone \uD800 surrogate', 'lone \uFFFD surrogate'],
  ])('takes what cannot be seen out of %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it.each(['Åse Müller-Nuñez', '日本語', 'tab\tand\nline', 'smile 😀', '+1 (212) 555-0123'])(
    'leaves %j alone',
    (text) => {
      expect(cleanText(text)).toBe(text);
    },
  );
});

it('cleanLine makes one line', () => {
  expect(cleanLine('  a\n\n b\tc ')).toBe('a b c');
});

it('truncate marks the cut and never halves a character', () => {
  expect(truncate('abcdef', 6)).toBe('abcdef');
  expect(truncate('abcdef', 4)).toBe('abc…');
  expect(truncate('ab😀cd', 4)).toBe('ab…');
});

describe('normalizePhone', () => {
  it.each([
    ['+1 212-555-0123', undefined, '+12125550123'],
    ['(212) 555-0123', 'US', '+12125550123'],
    ['030 901820', 'DE', '+4930901820'],
    ['0044 20 7946 0018', 'DE', '+442079460018'],
  ])('reads %s for %s', (text, country, number) => {
    expect(normalizePhone(text, country)).toBe(number);
  });

  it.each([
    ['(212) 555-0123', undefined],
    ['12', 'US'],
    ['call me', 'US'],
    ['+1 212 555 0123 9999 9999', 'US'],
  ])('refuses %s for %s', (text, country) => {
    expect(normalizePhone(text, country)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../../../src/lib/phone/phone.ts';
import { cleanLine, cleanText, truncate } from '../../../src/lib/text/text.ts';

describe('cleanText', () => {
  it.each([
    ['a\u0000b\u001bc', 'abc'],
    ['safe\u202Eevil\u202C', 'safeevil'],
    ['\u2066isolated\u2069 \u200Emark\u200F', 'isolated mark'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['soft\u00ADhyphen, word\u2060joiner', 'softhyphen, wordjoiner'],
    ['latin\u200Djoined\u200Capart', 'latinjoinedapart'],
    ['tag\u{E0049}\u{E0067}', 'tag'],
    ['smuggled\uFE00\uFE01\u{E0100}\u{E01EF}', 'smuggled'],
    ['😀\uFE0F\uFE0F\uFE0E\u{E0120}', '😀\uFE0F'],
    ['fillers\u3164\u115F\uFFA0\u2800', 'fillers'],
    ['private\uE000\u{F0041}\u{10FFFD}', 'private'],
    ['nothing\uFFFE\uFFFF', 'nothing'],
    ['annotated\uFFF9\uFFFB', 'annotated'],
    ['line\u2028break', 'line\nbreak'],
    ['page\fbreak\u0085next', 'page\nbreak\nnext'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['lone \uD800 surrogate', 'lone \uFFFD surrogate'],
    ['\x1b]0;title\x07\x1b[31mred', ']0;title[31mred'],
    [`z${'\u0301'.repeat(50)}a`, `z${'\u0301'.repeat(4)}a`],
    [`ก${'\u0E38'.repeat(50)}`, `ก${'\u0E38'.repeat(8)}`],
    ['a\u200D\u200D\u200Db', 'ab'],
    ['سل\u200C\u200Cام', 'سلام'],
  ])('takes what cannot be seen out of %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it.each([
    'Åse Müller-Nuñez',
    'Nguye\u0302\u0303n',
    '日本語',
    'tab\tand\nline',
    'smile 😀',
    '+1 (212) 555-0123',
    'family 👨\u200D👩\u200D👧, ❤\uFE0F, ❤\uFE0F\u200D🔥, 🧑🏽\u200D⚕\uFE0F, 1\uFE0F\u20E3, 🇩🇪',
    'می\u200Cخواهم',
    'क्\u200Dष, क्\u200Cष',
    'ශ්\u200Dරී ලංකා',
    'שָׁלוֹם',
    'السَّلامُ عَلَيْكُم ۝١',
    'བསྒྲུབས',
    'ភាសាខ្មែរ',
  ])('leaves %j alone', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it('changes nothing in text that was cleaned before', () => {
    const hidden = fc.constantFrom(
      '\u200D',
      '\u200C',
      '\uFE0F',
      '\u202E',
      '\u{E0041}',
      '\u0301',
      '❤',
      'क',
      '्',
      'س',
      'a',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: hidden }), fc.string({ unit: 'binary' })), (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
        expect(once).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u{E0000}-\u{E0FFF}\uFEFF]/u);
      }),
    );
  });
});

it('cleanLine makes one line', () => {
  expect(cleanLine('  a\n\n b\tc ')).toBe('a b c');
});

it('truncate appends an ellipsis and never splits a surrogate pair', () => {
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

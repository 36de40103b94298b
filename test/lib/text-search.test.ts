import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, normalizeText, stringsIn, tokenizeQuery } from '../../src/lib/text-search.ts';

describe('terms', () => {
  it.each([
    ['refund deposit', ['refund', 'deposit']],
    ['"call me  back" now', ['call me back', 'now']],
    ['(Nora) Fitzgerald,', ['nora', 'fitzgerald']],
    ['Müller-Lüdenscheidt', ['muller-ludenscheidt']],
    ['"', []],
    ['?!', []],
    ['日本語', ['日本語']],
  ])('of %j are %j', (query, words) => {
    expect(tokenizeQuery(query)).toEqual(words);
  });
});

describe('matcher', () => {
  it.each([
    ['zoe quist', ['Zoë Quist']],
    ['O’Brien', ['Pat O’Brien']],
    ['555 0123', ['+1 (212) 555-0123']],
    ['212-555', ['2125550123']],
    ['smith "tooth ache"', ['Smith-Jones', 'a tooth  ache since Monday']],
    ['strasse', ['Straße']],
  ])('%j finds %j', (query, texts) => {
    expect(createMatcher(query)(texts)).toBe(true);
  });

  it.each([
    ['zoe smith', ['Zoë Quist']],
    ['"tooth ache"', ['tooth and ache']],
    ['555 0124', ['+1 (212) 555-0123']],
    ['', ['anything']],
    ['"ab', ['a', 'b']],
  ])('%j does not find %j', (query, texts) => {
    expect(createMatcher(query)(texts)).toBe(false);
  });
});

it('folds letters of other writings to what they are searched by', () => {
  expect(normalizeText('ÅSE Øst Łódź ﬁn')).toBe('ase ost lodz fin');
});

it('stringsIn finds every string, however deep', () => {
  expect(stringsIn({ a: 'x', b: [{ c: 'y' }, 'z'], d: 1, e: null })).toEqual(['x', 'y', 'z']);
});

describe('the short ways', () => {
  it('folds what is ASCII as it folds everything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // A letter beyond ASCII takes the long way, and leaves the rest as it is.
        expect(normalizeText(text)).toBe(normalizeText(`${text}é`).slice(0, -1));
      }),
    );
  });

  it('finds a number however it is written', () => {
    const digits = fc.array(fc.constantFrom(...'0123'), { minLength: 4, maxLength: 8 }).map((all) => all.join(''));
    const written = fc.array(fc.constantFrom(...'0123', ' ', '-', 'x', '\n', '٣'), { maxLength: 40 });
    fc.assert(
      fc.property(digits, fc.array(written.map((all) => all.join(''))), (number, texts) => {
        const plain = texts.some((text) => text.replace(/[^\d]/g, '').includes(number));
        expect(createMatcher(number)(texts)).toBe(plain);
      }),
      {
        numRuns: 2_000,
        examples: [
          ['0123', ['(01) 2-3']],
          ['0123', ['01', '23']],
        ],
      },
    );
  });

  it('is not slowed down by a text that is nearly the number all along', () => {
    const text = `1${' '.repeat(2_000)}`.repeat(200);
    expect(createMatcher('1111112')([text])).toBe(false);
  });
});

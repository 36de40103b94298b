import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, normalizeText, stringsIn, tokenizeQuery } from '../../src/lib/text-search.ts';

describe('tokenizeQuery', () => {
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

describe('createMatcher', () => {
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

it('normalizeText maps letters of other scripts to their search form', () => {
  expect(normalizeText('ÅSE Øst Łódź ﬁn')).toBe('ase ost lodz fin');
});

it('stringsIn finds every string at any depth', () => {
  expect(stringsIn({ a: 'x', b: [{ c: 'y' }, 'z'], d: 1, e: null })).toEqual(['x', 'y', 'z']);
});

describe('optimizations of the search', () => {
  it('normalize ASCII text like other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // A letter beyond ASCII disables the optimization, and does not change the rest.
        expect(normalizeText(text)).toBe(normalizeText(`${text}é`).slice(0, -1));
      }),
    );
  });

  it('find a number with any separators', () => {
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

  it('take linear time for text that nearly matches a number', () => {
    const text = `1${' '.repeat(2_000)}`.repeat(200);
    expect(createMatcher('1111112')([text])).toBe(false);
  });
});

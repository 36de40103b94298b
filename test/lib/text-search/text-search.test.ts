import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, isNumber, normalizeText, parseQuery, stringsIn } from '../../../src/lib/search/text-search.ts';

const termsOf = (query: string) => parseQuery(query).map((term) => (term.kind === 'text' ? term.text : term.digits));

describe('parseQuery', () => {
  it.each([
    ['refund deposit', ['refund', 'deposit']],
    ['"call me  back" now', ['call me back', 'now']],
    ['(Nora) Fitzgerald,', ['nora', 'fitzgerald']],
    ['Müller-Lüdenscheidt', ['muller ludenscheidt']],
    ['"', []],
    ['?!', []],
    ['日本語', ['日本語']],
    ['201 555 0155', ['2015550155']],
    ['٢٠١ ٥٥٥ ٠١٥٥', ['2015550155']],
    ['call (201) 555-0155 back', ['call', '2015550155', 'back']],
    ['0171 1234567', ['1711234567']],
    ['+49 171 1234567', ['1711234567']],
    ['+49 (0)171 1234567', ['1711234567']],
    ['0049 171 1234567', ['1711234567']],
    ['+1 303 555 0150', ['3035550150']],
    ['\u202a+49 171 1234567\u202c', ['1711234567']],
    ['"0171-1234567"', ['1711234567']],
    ['"0150" anna', ['0150', 'anna']],
    ['anna 0171/1234567', ['anna', '1711234567']],
    ['anna 303.555.0150', ['anna', '3035550150']],
    ['anna +49 171 1234567', ['anna', '1711234567']],
    ['01.02.2026', ['01022026']],
    ['0012345678', ['012345678']],
    ['+49 110', ['49110']],
    ['Mül\u200bler', ['muller']],
    ['room 10.30', ['room', '10.30']],
    ['tooth 14 and 15', ['tooth', '14', 'and', '15']],
  ])('of %j are %j', (query, words) => {
    expect(termsOf(query)).toEqual(words);
  });
});

it('isNumber reads a number between invisible characters, as contacts apps copy it', () => {
  expect(isNumber('\u202a+49 171 1234567\u202c')).toBe(true);
  expect(isNumber('Anna 0171 1234567')).toBe(false);
});

describe('createMatcher', () => {
  it.each([
    ['zoe quist', ['Zoë Quist']],
    ['O’Brien', ['Pat O’Brien']],
    ['555 0123', ['+1 (212) 555-0123']],
    ['smith "tooth ache"', ['Smith-Jones', 'a tooth  ache since Monday']],
    ['strasse', ['Straße']],
    ['0123', ['+1 212 555 0123']],
    ['45', ['it takes 45 minutes']],
    ['2026-11-24', ['2026-11-24T13:00:00Z']],
    ['bk_2212', ['bk_2212']],
    ['+49 (0)171 1234567', ['+491711234567']],
    ['+49 171 1234567', ['my number is 0171 1234567']],
    ['"303-555-0150"', ['it is 303 555 0150']],
    ['"call me back"', ['please call  me\nback']],
    ['"a. b (c"', ['a.  b (c']],
  ])('%j finds %j', (query, texts) => {
    expect(createMatcher(query)(texts)).toBe(true);
  });

  it.each([
    ['zoe smith', ['Zoë Quist']],
    ['"tooth ache"', ['tooth and ache']],
    ['555 0124', ['+1 (212) 555-0123']],
    ['212-555', ['2125550123']],
    ['201 555 0155', ['+12015550199', '+15550155201']],
    ['201 555 0155', ['room 201', 'case 555', 'box 0155']],
    ['45', ['1945', '450', '+12125550145']],
    ['0123', ['+1 212 555 01234']],
    ['', ['anything']],
    ['"ab', ['a', 'b']],
    ['"call me back"', ['please call', 'me back']],
    ['0171 1234567', ['+491711234568', '0171 12345678']],
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

describe('invisible characters', () => {
  const HIDDEN = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u2060', '\ufeff', '\ufe0f'];

  it.each([
    ['Müller', 3],
    ['Anna Weber', 7],
    ['Oʼneil', 2],
    ['علیرضا', 3],
    ['शर्मा', 4],
    ['+49 171 1234567', 9],
  ])('do not count in a stored %s and in a query for it', (name, at) => {
    for (const hidden of HIDDEN) {
      const stored = `${name.slice(0, at)}${hidden}${name.slice(at)}`;
      expect(normalizeText(stored)).toBe(normalizeText(name));
      expect(createMatcher(name)([stored])).toBe(true);
      expect(createMatcher(stored)([name])).toBe(true);
      expect(createMatcher(stored)([stored])).toBe(true);
    }
  });
});

describe('optimizations of the search', () => {
  it('normalize ASCII text like other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // A letter beyond ASCII disables the optimization, and does not change the rest.
        expect(normalizeText(text)).toBe(normalizeText(`${text} é`).slice(0, -2));
      }),
    );
  });

  it('find a number with any separators, whole or by its last digits', () => {
    const digits = fc.array(fc.constantFrom(...'0123'), { minLength: 4, maxLength: 8 }).map((all) => all.join(''));
    const written = fc.array(fc.constantFrom(...'0123', ' ', '-', 'x', '\n'), { maxLength: 40 });
    const occurs = (number: string, text: string, from: number): boolean => {
      let at = from;
      for (const [index, digit] of [...number].entries()) {
        let gap = 0;
        while (index > 0 && gap < 4 && /[^\dx\n]/.test(text[at] ?? 'x')) [at, gap] = [at + 1, gap + 1];
        if (text[at++] !== digit) return false;
      }
      return !/\d/.test(text[at] ?? '');
    };
    fc.assert(
      fc.property(digits, fc.array(written.map((all) => all.join(''))), (number, texts) => {
        const all = texts.join('\n');
        // A long number with a leading zero is searched without it.
        const searched = number.length >= 7 ? number.replace(/^0/, '') : number;
        const slow = Array.from({ length: all.length }, (_, index) => occurs(searched, all, index)).includes(true);
        expect(createMatcher(number)(texts)).toBe(slow);
      }),
      {
        numRuns: 800,
        examples: [
          ['0123', ['(01) 2-3']],
          ['0123', ['01', '23']],
          ['0123', ['9 0123 4']],
        ],
      },
    );
  });

  it('take linear time for text that nearly matches a number', () => {
    const text = `1${' '.repeat(2_000)}`.repeat(200);
    expect(createMatcher('1111112')([text])).toBe(false);
  });
});

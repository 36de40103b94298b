import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, matcher, stringsIn } from '../../src/lib/match.ts';

describe('finding words', () => {
  it('folds what is ASCII as it folds everything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // A letter beyond ASCII takes the long way, and leaves the rest as it is.
        expect(fold(text)).toBe(fold(`${text}é`).slice(0, -1));
      }),
    );
  });

  it('finds a number however it is written', () => {
    const digits = fc.array(fc.constantFrom(...'0123'), { minLength: 4, maxLength: 8 }).map((all) => all.join(''));
    const written = fc.array(fc.constantFrom(...'0123', ' ', '-', 'x', '\n', '٣'), { maxLength: 40 });
    fc.assert(
      fc.property(digits, fc.array(written.map((all) => all.join(''))), (number, texts) => {
        const plain = texts.some((text) => text.replace(/[^\d]/g, '').includes(number));
        expect(matcher(number)(texts)).toBe(plain);
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
    expect(matcher('1111112')([text])).toBe(false);
  });

  it('collects strings however deep', () => {
    expect(stringsIn({ a: 'x', b: [{ c: 'y' }, 1, null, ['z']] })).toEqual(['x', 'y', 'z']);
  });
});

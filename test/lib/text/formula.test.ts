import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardFormula, unguardFormula } from '../../../src/lib/text/formula.ts';

describe('the guard against formulas', () => {
  it.each(['=1', '+1+1', '-1', '@x', '＝1', '＋1', '－1', '＠1', "'=1", "''-"])(
    'puts an apostrophe before %j',
    (text) => {
      expect(guardFormula(text)).toBe(`'${text}`);
    },
  );

  it.each([
    ['Bob;=HYPERLINK("x")', 'Bob;\'=HYPERLINK("x")'],
    ['a; +1;\t-2', "a; '+1;\t'-2"],
    ['first\n=1\r\n@x', "first\n'=1\r\n'@x"],
    ["a;'=1", "a;''=1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['=1;=2', "'=1;'=2"],
  ])('puts an apostrophe before each formula that another separator would begin in %j', (text, expected) => {
    expect(guardFormula(text)).toBe(expected);
  });

  it.each(['+15550100123', '', 'a=1', "'s Gravenhage", "'", '1-2'])('leaves %j as it is', (text) => {
    expect(guardFormula(text)).toBe(text);
  });

  it.each(['\n', '\n ', ";'", "'", "'="])('reads a cell of 100,000 times %j in less than a second', (part) => {
    const text = part.repeat(100_000);
    const start = performance.now();
    expect(unguardFormula(guardFormula(text)) === text).toBe(true);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('gives every text back, and lets none but a telephone number begin like a formula', () => {
    const text = fc
      .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', ';', '1', 'a', '＝'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (value) => {
        const guarded = guardFormula(value);
        expect(unguardFormula(guarded)).toBe(value);
        if (!/^\+[1-9]\d{6,14}$/.test(value)) expect(guarded).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        expect(guarded).not.toMatch(/[;\t\r\n]\s*[=+\-@＝＋－＠]/);
      }),
    );
  });
});

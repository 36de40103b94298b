import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, fitTo, shorten, take, wrapColumns } from '../../../src/cli/terminal/display-width.ts';

describe('the width of a text on a terminal', () => {
  it.each([
    ['abc', 3],
    ['Łukasz Müller', 13],
    ['e\u0301', 1],
    ['山田', 4],
    ['한국어', 6],
    ['👩‍👧', 2],
    ['❤️', 2],
    ['│ └', 3],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('limits the beginning, the shortened and the filled text', () => {
    expect(take('山田太郎', 5)).toBe('山田');
    expect(shorten('山田太郎', 6)).toBe('山田…');
    expect(fitTo('山田太郎', 6)).toBe('山田… ');
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('abc', 0)).toBe('');
  });

  it('limits every line of a wrapped text, which loses nothing but spaces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '山', ' ', '👩‍👧') }),
        fc.integer({ min: 2, max: 12 }),
        (text, width) => {
          const lines = wrapColumns(text, width);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
    );
  });
});

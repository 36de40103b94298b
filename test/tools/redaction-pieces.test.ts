import { describe, expect, it } from 'vitest';
import { inSlices } from '../../src/lib/concurrency/slices.ts';
import {
  maskTextInPieces,
  maskTurnsInPieces,
  redactText,
  redactTurns,
  type SpokenTurn,
} from '../../src/lib/redaction/index.ts';

const CARD = '4242 4242 4242 4242';
const filler = (length: number) => 'We talked about the garden and the weather. '.repeat(length / 40).slice(0, length);
const mask = (text: string) => redactText(text, 'strict');

describe('a text that is masked in pieces', () => {
  it('has the same masks as one that is masked at once, wherever a number or an address is', async () => {
    for (let before = 2_700; before < 3_300; before += 17) {
      const text = `${filler(before)} my card is ${CARD}, mail ana dot diaz at example dot com. ${filler(5_000)}`;
      const masked = await inSlices(maskTextInPieces(text, mask));
      expect(masked).toBe(mask(text));
      expect(masked).not.toContain('4242');
    }
  });

  it('shows no part of a card number if it is nothing but numbers', async () => {
    const text = `${CARD} `.repeat(800);
    expect(await inSlices(maskTextInPieces(text, mask))).not.toMatch(/\d{4}/);
  });

  it('keeps every character of a text without white space', async () => {
    const text = '漢字かな😀'.repeat(3_000);
    expect(await inSlices(maskTextInPieces(text, mask))).toBe(text);
  });
});

describe('a conversation that is masked in pieces', () => {
  const turnsMask = (some: readonly SpokenTurn[]) => redactTurns(some, 'strict');
  const talk = (count: number): SpokenTurn[] =>
    Array.from({ length: count }, (_, index) => ({ speaker: index % 2 ? 'caller' : 'agent', text: filler(100) }));

  it('has the same masks as one that is masked at once, in whichever turns a number is spoken', async () => {
    const spoken = ['It is 4242', 'yes', '4242 and', 'go on', '4242', 'uh-huh', '4242, expires'].map((text, index) => ({
      speaker: index % 2 ? 'agent' : 'caller',
      text,
    }));
    for (let before = 20; before < 40; before++) {
      const turns = [...talk(before), { speaker: 'agent', text: 'Your card number?' }, ...spoken, ...talk(60)];
      const all = await inSlices(maskTurnsInPieces(turns, turnsMask));
      expect(all).toEqual(turnsMask(turns));
      const range = { from: before + 3, to: before + 5 };
      expect(await inSlices(maskTurnsInPieces(turns, turnsMask, range))).toEqual(all.slice(range.from, range.to));
    }
  });
});

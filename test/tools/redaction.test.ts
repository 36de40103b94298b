import { describe, expect, it } from 'vitest';
import { type Level, maskEmail, maskPhone, redactText, redactTurns } from '../../src/lib/redaction/index.ts';
import { legible } from '../security/legible.ts';
import { CONTACTS, ORDINARY, SECRETS, type Sensitive } from '../security/numbers.ts';

function isMasked({ text, mask, hidden = [] }: Sensitive, level: Level) {
  const masked = redactText(text, level);
  expect(masked).not.toBe(text);
  if (mask !== undefined && (level === 'strict' || !mask.startsWith('['))) expect(masked).toContain(mask);
  for (const part of hidden) expect(masked).not.toContain(part);
  expect(legible(masked, 4)).toEqual([]);
  expect(redactText(masked, level), 'a second time').toBe(masked);
}

describe('redactText at level strict masks', () => {
  it.each(SECRETS)('$text', (secret) => isMasked(secret, 'strict'));
  it.each(CONTACTS)('$text', ({ text, hidden }) => isMasked({ text, ...(hidden ? { hidden } : {}) }, 'strict'));
});

describe('redactText at level contact masks', () => {
  it.each(CONTACTS)('$text', (contact) => isMasked(contact, 'contact'));
});

describe.each(['contact', 'strict'] as const)('redactText at level %s does not mask', (level) => {
  it.each(ORDINARY)('%s', (text) => {
    expect(redactText(text, level)).toBe(text);
  });
});

it('redactText at level contact does not mask card numbers', () => {
  expect(redactText('Card 4242 4242 4242 4242', 'contact')).toBe('Card 4242 4242 4242 4242');
});

describe('redactTurns', () => {
  const turns = (...texts: string[]) =>
    texts.map((text, index) => ({ turn: index, speaker: index % 2 ? 'receptionist' : 'caller', text }));
  const redacted = (...texts: string[]) => redactTurns(turns(...texts), 'strict').map((turn) => turn.text);

  it('masks a number that another turn interrupts', () => {
    expect(
      redacted("It's four two four two, four two,", 'Please stop.', 'four two, four two four two, four two four two.'),
    ).toEqual(["It's [card number],", 'Please stop.', '[card number].']);
    expect(
      redacted('two one two', 'Yes?', 'five five five', 'Go on.', 'oh one two three').filter((_, i) => i % 2 === 0),
    ).toEqual(['…0123', '…0123', '…0123']);
  });

  it('classifies a number by the question in the turn before', () => {
    expect(redacted('I pay by card.', 'The code on the back?', 'Three one seven.')[2]).toBe('[security code].');
    expect(redacted('I pay by card.', 'How many people?', 'Three. One, seven years old.')[2]).toBe(
      'Three. One, seven years old.',
    );
  });

  it('reads an exclamation as a word and not as a zero', () => {
    expect(redacted('code on the back is three one seven.', 'Stop.', 'Oh. Oops.')).toEqual([
      'code on the back is [security code].',
      'Stop.',
      'Oh. Oops.',
    ]);
  });

  it('leaves other fields unchanged and accepts turns without speaker', () => {
    expect(redactTurns([{ text: 'ana@example.com', turn: 7 }], 'contact')).toEqual([
      { text: 'a…@example.com', turn: 7 },
    ]);
    expect(redactTurns([], 'strict')).toEqual([]);
  });
});

describe('masks of single fields', () => {
  it.each([
    ['ana@example.com', 'a…@example.com'],
    ['@example.com', '…'],
    ['none', '…'],
    ['😀a@example.com', '😀…@example.com'],
  ])('maskEmail masks %s', (address, masked) => expect(maskEmail(address)).toBe(masked));

  it.each([
    ['+12125550123', '+1…0123'],
    ['+4930901820', '+49…1820'],
    ['(212) 555-0123', '…0123'],
    ['911', '…'],
    ['anonymous', '…'],
  ])('maskPhone masks %s', (number, masked) => expect(maskPhone(number)).toBe(masked));
});

// Quadratic time would take longer than the limit.
it('redactText takes linear time for adversarial texts', { timeout: 30_000 }, () => {
  const parts =
    'four two, |4 |a|a at |x as in y, |1-|1.|account is, |a@|a@a.|A1 |,.;|double |uh |\n| |a dot |_a|Ae1 |e |E S |at gmail |4:|4242 4242 4242 4241; '.split(
      '|',
    );
  const texts = [...parts.map((part) => part.repeat(50_000 / part.length)), `account${' '.repeat(50_000)}1`];
  for (const text of texts) redactText(text, 'strict');
  redactTurns(
    texts.flatMap((text) =>
      Array.from({ length: 500 }, (_, turn) => ({ speaker: `${turn}`, text: text.slice(0, 50) })),
    ),
    'strict',
  );
});

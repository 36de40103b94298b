import { describe, expect, it } from 'vitest';
import { fold, matcher, stringsIn, terms } from '../../src/lib/match.ts';

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
    expect(terms(query)).toEqual(words);
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
    expect(matcher(query)(texts)).toBe(true);
  });

  it.each([
    ['zoe smith', ['Zoë Quist']],
    ['"tooth ache"', ['tooth and ache']],
    ['555 0124', ['+1 (212) 555-0123']],
    ['', ['anything']],
    ['"ab', ['a', 'b']],
  ])('%j does not find %j', (query, texts) => {
    expect(matcher(query)(texts)).toBe(false);
  });
});

it('folds letters of other writings to what they are searched by', () => {
  expect(fold('ÅSE Øst Łódź ﬁn')).toBe('ase ost lodz fin');
});

it('stringsIn finds every string, however deep', () => {
  expect(stringsIn({ a: 'x', b: [{ c: 'y' }, 'z'], d: 1, e: null })).toEqual(['x', 'y', 'z']);
});

import { describe, expect, it } from 'vitest';
import { findWords, segmentsOf } from '../../../src/web/lib/find-words.ts';

const marked = (text: string, query: string) => findWords(text, query).map(({ from, to }) => text.slice(from, to));

describe('findWords', () => {
  it.each([
    ['I asked about the Price, prices too', 'price', ['Price', 'price']],
    ['Frau Müller ruft an', 'muller', ['Müller']],
    ['Mu\u0308ller mit zwei Zeichen', 'müller', ['Mu\u0308ller']],
    ['die Straße entlang', 'strasse', ['Straße']],
    ['Frau Müller und Herr Mueller', 'mueller', ['Müller', 'Mueller']],
    ['Frau Müller und Herr Mueller', 'müller', ['Müller', 'Mueller']],
    ['Ju\u0308rgen  Mu\u0308ller heißt er', '"juergen mueller"', ['Ju\u0308rgen  Mu\u0308ller']],
    ["Mr O'Connell and O’Connell", 'oconnell', ["O'Connell", 'O’Connell']],
    ['Jean-Pierre called', '"jean pierre"', ['Jean-Pierre']],
    ['a root  canal, a root\tcanal', '"root canal"', ['root  canal', 'root\tcanal']],
    ['call 212-555-0123 or 555 0123', '0123', ['212-555-0123'.slice(-4), '0123']],
    ['room 12, not 112', '12', ['12']],
    ['予約をお願いします', '予約', ['予約']],
    ['😀 price 😀', 'price', ['price']],
    ['a.b (c)', 'a.b', ['a.b']],
  ])('marks in %j the words of the query %j', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it('marks several words and merges those that overlap', () => {
    expect(marked('a root canal', 'root canal')).toEqual(['root', 'canal']);
    expect(marked('rooted', 'root rooted')).toEqual(['rooted']);
  });

  it('marks nothing for a query without words, and for words that were not said', () => {
    expect(findWords('anything', '…')).toEqual([]);
    expect(findWords('anything', 'zebra')).toEqual([]);
  });

  it('marks a long text without spaces at the right place', () => {
    const text = `${'あ'.repeat(500)}予約${'い'.repeat(500)}`;
    expect(findWords(text, '予約')).toEqual([{ from: 500, to: 502 }]);
  });

  it('marks at most 200 places of one text', () => {
    expect(findWords('the '.repeat(5_000), 'the')).toHaveLength(200);
  });
});

describe('segmentsOf', () => {
  it('returns the whole text in order, whatever is marked', () => {
    const text = "I'll call you back about the price.";
    const parts = segmentsOf(text, findWords(text, 'call price'), [{ from: 0, to: 18 }]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts).toEqual([
      { text: "I'll ", isPromise: true },
      { text: 'call', isWord: true, isPromise: true },
      { text: ' you back', isPromise: true },
      { text: ' about the ' },
      { text: 'price', isWord: true },
      { text: '.' },
    ]);
  });

  it('returns an unmarked text as one part', () => {
    expect(segmentsOf('hello', [], [])).toEqual([{ text: 'hello' }]);
  });
});

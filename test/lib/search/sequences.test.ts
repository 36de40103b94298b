import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SEQUENCES,
  type SequenceSet,
  sequenceNumber,
  sequencesOf,
  sequenceWords,
} from '../../../src/lib/search/sequences.ts';
import { createTermFinder } from '../../../src/lib/search/terms.ts';
import { ANY_WORD, indexWords, numberWord } from '../../../src/lib/search/words.ts';
import { searched, text } from './support/searched-texts.ts';

const SETS: SequenceSet[] = ['all', 'few'];

/** The sequences that every text with the terms of a query has. */
const sequencesIn = (query: string, set: SequenceSet) =>
  createTermFinder(query).terms.flatMap((term) => sequencesOf(term, set));

/** Whether the sequences of a text select it for a query. */
function isSelected(whole: string, query: string, set: SequenceSet): boolean {
  const entries = new Set(sequenceWords([whole], set));
  return sequencesIn(query, set).every((entry) => entries.has(entry));
}

describe('the sequences of words in a text', () => {
  it.each(SETS)('select the text for each term that is found in it (%s)', (set) => {
    let narrowed = 0;
    const check = (whole: string, query: string) => {
      const entries = new Set(sequenceWords([whole], set));
      for (const term of createTermFinder(query).find(whole).keys()) {
        const wanted = sequencesOf(term, set);
        if (wanted.length > 0) narrowed++;
        for (const entry of wanted) expect(entries.has(entry), JSON.stringify({ whole, query, term })).toBe(true);
      }
    };
    const runs = { numRuns: 1_500 };
    fc.assert(
      fc.property(searched, ({ whole, query }) => check(whole, query)),
      runs,
    );
    fc.assert(
      fc.property(text, text, (whole, query) => check(whole, query)),
      runs,
    );
    expect(narrowed).toBeGreaterThan(150);
  });

  it.each([
    ['parts of words at both ends', 'your account appointment', '"ount app"'],
    ['a part of a word at the beginning', 'we recall you back', '"call you back"'],
    ['one letter at the beginning', 'we recall you back', '"l you back"'],
    ['two letters at both ends', 'I want to call methodically', '"nt to call me"'],
    ['punctuation between words', 'Yes, please: tomorrow', '"yes, please: tomorrow"'],
    ['another white space between words', 'call\tyou\u00a0back', '"call you back"'],
    ['umlauts', 'Können wir die Straße für Müller ändern?', '"die strasse fur muller and"'],
    ['Chinese', '我想预约明天下午的时间', '预约明天'],
    ['Japanese', '明日の予約をお願いします', '"予約をお願い"'],
    ['Thai', 'ขอจองคิววันพรุ่งนี้', 'จองคิว'],
    ['Arabic', 'أريد موعدا غدا صباحا', '"موعدا غدا"'],
    ['hyphens', 'a follow-up check-up today', '"follow up check up"'],
    ['a hyphenated word that is written as one', 'two co-op,check-up', '"coop,checkup"'],
    ['numbers', 'at 12:30 on 2024-05-10', '"30 on 2024-05"'],
    ['a long word', `one ${'x'.repeat(100)} two`, `"${'x'.repeat(50)} two"`],
  ])('select a text for a phrase with %s', (_what, whole, query) => {
    expect(createTermFinder(query).find(whole).size).toBe(1);
    for (const set of SETS) expect(isSelected(whole, query, set), set).toBe(true);
  });

  it.each([
    ['have the words in another order', 'you call me back', '"call you back tomorrow"'],
    ['have other words in between', 'I call and you go back', '"call you back"'],
    ['have the first two words', 'we call you', '"call you back"'],
    ['have the pairs and not the whole phrase', 'would call you, and you back', '"call you back"'],
    ['have a longer word in the middle', 'call yours back', '"call you back"'],
    ['have another beginning of the last word', 'a check, update', '"check-ups"'],
    ['have the characters in another order', '明天预约', '"预约明天"'],
    ['have another word in between', 'a written and signed quote', '"written quote"'],
  ])('do not select texts that %s', (_what, whole, query) => {
    for (const set of SETS) expect(isSelected(whole, query, set), set).toBe(false);
  });

  it('have half as many entries in a set of few, which are among all', () => {
    const text =
      'I would like an appointment for a cleaning tomorrow morning, and please call me back if there is a problem. 明天下午';
    const all = sequenceWords([text], 'all');
    const few = sequenceWords([text], 'few');
    expect(few.length).toBeGreaterThan(all.length / 3);
    expect(few.length).toBeLessThan(all.length * 0.6);
    expect(all).toEqual(expect.arrayContaining(few));
  });

  it('sequences of words of one text have different numbers', () => {
    const words = sequenceWords(['please call me back tomorrow morning at ten'], 'all');
    const numbers = words.map((word) => sequenceNumber(word) ?? -1);
    expect(new Set(numbers).size).toBe(words.length);
    for (const number of numbers) expect(number >= 0 && number < SEQUENCES, String(number)).toBe(true);
    expect(['#aaaa', '#aaab', '#zzzz'].map(sequenceNumber)).toEqual([0, 1, SEQUENCES - 1]);
    expect(['*', 'abcd', '#0150', '#abc', '*#abcd', '=#abcd'].map(sequenceNumber)).toEqual(Array(6).fill(undefined));
  });

  it('say nothing about single words and numbers', () => {
    for (const query of ['appointment', '0150', '"my"', '"to go"', '"a crown"'])
      expect(sequencesIn(query, 'all'), query).toEqual([]);
  });

  it('have a form of their own among the words of an index', () => {
    const sequences = sequenceWords(['I would like an appointment tomorrow at 12:30, please call 303 555 0150'], 'all');
    expect(sequences.length).toBeGreaterThan(20);
    for (const word of sequences) expect(word).toMatch(/^#[a-z]{4}$/);
    expect(numberWord('0150')).toBe('#0150');
    expect(indexWords(['#abcd'])).toEqual(['abcd']);
  });

  it('stay few entries however long a text is', () => {
    const random = Array.from({ length: 60_000 }, (_, index) => index.toString(36).padStart(5, 'q')).join(' ');
    expect(sequenceWords([random], 'few')).toEqual([ANY_WORD]);
    const repeated = Array.from({ length: 5_000 }, () => 'please call me back tomorrow');
    expect(sequenceWords(repeated, 'all').length).toBeLessThan(20);
  });
});

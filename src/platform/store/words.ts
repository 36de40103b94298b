import type { RawBuilder } from 'kysely';
import { createAttachedProperty } from '../../lib/attached-property.ts';
import type { SequenceSet } from '../../lib/search/sequences.ts';
import type { WordPattern } from '../../lib/search/word-query.ts';
import { withoutMark } from '../../lib/search/words.ts';
import type { Db, NumberedKind } from './schema/schema.ts';

/** The records that have words. */
export const WORD_KINDS = ['contacts', 'bookings', 'calls'] as const satisfies NumberedKind[];

/** The index words of a record. They contain no spaces. */
export interface RecordWords {
  id: string;
  teamId: string;
  words: readonly string[];
}

/** Records of a team that have at least one word of each group. */
export interface WordSearch {
  kind: NumberedKind;
  teamId: string;
  groups: readonly (readonly string[])[];
}

/** The words of all records, and which records have them. Implemented in store/sqlite and store/postgres. */
export interface WordIndex {
  /** The sequences of words that calls also have (`lib/search/sequences.ts`), which narrow phrases. */
  readonly sequences: SequenceSet;
  /** Columns of a record's table that the statement sets that adds the record, beside those of the record. */
  columnsToAdd(kind: NumberedKind): Readonly<Record<string, RawBuilder<unknown>>>;
  /** The same for each record of a statement that adds several: no other transaction writes meanwhile where they are numbered. */
  columnsToAddEach(tx: Db, kind: NumberedKind, records: number): Promise<readonly Readonly<Record<string, number>>[]>;
  /** Stores the words of records in place of earlier ones; on PostgreSQL without waiting for the answer. The records are stored already. */
  put(tx: Db, kind: NumberedKind, records: readonly RecordWords[]): Promise<void>;
  /**
   * Stores the sequences of calls in place of earlier ones, without waiting for the answer: where that takes so long that they are
   * not among the words, but are stored in the background. Undefined elsewhere.
   */
  putSequences: ((tx: Db, calls: readonly RecordWords[]) => void) | undefined;
  /** Removes the words of a record, which is deleted after this. */
  remove(tx: Db, kind: NumberedKind, id: string): Promise<void>;
  /** Removes the words of all records of a team, which are deleted after this. */
  removeTeam(tx: Db, kind: NumberedKind, teamId: string): Promise<void>;
  /** Returns words of any record that fulfil a pattern, in no order, at most `limit`. */
  expand(pattern: WordPattern, limit: number): Promise<string[]>;
  /** Returns the ids of the records, in no order; undefined if there are more than `limit`. */
  find(search: WordSearch, limit: number): Promise<string[] | undefined>;
}

const indexes = createAttachedProperty<Db, WordIndex>('words');

/** Attaches the index of its database to a transaction. */
export const setWordIndex = (tx: Db, index: WordIndex): void => indexes.set(tx, index);

/** Returns the index of a transaction's database; undefined if its SQLite has no full-text search. */
export const wordIndexOf = (tx: Db): WordIndex | undefined => indexes.get(tx);

/** The columns that the index sets in the statement that adds a record. */
export const columnsToAdd = (tx: Db, kind: NumberedKind) => wordIndexOf(tx)?.columnsToAdd(kind);

/** Returns rows with the columns that the index sets in the statement that adds all of them. */
export async function withColumnsToAdd<R extends object>(tx: Db, kind: NumberedKind, rows: readonly R[]): Promise<R[]> {
  const columns = await wordIndexOf(tx)?.columnsToAddEach(tx, kind, rows.length);
  // `Object.assign` instead of a spread: rows with all columns take a third of the memory.
  return rows.map((row, index) => Object.assign({}, row, columns?.[index]));
}

/** Sequences of up to three characters: with those of three, words that contain a longer text are found. */
export const GRAM_LENGTHS: readonly number[] = [1, 2, 3];

/** Returns the parts by which a word is found that contains a text; none for a number, which is found by its beginning. */
export function gramsOf(word: string): string[] {
  if (/^\d+$/.test(word)) return [];
  const characters = [...word];
  const grams = GRAM_LENGTHS.flatMap((length) => sequences(characters, length));
  return [...new Set(grams)];
}

/** Returns the parts that every word with a text has. */
export function gramsIn(text: string): string[] {
  const characters = [...text];
  return [...new Set(sequences(characters, Math.min(characters.length, Math.max(...GRAM_LENGTHS))))];
}

function sequences(characters: readonly string[], length: number): string[] {
  const count = Math.max(0, characters.length - length + 1);
  return Array.from({ length: count }, (_, start) => characters.slice(start, start + length).join(''));
}

/** Returns those of a record's words that are found by their parts: words of language, not marks, ids and endings of numbers. */
export const vocabularyOf = (words: readonly string[]): string[] =>
  words.map(withoutMark).filter((word) => /^[\p{L}\p{M}\p{N}]/u.test(word));

/** Words with the parts of a pattern's text that are looked at: more are selected by almost every text. */
export const MAX_EXPANDED = 2_000;

/** Returns those of up to `MAX_EXPANDED` words with the parts of a pattern's text that fulfil the pattern; with so many, any of them. */
export function expandedWords(rows: readonly { word: string }[], pattern: WordPattern, limit: number): string[] {
  const words = rows.map(({ word }) => word);
  return (words.length === MAX_EXPANDED ? words : words.filter(fulfils(pattern))).slice(0, limit);
}

/** Tells which words, among those with the parts of a pattern's text, fulfil the pattern. */
const fulfils =
  ({ kind, text }: WordPattern) =>
  (word: string): boolean =>
    kind === 'prefix' ? word.startsWith(text) : kind === 'suffix' ? word.endsWith(text) : word.includes(text);

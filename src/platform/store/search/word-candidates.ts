import type { QueryTerm } from '../../../lib/search/query-term.ts';
import { idIn } from '../../../lib/search/record-text.ts';
import { sequencesOf } from '../../../lib/search/sequences.ts';
import { queryTerms } from '../../../lib/search/terms.ts';
import { type WordPattern, wordPatterns } from '../../../lib/search/word-query.ts';
import { ANY_WORD, idWord } from '../../../lib/search/words.ts';
import { DERIVED_VERSION, SEQUENCED_VERSION } from '../../derived/versions.ts';
import type { NumberedKind } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { underivedIds } from '../underived.ts';
import type { WordIndex } from '../words.ts';

/** Words that one term of a query stands for. A term of more is not looked up: almost every text has one of them. */
const MAX_EXPANSIONS = 250;
/** Terms of a query that are looked up: more select hardly less. */
const MAX_TERMS = 16;
/** Sequences of words that are looked up. */
const MAX_SEQUENCES = 16;
/**
 * Records that are compared one by one, whatever their order. Where more can match, a list in its order finds some soon.
 */
const MAX_CANDIDATES = 2_000;

/**
 * Returns the index words of records to which another one belongs whose name has all of the terms; undefined if they are too
 * many.
 */
type NamedWords = (terms: readonly QueryTerm[]) => Promise<readonly string[] | undefined>;

/** What is searched, and how many records can match at most. */
interface WordSelection {
  kind: NumberedKind;
  teamId: string;
  /** How the words of the text are in the index; default: as they are. */
  indexed?: (word: string) => string;
  /** Sequences of words in the text are in the index. */
  hasSequences?: boolean;
  /** Terms can be in the names of other records, too. */
  named?: NamedWords;
  limit?: number;
}

type Words = Pick<Store, 'words' | 'readUncoordinated'>;

/**
 * Returns the ids of all records of a team that can have the terms, in no order; undefined if they are too many, or the terms
 * say nothing about words. Records whose words are not indexed yet can have any.
 */
export async function wordCandidates(
  store: Words,
  selection: WordSelection,
  terms: readonly QueryTerm[],
): Promise<string[] | undefined> {
  const { words } = store;
  if (!words) return undefined;
  const { kind } = selection;
  const all = selection.hasSequences ? terms.flatMap((term) => sequencesOf(term, words.sequences)) : [];
  const sequences = all.slice(0, MAX_SEQUENCES);
  // Read before the words: a record that is indexed meanwhile may have brought words that were not there.
  const sequenced = words.putSequences ? SEQUENCED_VERSION : DERIVED_VERSION[kind];
  const unsequenced = sequences.length > 0 ? await unindexedIds(store, selection, sequenced) : undefined;
  const unindexed = unsequenced ?? (await unindexedIds(store, selection, DERIVED_VERSION[kind]));
  if (!unindexed) return undefined;
  // If too many have no sequences yet, words alone may select few.
  const entries = unsequenced ? sequences.map((word) => [word, ANY_WORD]) : [];
  const groups = [...(await wordGroups(words, selection, terms)), ...entries];
  return groups.length > 0 ? recordsWith(words, selection, groups, unindexed) : undefined;
}

/**
 * Returns the ids of all records of a team that can match a query of a list: by words, by their own id, or by that of another
 * record; undefined as above.
 */
export async function queryCandidates(
  store: Words,
  selection: WordSelection,
  query: string,
): Promise<string[] | undefined> {
  const id = idIn(query);
  const terms = queryTerms(query);
  // A query without words or numbers matches no text.
  const byWords = terms.length === 0 ? [] : await wordCandidates(store, selection, terms);
  const unindexed = byWords && (await unindexedIds(store, selection, DERIVED_VERSION[selection.kind]));
  const byReference =
    unindexed && store.words && (await recordsWith(store.words, selection, [[idWord(id)]], unindexed));
  // No database has U+0000 in an id, and PostgreSQL accepts it in no statement.
  return byWords && byReference && [...new Set([...byWords, ...byReference, ...(id.includes('\0') ? [] : [id])])];
}

/** Returns the ids of records of a team from which something of a version is missing; undefined if they are too many. */
const unindexedIds = (
  { readUncoordinated }: Words,
  { kind, teamId, limit = MAX_CANDIDATES }: WordSelection,
  version: number,
): Promise<string[] | undefined> => readUncoordinated((db) => underivedIds(db, { kind, teamId, version, limit }));

/** Returns the ids of records with a word of each group, and of those whose words are not indexed yet. */
async function recordsWith(
  words: WordIndex,
  { kind, teamId, limit = MAX_CANDIDATES }: WordSelection,
  groups: readonly (readonly string[])[],
  unindexed: readonly string[],
): Promise<string[] | undefined> {
  const found = await words.find({ kind, teamId, groups }, limit);
  return found && [...new Set([...found, ...unindexed])];
}

/**
 * Returns groups of words of which every matching record has one each: for each word of a term the words of the index that
 * fulfil its patterns, and those of names with the term. Patterns for which these are too many are left out.
 */
async function wordGroups(
  words: WordIndex,
  { indexed = (word) => word, named }: WordSelection,
  terms: readonly QueryTerm[],
): Promise<string[][]> {
  const groups: string[][] = [];
  /** Terms that are in too many names. */
  const common: { term: QueryTerm; own: string[] | undefined }[] = [];
  const seen = new Set<string>();
  for (const term of terms.slice(0, MAX_TERMS)) {
    const own: string[][] = [];
    for (const patterns of wordPatterns([term])) {
      const key = JSON.stringify(patterns);
      if (seen.has(key)) continue;
      seen.add(key);
      const expanded = await expandAny(words, patterns);
      if (expanded) own.push([...expanded, ANY_WORD].map(indexed));
    }
    const names = named ? await named([term]) : [];
    if (names && names.length <= MAX_EXPANSIONS) groups.push(...own.map((group) => [...group, ...names]));
    else common.push({ term, own: own[0] });
  }
  return [...groups, ...(await groupOfCommon(common, named))];
}

/** Returns the words of the index that fulfil one of the patterns; undefined if they are too many. */
async function expandAny(words: WordIndex, patterns: readonly WordPattern[]): Promise<string[] | undefined> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const expanded = pattern.kind === 'exact' ? [pattern.text] : await words.expand(pattern, MAX_EXPANSIONS + 1);
    for (const word of expanded) found.add(word);
    if (found.size > MAX_EXPANSIONS) return undefined;
  }
  return [...found];
}

/** A record that does not have one of the terms in its own text has all of them in a name. */
async function groupOfCommon(
  common: readonly { term: QueryTerm; own: string[] | undefined }[],
  named: NamedWords | undefined,
): Promise<string[][]> {
  const own = common.map((one) => one.own).filter((words) => words !== undefined);
  if (!named || common.length < 2 || own.length < common.length) return [];
  const names = await named(common.map(({ term }) => term));
  return names ? [[...own.flat(), ...names]] : [];
}

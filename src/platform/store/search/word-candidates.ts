import { wordPatterns } from '../../../lib/search/word-query.ts';
import { ANY_WORD } from '../../../lib/search/words.ts';
import type { QueryTerm } from '../../../lib/text-search.ts';
import { DERIVED_VERSION } from '../../derived/versions.ts';
import type { NumberedKind } from '../schema.ts';
import type { Store } from '../store.ts';
import { underivedIds } from '../underived.ts';
import type { WordIndex } from '../words.ts';

/** Words that one term of a query stands for. A term of more is not looked up: almost every text has one of them. */
const MAX_EXPANSIONS = 250;
/**
 * Records that are compared one by one, whatever their order. Where more can match, a list in its order finds some soon.
 */
const MAX_CANDIDATES = 2_000;

/**
 * Returns the ids of all records of a team that can have the terms, in no order; undefined if they are too many, or the terms
 * say nothing about words. Records whose words are not indexed yet can have any.
 */
export async function wordCandidates(
  { words, readUncoordinated }: Pick<Store, 'words' | 'readUncoordinated'>,
  kind: NumberedKind,
  teamId: string,
  terms: readonly QueryTerm[],
): Promise<string[] | undefined> {
  const groups = words && (await wordGroups(words, terms));
  if (!groups || groups.length === 0) return undefined;
  const limit = MAX_CANDIDATES;
  const version = DERIVED_VERSION[kind];
  const unindexed = await readUncoordinated((db) => underivedIds(db, { kind, teamId, version, limit }));
  const found = unindexed && (await words.find({ kind, teamId, groups }, limit));
  return found && [...new Set([...found, ...unindexed])];
}

/** Returns the words of the index that each pattern stands for, without those that are too many. */
async function wordGroups(words: WordIndex, terms: readonly QueryTerm[]): Promise<string[][]> {
  const groups: string[][] = [];
  for (const pattern of wordPatterns(terms)) {
    const expanded = pattern.kind === 'exact' ? [pattern.text] : await words.expand(pattern, MAX_EXPANSIONS + 1);
    if (expanded.length <= MAX_EXPANSIONS) groups.push([...expanded, ANY_WORD]);
  }
  return groups;
}

import { sql } from 'kysely';
import type { QueryTerm } from '../../../lib/search/query-term.ts';
import { createRecordMatcher } from '../../../lib/search/record-matcher.ts';
import { hasTerms } from '../../../lib/search/terms.ts';
import { idWord, listedWord } from '../../../lib/search/words.ts';
import { callTextOf } from '../../derived/words.ts';
import type { CallRow } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { MAX_LISTED_CANDIDATES } from './listed-words.ts';
import { type RowMatch, rowOf } from './stream.ts';
import { queryCandidates, wordCandidates } from './word-candidates.ts';

/** The calls that can match a query of their list, and the decision about each. */
export interface CallWords {
  /** Undefined if too many can match. */
  candidates: string[] | undefined;
  match: RowMatch;
}

const COLUMNS = [
  'id',
  'contact_id',
  'direction',
  'status',
  'phone',
  'outcome',
  'language',
  'summary',
  'call_reference',
  'further_text',
] as const;
type Row = Pick<CallRow, (typeof COLUMNS)[number]>;
const CONTACT_NAME = sql<string | null>`(select name from contacts where contacts.id = calls.contact_id)`;

type Words = Pick<Store, 'words' | 'readUncoordinated'>;

/**
 * Returns how the list of calls is searched for a query.
 * @param withNames whether the names of contacts, those at present, are searched.
 */
export async function callWords(store: Words, teamId: string, query: string, withNames: boolean): Promise<CallWords> {
  const selection = { kind: 'calls', teamId, indexed: listedWord, limit: MAX_LISTED_CANDIDATES } as const;
  const named = (terms: readonly QueryTerm[]) => wordsOfNamed(store, teamId, terms);
  const candidates = await queryCandidates(store, withNames ? { ...selection, named } : selection, query);
  const matches = createRecordMatcher(query);
  const columns = COLUMNS.map((column) => `calls.${column}`);
  return {
    candidates,
    match: {
      columns: withNames ? [...columns, CONTACT_NAME] : columns,
      isMatch: (values) => matches(callTextOf(rowOf<Row>(COLUMNS, values), values[COLUMNS.length])),
    },
  };
}

/** Returns the index words of the contacts whose names have all terms; undefined if they are too many. */
async function wordsOfNamed(
  store: Words,
  teamId: string,
  terms: readonly QueryTerm[],
): Promise<readonly string[] | undefined> {
  const candidates = await wordCandidates(store, { kind: 'contacts', teamId }, terms);
  if (!candidates?.length) return candidates;
  const rows = await store.readUncoordinated((db) =>
    db
      .selectFrom('contacts')
      .select(['id', 'name'])
      .where('team_id', '=', teamId)
      .where('id', 'in', candidates)
      .execute(),
  );
  return rows.filter(({ name }) => hasTerms(name, terms)).map(({ id }) => idWord(id));
}

import type { JsonObject } from '../../../lib/json.ts';
import { createRecordMatcher } from '../../../lib/search/record-matcher.ts';
import { contactText, idIn } from '../../../lib/search/record-text.ts';
import { queryTerms } from '../../../lib/search/terms.ts';
import { createMatcher, parseQuery } from '../../../lib/search/text-search.ts';
import type { Store } from '../store.ts';
import type { MatchValues, Stream } from './stream.ts';
import { wordCandidates } from './word-candidates.ts';

/** Words that a contact must have. */
interface ContactWords {
  /** In the name. */
  name?: string | undefined;
  /** In any text; or the id. */
  query?: string | undefined;
}

const COLUMNS = ['id', 'name', 'email', 'phone', 'additional_json'].map((column) => `contacts.${column}`);

/** Decides whether a contact has the words; undefined without any. */
export function wordMatch({ name, query }: ContactWords): Stream<'contacts'>['match'] {
  if (name === undefined && query === undefined) return undefined;
  const matchesName = name === undefined ? undefined : createMatcher(name);
  const matchesQuery = query === undefined ? undefined : createRecordMatcher(query);
  return {
    columns: COLUMNS,
    isMatch: (values: MatchValues) => {
      const [id, stated, email, phone, additional] = values;
      if (matchesName && !matchesName([stated ?? ''])) return false;
      if (!matchesQuery) return true;
      return matchesQuery(
        contactText({ id, name: stated, email, phone }, JSON.parse(additional ?? '{}') as JsonObject),
      );
    },
  };
}

/** Returns the ids of all contacts that can have the words; undefined if they are too many, or there are no words. */
export async function contactCandidates(
  store: Pick<Store, 'words' | 'readUncoordinated'>,
  teamId: string,
  { name, query }: ContactWords,
): Promise<string[] | undefined> {
  if (name === undefined && query === undefined) return undefined;
  // No database has U+0000 in an id, and PostgreSQL accepts it in no statement.
  const byId = query === undefined || query.includes('\0') ? [] : [idIn(query)];
  const [named, others] = [
    name === undefined ? undefined : parseQuery(name),
    query === undefined ? undefined : queryTerms(query),
  ];
  // A query without words or numbers matches no text.
  if (named?.length === 0) return [];
  if (others?.length === 0) return byId;
  const found = await wordCandidates(store, { kind: 'contacts', teamId }, [...(named ?? []), ...(others ?? [])]);
  return found && [...new Set([...found, ...byId])];
}

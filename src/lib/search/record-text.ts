import type { JsonObject } from '../json.ts';
import { withoutSecrets } from '../secret-fields.ts';
import { stringsIn } from '../text-search.ts';
import { createQueryMatcher } from './terms.ts';

/** What is searched of a record in a list, by its platform and by tools. Times are not. */
export interface RecordText {
  /** Ids and references: a query that is one of them finds the record. */
  ids: readonly (string | null | undefined)[];
  /** Texts in which all words of a query must occur. */
  texts: readonly string[];
}

export interface SearchedContact {
  id?: string | null | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** @param other further fields, as far as the search may read them. */
export const contactText = ({ id, name, email, phone }: SearchedContact, other: JsonObject): RecordText => ({
  ids: [id],
  texts: stringsIn([name, email, phone, withoutSecrets(other)]),
});

/** Returns a predicate that is true for records in whose texts all words of a query occur, and for the one that it names by id. */
export function createRecordMatcher(query: string): (record: RecordText) => boolean {
  const matches = createQueryMatcher(query);
  const id = idIn(query);
  return ({ ids, texts }) => ids.includes(id) || matches(texts);
}

/** Returns the id that a query may be. */
export const idIn = (query: string): string => query.trim();

import { idIn, type RecordText } from './record-text.ts';
import { createQueryMatcher } from './terms.ts';

/** Returns a predicate that is true for records in whose texts all words of a query occur, and for those that it names by an id. */
export function createRecordMatcher(query: string): (record: RecordText) => boolean {
  const matches = createQueryMatcher(query);
  const id = idIn(query);
  return ({ ids, texts, names = [] }) => ids.includes(id) || matches(texts, names.filter(Boolean) as string[]);
}

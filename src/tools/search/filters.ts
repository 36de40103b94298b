import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { RecordText } from '../../lib/search/record-text.ts';
import { stringsIn } from '../../lib/search/text-search.ts';
import { withoutSecrets } from '../../lib/secrets/secret-fields.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { hiddenKinds, type RecordAccess } from '../core/record-kinds.ts';
import { visibleFields } from '../output/hidden-records.ts';
import type { Verdict } from './run-search.ts';

/** Decides whether a record matches. */
export type Filter<R extends Resource> = (read: Read<R>) => Verdict;
type Text = string | null | undefined;

/** Conjunction of filters; undefined if there are none. A `false` wins over another filter's `unknown`. */
export function allOf<R extends Resource>(candidates: readonly (Filter<R> | '' | undefined)[]): Filter<R> | undefined {
  const filters = candidates.filter((filter) => typeof filter === 'function');
  if (filters.length === 0) return undefined;
  return (read) => {
    let combined: Verdict = true;
    for (const filter of filters) {
      const verdict = filter(read);
      if (verdict === false) return false;
      if (verdict === 'unknown') combined = verdict;
    }
    return combined;
  };
}

/** Matches times from `from` (inclusive) to `to` (exclusive), both UTC instants. */
export function withinWindow<R extends Resource>(
  window: { from?: string | undefined; to?: string | undefined },
  timeOf: (read: Read<R>) => Text,
): Filter<R> {
  const from = window.from ? Date.parse(window.from) : Number.NEGATIVE_INFINITY;
  const to = window.to ? Date.parse(window.to) : Number.POSITIVE_INFINITY;
  return (read) => {
    const time = epochMs(timeOf(read));
    return time === undefined ? 'unknown' : time >= from && time < to;
  };
}

/**
 * Matches if all words of the query occur in the record. A search must not find what an answer must not show.
 * The words of all languages are loaded with the first query.
 * @param textOf what is searched of a record; default: all of its texts.
 */
export async function matchesQuery<R extends Resource>(
  query: string,
  access: RecordAccess,
  textOf: (fields: Read<R>['fields'], other: JsonObject) => RecordText = allTexts,
): Promise<Filter<R>> {
  const { createRecordMatcher } = await import('../../lib/search/record-matcher.ts');
  const matches = createRecordMatcher(query);
  const hidden = hiddenKinds(access);
  return ({ fields, other }) => matches(textOf(fields, visibleFields(other, hidden)));
}

const allTexts = (fields: unknown, other: JsonObject): RecordText => ({
  ids: [],
  texts: stringsIn([fields, withoutSecrets(other)]),
});

import type { Read, Resource } from '../../contract/index.ts';
import { createMatcher, stringsIn } from '../../lib/text-search.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { Verdict } from './run-search.ts';

type Filter<R extends Resource> = (read: Read<R>) => Verdict;
type Text = string | null | undefined;

/** All filters at once; undefined when there is none. What one rules out is out, whatever another cannot judge. */
export function every<R extends Resource>(filters: readonly (Filter<R> | '' | undefined)[]): Filter<R> | undefined {
  const given = filters.filter((filter) => typeof filter === 'function');
  if (given.length === 0) return undefined;
  return (read) => {
    let all: Verdict = true;
    for (const filter of given) {
      const verdict = filter(read);
      if (verdict === false) return false;
      if (verdict === 'unknown') all = verdict;
    }
    return all;
  };
}

/** From `from` on and before `to`, both UTC instants. */
export function withinWindow<R extends Resource>(
  window: { from?: string | undefined; to?: string | undefined },
  of: (read: Read<R>) => Text,
): Filter<R> {
  const from = window.from ? Date.parse(window.from) : Number.NEGATIVE_INFINITY;
  const to = window.to ? Date.parse(window.to) : Number.POSITIVE_INFINITY;
  return (read) => {
    const time = epochMs(of(read));
    return time === undefined ? 'unknown' : time >= from && time < to;
  };
}

/** Whether one of these fields has this value, whatever its case. */
export function equals<R extends Resource>(value: string, ...fields: ((read: Read<R>) => Text)[]): Filter<R> {
  const wanted = value.toLowerCase();
  return (read) => {
    let verdict: Verdict = 'unknown';
    for (const field of fields) {
      const text = field(read);
      if (typeof text !== 'string') continue;
      if (text === value || text.toLowerCase() === wanted) return true;
      verdict = false;
    }
    return verdict;
  };
}

/** Whether the words of a query occur in the record. */
export function mentions<R extends Resource>(query: string): Filter<R> {
  const matches = createMatcher(query);
  return (read) => matches(stringsIn([read.fields, read.other]));
}

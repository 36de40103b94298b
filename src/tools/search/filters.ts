import type { Read, Resource } from '../../contract/index.ts';
import { matcher, stringsIn } from '../../lib/match.ts';
import type { Verdict } from './find.ts';

type Filter<R extends Resource> = (read: Read<R>) => Verdict;
type Text = string | null | undefined;

/** A time in the one form whose order as text is the order in time; undefined when it is none. */
export function instant(text: Text): string | undefined {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** All filters at once; undefined when there is none. What one rules out is out, whatever another cannot judge. */
export function every<R extends Resource>(filters: readonly (Filter<R> | '' | undefined)[]): Filter<R> | undefined {
  const given = filters.filter((filter) => typeof filter === 'function');
  if (given.length === 0) return undefined;
  return (read) => {
    const verdicts = given.map((filter) => filter(read));
    return verdicts.includes(false) ? false : verdicts.includes('unknown') ? 'unknown' : true;
  };
}

/** From `from` on and before `to`, both UTC instants. */
export function within<R extends Resource>(
  window: { from?: string | undefined; to?: string | undefined },
  of: (read: Read<R>) => Text,
): Filter<R> {
  const from = instant(window.from);
  const to = instant(window.to);
  return (read) => {
    const time = instant(of(read));
    if (time === undefined) return 'unknown';
    return (from === undefined || time >= from) && (to === undefined || time < to);
  };
}

/** Whether one of these fields has this value, whatever its case. */
export function equals<R extends Resource>(value: string, ...fields: ((read: Read<R>) => Text)[]): Filter<R> {
  const wanted = value.toLowerCase();
  return (read) => {
    const values = fields.map((field) => field(read)).filter((text): text is string => typeof text === 'string');
    return values.length === 0 ? 'unknown' : values.some((text) => text.toLowerCase() === wanted);
  };
}

/** Whether the words of a query occur in the record. */
export function mentions<R extends Resource>(query: string): Filter<R> {
  const matches = matcher(query);
  return (read) => matches(stringsIn([read.fields, read.other]));
}

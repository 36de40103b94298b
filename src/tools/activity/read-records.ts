import { type FetchPage, scan } from '../../api/index.ts';
import { MAX_PER_PAGE, type Read, type Resource } from '../../contract/index.ts';
import { forEachInSlices } from '../../lib/concurrency/slices.ts';
import { pluralize } from '../../lib/text/text.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { type FetchMatching, searchAnnounced } from '../search/announced-search.ts';
import { allOf, type Filter } from '../search/filters.ts';
import type { SortKey } from '../search/sort-key.ts';
import type { ValueCheck } from '../search/value-filter.ts';

/**
 * Records that one summary reads: 500 requests, within the time limit of a scan. A list can be continued with a cursor; a sum
 * is complete or of little use.
 */
const MAX_READ_RECORDS = 50_000;

interface RecordSource<R extends Resource> {
  /** Singular, for sentences about what is missing. */
  what: 'booking' | 'call';
  fetch: FetchPage<R>;
  filters: readonly (Filter<R> | '' | undefined)[];
  checks: readonly ValueCheck<R>[];
  timeOf: (read: Read<R>) => string | null | undefined;
  /** Called for each record that matches. */
  visit: (read: Read<R>) => void;
  /** Asks a platform with the extension `list_filters` for the records that match; undefined: the whole list is read. */
  search: { resource: R; fetch: FetchMatching<R> } | undefined;
}

/** What a summary leaves out. */
export interface Coverage {
  complete: boolean;
  unread: string[];
  /** When the records were read, in UTC, if it was not now. */
  asOf?: string | undefined;
}

export const COMPLETE: Coverage = { complete: true, unread: [] };

/**
 * Reads a list once, as far as the limits of a scan permit, and visits the records that match all filters.
 * @throws ToolError if the whole list was read and no record of it has the value of a filter.
 */
export async function readRecords<R extends Resource>(
  source: RecordSource<R>,
  context: ToolContext,
): Promise<Coverage> {
  const { what, fetch, filters, checks, timeOf, visit, search } = source;
  const { clock, progress, time, extensions, signal } = context;
  const verdict = allOf<R>(filters) ?? (() => true);
  if (search && (await extensions.has('list_filters', signal)))
    return readMatching({ ...source, search }, verdict, context);
  let undecided = 0;
  let [first, last] = ['', ''];
  const { complete, scanned, total } = await scan(
    fetch,
    (read) => {
      for (const check of checks) check.visit(read);
      const at = utcInstant(timeOf(read));
      if (at && (first === '' || at < first)) first = at;
      if (at && at > last) last = at;
      const matches = verdict(read);
      if (matches === 'unknown') undecided++;
      else if (matches) visit(read);
    },
    { clock, progress, maxRecords: MAX_READ_RECORDS },
  );
  if (complete) for (const check of checks) check.assertKnown();
  const unread: string[] = [];
  if (!complete) {
    const dates = [first, last].map((at) => time.describe(at)?.local.slice(0, 10));
    unread.push(
      `Only ${scanned} of ${total ?? 'an unknown number of'} ${what}s were read${dates[0] ? `, of ${dates[0]} to ${dates[1]}, not necessarily all of these days` : ''}.`,
    );
  }
  unread.push(...undecidedSentence(undecided, what));
  return { complete: complete && undecided === 0, unread };
}

/** Time after which no further part is requested. */
const TIME_LIMIT_MS = 25_000;

/** Visits the records that a platform finds itself, the earliest first. */
async function readMatching<R extends Resource>(
  { what, checks, timeOf, visit, search }: RecordSource<R> & { search: NonNullable<RecordSource<R>['search']> },
  verdict: Filter<R>,
  { clock, progress }: ToolContext,
): Promise<Coverage> {
  const deadline = clock.monotonic() + TIME_LIMIT_MS;
  const sortKey = (read: Read<R>) => utcInstant(timeOf(read));
  let [counted, undecided] = [0, 0];
  let asOf: string | undefined;
  let after: SortKey | undefined;
  do {
    const part = await searchAnnounced({
      ...search,
      verdict,
      checks,
      sortKey,
      order: 'asc',
      after,
      limit: MAX_PER_PAGE,
    });
    await forEachInSlices(part.found, ({ read }) => visit(read));
    counted += part.found.length;
    progress(counted, part.matched);
    ({ undecided, asOf, next: after } = part);
  } while (after && counted < MAX_READ_RECORDS && clock.monotonic() < deadline);
  const unread = [
    ...(after ? [`Only the first ${pluralize(counted, `matching ${what}`)} were counted, by time.`] : []),
    ...undecidedSentence(undecided, what),
  ];
  return { complete: unread.length === 0, unread, asOf };
}

const undecidedSentence = (undecided: number, what: string): string[] =>
  undecided > 0 ? [`${pluralize(undecided, what)} without a field that the filters read, such as the time.`] : [];

/** Returns the coverage of a summary that leaves out more. */
export const addUnread = ({ complete, unread, asOf }: Coverage, more: readonly string[]): Coverage => ({
  asOf,
  complete: complete && more.length === 0,
  unread: [...unread, ...more],
});

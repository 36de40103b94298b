import { languagesOf, normalizeValue, UNDETERMINED } from '../../../lib/stated-values.ts';
import { type CallListRow, selectListed } from '../calls/calls.ts';
import type { Db } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { positionsAmong, searchAmong } from './among-candidates.ts';
import {
  type CallFilters,
  type CallSort,
  type Column,
  callStreams,
  type Matching,
  type Values,
} from './call-streams.ts';
import { type CallWords, callWords } from './call-words.ts';
import { type Filtered, type KnownValues, knownParts } from './known-values.ts';
import { matchedBy } from './listed-words.ts';
import { countStreams, type ListSearch, searchStreams } from './search.ts';
import type { KeyRange, Stream } from './stream.ts';
import { distinctValues } from './values.ts';

interface CallSearch extends ListSearch {
  sort: CallSort;
}

const COLUMNS = ['direction', 'status', 'outcome', 'language'] as const;

/** The calls of a team that match all filters, by start or length. */
export async function searchCalls(
  store: Pick<Store, 'words' | 'readUncoordinated'>,
  teamId: string,
  { query, withNames, ...filters }: CallFilters & CallQuery,
  search: CallSearch,
): Promise<Filtered<CallListRow>> {
  const words = query === undefined ? undefined : await callWords(store, teamId, query, withNames);
  return store.readUncoordinated((db) => searchIn(db, teamId, filters, search, words));
}

interface CallQuery {
  /** Words that a call must have in its texts but what was said; or its id, reference or contact. */
  query?: string | undefined;
  /** Whether the query is searched in the names of contacts, too. */
  withNames: boolean;
}

async function searchIn(
  db: Db,
  teamId: string,
  filters: CallFilters,
  search: CallSearch,
  words: CallWords | undefined,
): Promise<Filtered<CallListRow>> {
  const values = await readValues(db, teamId, filters);
  const matching = matchingValues(filters, values);
  const [all, range] = await callStreams(db, teamId, filters, matching, search.sort);
  const streams = matchedBy(all, words?.match);
  const found = await (words?.candidates
    ? searchAmong(streams, range, words.candidates, search)
    : searchStreams(streams, range, search));
  const rows = found.ids.length > 0 ? await selectListed(db).where('calls.id', 'in', found.ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const undecided = await countUndecided(db, teamId, filters, values, { sort: search.sort, words });
  return {
    ...found,
    rows: found.ids.flatMap((id) => byId.get(id) ?? []),
    knownValues: found.ids.length > 0 ? {} : unmatchedValues(matching, values),
    ...(undecided > 0 ? { undecided } : {}),
  };
}

/** The calls of a team that match filters, in the order of their start. */
interface SelectedCalls {
  streams: Stream<'calls'>[];
  range: KeyRange;
  /** Number of further calls whose outcome or language is not known. */
  undecided: number;
  knownValues: KnownValues;
}

/** Returns the calls of a team that match all filters, in the order of their start. */
export async function selectCalls(db: Db, teamId: string, filters: CallFilters): Promise<SelectedCalls> {
  const values = await readValues(db, teamId, filters);
  const matching = matchingValues(filters, values);
  const [streams, range] = await callStreams(db, teamId, filters, matching, 'time');
  const undecided = await countUndecided(db, teamId, filters, values, { sort: 'time' });
  return { streams, range, undecided, knownValues: unmatchedValues(matching, values) };
}

async function readValues(db: Db, teamId: string, filters: CallFilters): Promise<Values> {
  const values: Values = {};
  for (const column of COLUMNS) {
    const isRead = filters[column] !== undefined || (column === 'outcome' && filters.status !== undefined);
    if (isRead) values[column] = await distinctValues(db, teamId, 'calls', column);
  }
  return values;
}

function matchingValues(filters: CallFilters, values: Values): Matching {
  const matching: Matching = {};
  for (const filter of COLUMNS) {
    const value = filters[filter];
    if (value === undefined) continue;
    const wanted = normalizeValue(value);
    const columns: readonly Column[] = filter === 'status' ? ['status', 'outcome'] : [filter];
    const formsOf = filter === 'language' ? statedLanguages(wanted) : (one: string) => [one];
    const isMatch = (one: string) => formsOf(one).some((form) => normalizeValue(form) === wanted);
    matching[filter] = Object.fromEntries(columns.map((column) => [column, (values[column] ?? []).filter(isMatch)]));
  }
  return matching;
}

/** A call whose language is not known is found only by that. */
const statedLanguages = (wanted: string) => (tag: string) =>
  languagesOf(tag).filter((form) => wanted === UNDETERMINED || form.toLowerCase() !== UNDETERMINED);

/** In the copy of another platform, calls that state no outcome or language have this. */
const NOT_STATED = '';

/** Filters that cannot decide on every call. */
const OPEN_FILTERS = ['outcome', 'language'] as const;

/** Values with which a filter cannot decide: that of a call which states none, and a language that is not known. */
function undecidedValues(filter: (typeof OPEN_FILTERS)[number], filters: CallFilters, values: Values): string[] {
  const wanted = normalizeValue(filters[filter] ?? '');
  const isOpen = (value: string) =>
    value === NOT_STATED ||
    (filter === 'language' && wanted !== UNDETERMINED && normalizeValue(value) === UNDETERMINED);
  return values[filter]?.filter(isOpen) ?? [];
}

/** Returns the number of calls that match all filters but those which cannot decide on them. */
async function countUndecided(
  db: Db,
  teamId: string,
  filters: CallFilters,
  values: Values,
  { sort, words }: { sort: CallSort; words?: CallWords | undefined },
): Promise<number> {
  const matching = matchingValues(filters, values);
  let count = 0;
  // With both: the calls on which only the language cannot decide, and then all on which the outcome cannot.
  for (const filter of OPEN_FILTERS.toReversed()) {
    const undecided = undecidedValues(filter, filters, values);
    if (filters[filter] === undefined || undecided.length === 0) continue;
    const matched = matching[filter]?.[filter] ?? [];
    const [all, range] = await callStreams(
      db,
      teamId,
      filters,
      { ...matching, [filter]: { [filter]: undecided } },
      sort,
    );
    const streams = matchedBy(all, words?.match);
    count += words?.candidates
      ? (await positionsAmong(streams, range, words.candidates, 'asc')).length
      : (await countStreams(streams, range)).atLeast;
    matching[filter] = { [filter]: [...matched, ...undecided] };
  }
  return count;
}

/** Returns the values that calls have, by the filters whose value none has. */
function unmatchedValues(matching: Matching, values: Values): KnownValues {
  const known: KnownValues = {};
  for (const [filter, columns] of Object.entries(matching)) {
    const names = Object.keys(columns) as Column[];
    if (names.some((column) => (columns[column] ?? []).length > 0)) continue;
    const stated = (column: Column) => values[column]?.filter((value) => value !== NOT_STATED) ?? [];
    known[filter] = names.flatMap((column) => knownParts(column, stated(column)));
  }
  return known;
}

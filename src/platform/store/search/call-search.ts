import { languagesOf, normalizeValue, UNDETERMINED } from '../../../lib/stated-values.ts';
import { type CallListRow, selectListed } from '../calls.ts';
import type { Db } from '../schema.ts';
import type { Store } from '../store.ts';
import { searchAmong } from './among-candidates.ts';
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

export interface CallSearch extends ListSearch {
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
  const undecided = await countUndecided(db, teamId, filters, values, search.sort);
  return {
    ...found,
    rows: found.ids.flatMap((id) => byId.get(id) ?? []),
    knownValues: found.ids.length > 0 ? {} : unmatchedValues(matching, values),
    ...(undecided > 0 ? { undecided } : {}),
  };
}

/** The calls of a team that match filters, in the order of their start. */
export interface SelectedCalls {
  streams: Stream<'calls'>[];
  range: KeyRange;
  /** Number of further calls whose language is not known. */
  undecided: number;
  knownValues: KnownValues;
}

/** Returns the calls of a team that match all filters, in the order of their start. */
export async function selectCalls(db: Db, teamId: string, filters: CallFilters): Promise<SelectedCalls> {
  const values = await readValues(db, teamId, filters);
  const matching = matchingValues(filters, values);
  const [streams, range] = await callStreams(db, teamId, filters, matching, 'time');
  const undecided = await countUndecided(db, teamId, filters, values, 'time');
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

/** Returns the number of calls that match all filters but that by language, and whose language is not known. */
async function countUndecided(
  db: Db,
  teamId: string,
  filters: CallFilters,
  values: Values,
  sort: CallSort,
): Promise<number> {
  const undetermined = values.language?.filter((tag) => normalizeValue(tag) === UNDETERMINED) ?? [];
  if (undetermined.length === 0 || normalizeValue(filters.language ?? '') === UNDETERMINED) return 0;
  const matching = { ...matchingValues(filters, values), language: { language: undetermined } };
  const [streams, range] = await callStreams(db, teamId, filters, matching, sort);
  return (await countStreams(streams, range)).atLeast;
}

/** Returns the values that calls have, by the filters whose value none has. */
function unmatchedValues(matching: Matching, values: Values): KnownValues {
  const known: KnownValues = {};
  for (const [filter, columns] of Object.entries(matching)) {
    const names = Object.keys(columns) as Column[];
    if (names.some((column) => (columns[column] ?? []).length > 0)) continue;
    known[filter] = names.flatMap((column) => knownParts(column, values[column] ?? []));
  }
  return known;
}

import { languagesOf, normalizeValue, UNDETERMINED } from '../../../lib/stated-values.ts';
import { type CallListRow, selectListed } from '../calls.ts';
import type { Db } from '../schema.ts';
import type { KeyRange, Rows, Stream } from './keyset.ts';
import type { Filtered, KnownValues } from './known-values.ts';
import { countStreams, type ListSearch, searchStreams } from './search.ts';
import { distinctValues } from './values.ts';

/** Filters of calls. Times are epoch milliseconds, `to` exclusive. */
export interface CallFilters {
  from?: number | undefined;
  to?: number | undefined;
  direction?: string | undefined;
  /** A status or an outcome. */
  status?: string | undefined;
  outcome?: string | undefined;
  language?: string | undefined;
  has_contact?: boolean | undefined;
  min_duration_seconds?: number | undefined;
}

export interface CallSearch extends ListSearch {
  sort: 'time' | 'duration';
}

type CallRows = Rows<'calls'>;

/** Calls that are read at a time where filters narrow an index, which has all values of filters. */
const SLICE = 25_000;

const COLUMNS = ['direction', 'status', 'outcome', 'language'] as const;
type Column = (typeof COLUMNS)[number];

/** The calls of a team that match all filters, by start or length. */
export async function searchCalls(
  db: Db,
  teamId: string,
  filters: CallFilters,
  search: CallSearch,
): Promise<Filtered<CallListRow>> {
  const values = await readValues(db, teamId, filters);
  const matching = matchingValues(filters, values);
  const [streams, range] = callStreams(db, teamId, filters, matching, search.sort);
  const found = await searchStreams(streams, range, search);
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
  const [streams, range] = callStreams(db, teamId, filters, matching, 'time');
  const undecided = await countUndecided(db, teamId, filters, values, 'time');
  return { streams, range, undecided, knownValues: unmatchedValues(matching, values) };
}

/** All values of the columns that filters read. */
type Values = Partial<Record<Column, string[]>>;

async function readValues(db: Db, teamId: string, filters: CallFilters): Promise<Values> {
  const values: Values = {};
  for (const column of COLUMNS) {
    const isRead = filters[column] !== undefined || (column === 'outcome' && filters.status !== undefined);
    if (isRead) values[column] = await distinctValues(db, teamId, 'calls', column);
  }
  return values;
}

/** The values of columns that match each filter: those of one of the columns. */
type Matching = Partial<Record<Column, Values>>;

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

function callStreams(
  db: Db,
  teamId: string,
  filters: CallFilters,
  matching: Matching,
  sort: CallSearch['sort'],
): [streams: Stream<'calls'>[], range: KeyRange] {
  const chosen = Object.values(matching);
  if (chosen.some((columns) => Object.values(columns).every((values) => values.length === 0))) return [[], {}];
  const ofTeam: CallRows = db.selectFrom('calls').where('calls.team_id', '=', teamId);
  const { from, to, has_contact: hasContact, min_duration_seconds: shortest } = filters;
  const isByTime = sort === 'time';
  const range: KeyRange = isByTime ? rangeOf(from, to) : rangeOf(shortest, undefined);
  const isNarrowed = hasContact !== undefined || (isByTime ? shortest : (from ?? to)) !== undefined;
  const stream = (rows: CallRows, narrow?: Stream<'calls'>['narrow']): Stream<'calls'> => ({
    db,
    rows,
    key: isByTime ? 'calls.started_at' : 'calls.duration_seconds',
    id: 'calls.id',
    narrow,
    sliceSize: SLICE,
  });
  const [only, ...others] = chosen.flatMap((columns) => Object.entries(columns) as [Column, string[]][]);
  if (isByTime && !isNarrowed && only && others.length === 0) {
    const [column, values] = only;
    return [values.map((value) => stream(ofTeam.where(`calls.${column}`, '=', value))), range];
  }
  if (chosen.length === 0 && !isNarrowed) return [[stream(ofTeam)], range];
  const narrow = (rows: CallRows) => {
    let narrowed = rows;
    for (const columns of chosen) {
      narrowed = narrowed.where((eb) =>
        eb.or(
          (Object.entries(columns) as [Column, string[]][])
            .filter(([, values]) => values.length > 0)
            .map(([column, values]) => eb(`calls.${column}`, 'in', values)),
        ),
      );
    }
    if (hasContact !== undefined) narrowed = narrowed.where('calls.contact_id', hasContact ? 'is not' : 'is', null);
    if (isByTime && shortest !== undefined) narrowed = narrowed.where('calls.duration_seconds', '>=', shortest);
    if (!isByTime && from !== undefined) narrowed = narrowed.where('calls.started_at', '>=', from);
    if (!isByTime && to !== undefined) narrowed = narrowed.where('calls.started_at', '<', to);
    return narrowed;
  };
  return [[stream(ofTeam, narrow)], range];
}

const rangeOf = (from: number | undefined, to: number | undefined): KeyRange => ({
  from: from === undefined ? undefined : { key: from, isIncluded: true },
  to: to === undefined ? undefined : { key: to, isIncluded: false },
});

/** Returns the number of calls that match all filters but that by language, and whose language is not known. */
async function countUndecided(
  db: Db,
  teamId: string,
  filters: CallFilters,
  values: Values,
  sort: CallSearch['sort'],
): Promise<number> {
  const undetermined = values.language?.filter((tag) => normalizeValue(tag) === UNDETERMINED) ?? [];
  if (undetermined.length === 0 || normalizeValue(filters.language ?? '') === UNDETERMINED) return 0;
  const matching = { ...matchingValues(filters, values), language: { language: undetermined } };
  const [streams, range] = callStreams(db, teamId, filters, matching, sort);
  return (await countStreams(streams, range)) ?? 0;
}

/** Returns the values that calls have, by the filters whose value none has. */
function unmatchedValues(matching: Matching, values: Values): KnownValues {
  const known: KnownValues = {};
  for (const [filter, columns] of Object.entries(matching)) {
    const names = Object.keys(columns) as Column[];
    if (names.some((column) => (columns[column] ?? []).length > 0)) continue;
    known[filter] = names.flatMap((column) => (values[column] ?? []).map((value) => ({ [column]: value })));
  }
  return known;
}

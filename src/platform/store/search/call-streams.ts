import { phoneKey } from '../../derived/keys.ts';
import type { Db } from '../schema/schema.ts';
import type { KeyRange, Rows, Stream } from './stream.ts';
import { unindexedNumber, unindexedText } from './unindexed.ts';

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
  /** One person. A call with a contact is theirs if it has this contact; one without by the telephone number. */
  contact_id?: string | undefined;
  phone?: string | undefined;
}

export type CallSort = 'time' | 'duration';

/** Columns that are compared with the value of a filter. */
export type Column = 'direction' | 'status' | 'outcome' | 'language';
/** Values of columns. */
export type Values = Partial<Record<Column, string[]>>;
/** By filter: the values of columns that match it, of which a call must have one. */
export type Matching = Partial<Record<Column, Values>>;

type CallRows = Rows<'calls'>;
type Condition = (rows: CallRows) => CallRows;

/** Calls that are narrowed at a time, in an index that has all values of filters. */
const SLICE = 25_000;
/** Calls that are narrowed for a total. */
const COUNTED = 100_000;

/** Returns the calls that match all filters, and the range of their keys. */
export async function callStreams(
  db: Db,
  teamId: string,
  filters: CallFilters,
  matching: Matching,
  sort: CallSort,
): Promise<[streams: Stream<'calls'>[], range: KeyRange]> {
  const isByTime = sort === 'time';
  const { from, to, min_duration_seconds: shortest } = filters;
  const range: KeyRange = {
    from: endOf(isByTime ? from : shortest, true),
    to: endOf(isByTime ? to : undefined, false),
  };
  const valued = Object.values(matching).map((columns) => presentValues(columns));
  if (valued.some((columns) => columns.length === 0)) return [[], range];
  const stream = (equal: Stream<'calls'>['equal'], conditions: readonly Condition[] = []): Stream<'calls'> => ({
    db,
    table: 'calls',
    equal: { team_id: teamId, ...equal },
    key: isByTime ? 'calls.started_at' : 'calls.duration_seconds',
    id: 'calls.id',
    narrow: conditions.length > 0 ? (some) => conditions.reduce((narrowed, add) => add(narrowed), some) : undefined,
    sliceSize: SLICE,
    counted: COUNTED,
  });
  const others = otherConditions(filters, isByTime);
  const narrowing = [...valued.map(hasValue), ...others];
  const person = await personCalls(filters);
  if (person) {
    const ways = person.map(({ column, value, conditions }) =>
      isByTime
        ? stream({ [column]: value }, [...conditions, ...narrowing])
        : stream({}, [(rows) => rows.where(unindexedText(`calls.${column}`), '=', value), ...conditions, ...narrowing]),
    );
    return [ways, range];
  }
  const [only, ...more] = valued;
  const [column] = only ?? [];
  if (isByTime && column && only?.length === 1 && more.length === 0 && others.length === 0) {
    const [name, values] = column;
    return [values.map((value) => stream({ [name]: value })), range];
  }
  return [[stream({}, narrowing)], range];
}

const endOf = (key: number | undefined, isIncluded: boolean) => (key === undefined ? undefined : { key, isIncluded });

type ColumnValues = [column: Column, values: string[]][];

const presentValues = (columns: Values): ColumnValues =>
  (Object.entries(columns) as ColumnValues).filter(([, values]) => values.length > 0);

/** A call with one of the values of one of the columns. */
const hasValue =
  (columns: ColumnValues): Condition =>
  (rows) =>
    rows.where((eb) => eb.or(columns.map(([column, values]) => eb(unindexedText(`calls.${column}`), 'in', values))));

/** The conditions that no index begins with. */
function otherConditions(filters: CallFilters, isByTime: boolean): Condition[] {
  const { from, to, has_contact: hasContact, min_duration_seconds: shortest } = filters;
  const conditions: (Condition | undefined)[] = [
    hasContact === undefined
      ? undefined
      : (rows) => rows.where(unindexedText('calls.contact_id'), hasContact ? 'is not' : 'is', null),
    !isByTime || shortest === undefined
      ? undefined
      : (rows) => rows.where(unindexedNumber('calls.duration_seconds'), '>=', shortest),
    isByTime || from === undefined ? undefined : (rows) => rows.where(unindexedNumber('calls.started_at'), '>=', from),
    isByTime || to === undefined ? undefined : (rows) => rows.where(unindexedNumber('calls.started_at'), '<', to),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** The ways to a person's calls, of which no call has two. An index begins with the column of each. */
interface PersonCalls {
  column: 'contact_id' | 'phone_key';
  value: string;
  conditions: readonly Condition[];
}

async function personCalls({ contact_id: id, phone }: CallFilters): Promise<PersonCalls[] | undefined> {
  const key = phone === undefined ? null : await phoneKey(phone);
  if (id === undefined && key === null) return undefined;
  const isUnlinked: Condition = (rows) => rows.where(unindexedText('calls.contact_id'), 'is', null);
  const byId: PersonCalls[] = id === undefined ? [] : [{ column: 'contact_id', value: id, conditions: [] }];
  return key === null ? byId : [...byId, { column: 'phone_key', value: key, conditions: [isUnlinked] }];
}

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema } from '../schema/schema.ts';
import { unindexedNumber, unindexedText } from './unindexed.ts';

/** Position of a record in a list: the value that it is ordered by, and its id. */
export interface Position {
  key: string | number;
  id: string;
}

/** Values of columns that decide whether a record matches. */
export type MatchValues = readonly (string | null)[];

/** Returns the row with these values of its columns. */
export const rowOf = <Row extends Record<string, string | null>>(
  columns: readonly (keyof Row & string)[],
  values: MatchValues,
) => Object.fromEntries(columns.map((column, index) => [column, values[index]])) as Row;

/** A position that was read from a stream. */
export interface ReadPosition extends Position {
  /** The columns that are compared; absent if the database decides alone. */
  values?: MatchValues;
}

/** Decides by values of records, which are columns or expressions, whether they match. */
export interface RowMatch {
  columns: readonly (string | RawBuilder<string | null>)[];
  isMatch: (values: MatchValues) => boolean;
}

export type Order = 'asc' | 'desc';

/** A part of a list by the keys of its records. An absent end is open. */
export interface KeyRange {
  from?: End | undefined;
  to?: End | undefined;
}

export interface End {
  key: string | number;
  isIncluded: boolean;
}

/** Conditions on records of a table. */
export type Rows<T extends keyof Schema> = SelectQueryBuilder<Schema, T, object>;

/** Records in the order of an index: those with equal values in its leading columns, whose next ones are key and id. */
export interface Stream<T extends keyof Schema> {
  db: Db;
  table: T;
  /** The leading columns of the index, with their values. */
  equal: Readonly<Record<string, string>>;
  /** The column of the key. */
  key: string;
  /** The column of the id. */
  id: string;
  /** Adds the conditions that the index does not decide; absent: it decides all. */
  narrow?: ((rows: Rows<T>) => Rows<T>) | undefined;
  /** Decides about records that no condition of the database can; absent: all match. */
  match?: RowMatch | undefined;
  /** Records that are narrowed, or compared, at a time. */
  sliceSize: number;
  /** Records that are narrowed, or compared, for a total at most. */
  counted: number;
  /** Records that are compared for one part of a list, about; absent: as many as it takes. */
  compared?: number | undefined;
  /** The key of records without one, which come last in both orders; absent: all have one. */
  missing?: string | undefined;
}

/** Returns the positions of those of the given records that belong to a stream and a range, in no order. */
export async function positionsOf<T extends keyof Schema>(
  stream: Stream<T>,
  range: KeyRange,
  ids: readonly string[],
): Promise<ReadPosition[]> {
  // By the ids: SQLite underestimates how many records have equal values, or are in a wide range, and would read these instead.
  const among = rowsOf(stream, unindexedText).where(sql.ref(stream.id), 'in', ids);
  return positions(stream, within(stream.narrow ? stream.narrow(among) : among, stream, range, unindexedKey));
}

/** Returns the key of the record at an index of a range; undefined if the range is no longer. */
export async function keyAt<T extends keyof Schema>(
  stream: Stream<T>,
  range: KeyRange,
  order: Order,
  index: number,
): Promise<string | number | undefined> {
  const [found] = await within(rowsOf(stream), stream, range)
    .select(sql.ref<string | number>(stream.key).as('key'))
    .orderBy(sql.ref(stream.key), order)
    .limit(1)
    .offset(index)
    .execute();
  return found?.key;
}

/** Returns true if a range of a stream has more records than `counted`, before they are narrowed or compared. */
export async function isTooLongToCount<T extends keyof Schema>(stream: Stream<T>, range: KeyRange): Promise<boolean> {
  return (await keyAt(stream, range, 'asc', stream.counted)) !== undefined;
}

/** The records that fulfil all conditions of the database. */
export function narrowed<T extends keyof Schema>(stream: Stream<T>): Rows<T> {
  const rows = rowsOf(stream);
  return stream.narrow ? stream.narrow(rows) : rows;
}

/** @param columnOf returns a column in a condition. */
function rowsOf<T extends keyof Schema>(
  { db, table, equal }: Stream<T>,
  columnOf: (column: string) => RawBuilder<unknown> = (column) => sql.ref(column),
): Rows<T> {
  const rows = db.selectFrom(table as keyof Schema) as unknown as Rows<T>;
  return Object.entries(equal).reduce(
    (some, [column, value]) => some.where(columnOf(`${table}.${column}`), '=', value),
    rows,
  );
}

/** Those of the records whose keys are in a range. */
export function within<T extends keyof Schema>(
  rows: Rows<T>,
  { key }: Stream<T>,
  { from, to }: KeyRange,
  columnOf: (column: string, end: End) => RawBuilder<unknown> = (column) => sql.ref(column),
): Rows<T> {
  const started = from ? rows.where(columnOf(key, from), from.isIncluded ? '>=' : '>', from.key) : rows;
  return to ? started.where(columnOf(key, to), to.isIncluded ? '<=' : '<', to.key) : started;
}

const unindexedKey = (column: string, { key }: End) =>
  typeof key === 'number' ? unindexedNumber(column) : unindexedText(column);

/** Reads the positions of records of a stream, with the values that decide whether they match. */
export async function positions<T extends keyof Schema>(
  { key, id, match }: Stream<T>,
  rows: Rows<T>,
): Promise<ReadPosition[]> {
  const read = rows.select([sql.ref<string | number>(key).as('key'), sql.ref<string>(id).as('id')]);
  if (!match) return read.execute();
  const names = match.columns.map((_, index) => `value_${index}`);
  const withValues = read.select(
    match.columns.map((column, index) => {
      const value = typeof column === 'string' ? sql.ref<string | null>(column) : column;
      return value.as(names[index] as string);
    }),
  );
  const found = (await withValues.execute()) as (Position & Record<string, string | null>)[];
  return found.map((row) => ({ key: row.key, id: row.id, values: names.map((name) => row[name] ?? null) }));
}

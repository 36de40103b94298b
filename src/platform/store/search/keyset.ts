import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { nextSlice } from '../../../lib/slices.ts';
import type { Db, Schema } from '../schema.ts';
import { unindexedText } from './unindexed.ts';

/** Position of a record in a list: the value that it is ordered by, and its id. */
export interface Position {
  key: string | number;
  id: string;
}

/** Values of columns that decide whether a record matches. */
export type Confirmed = readonly (string | null)[];

/** A position that was read from a stream. */
export interface ReadPosition extends Position {
  /** The columns that confirm the record; absent where none have to. */
  values?: Confirmed;
}

/** Decides by values of records, which are columns or expressions, whether they match. */
export interface Confirmation {
  columns: readonly (string | RawBuilder<string | null>)[];
  isMatch: (values: Confirmed) => boolean;
}

export type Order = 'asc' | 'desc';

/** A part of a list by the keys of its records. An absent end is open. */
export interface KeyRange {
  from?: End | undefined;
  to?: End | undefined;
}

interface End {
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
  confirm?: Confirmation | undefined;
  /** Records that are narrowed, or confirmed, at a time. */
  sliceSize: number;
  /** Records that are narrowed, or confirmed, for a total at most. */
  counted: number;
  /** Records that are confirmed for one part of a list, about; absent: as many as it takes. */
  compared?: number | undefined;
  /** The key of records without one, which come last in both orders; absent: all have one. */
  missing?: string | undefined;
}

/**
 * Returns the positions of the first records of a stream after a position, by key in an order, those of one key by id in
 * ascending order. One index serves both orders: what shares the last key is read by itself. Where conditions narrow the
 * stream, at most `sliceSize` records are read at a time, and other work comes in between.
 */
export async function firstPositions<T extends keyof Schema>(
  stream: Stream<T>,
  { range, order, after, limit }: { range: KeyRange; order: Order; after: Position | undefined; limit: number },
): Promise<ReadPosition[]> {
  const found: ReadPosition[] = [];
  const room = () => limit - found.length;
  const { missing } = stream;
  if (after) found.push(...(await sharingKey(stream, after.key, after.id, room())));
  if (after === undefined || after.key !== missing) {
    const whole = missing === undefined ? range : { ...range, from: later(range.from, missing) };
    let rest: KeyRange | undefined = after ? beyond(whole, order, after.key) : whole;
    while (rest && room() > 0) {
      const end: string | number | undefined = await endOfSlice(stream, rest, order);
      const slice: KeyRange = end === undefined ? rest : upTo(rest, order, end);
      found.push(...(await inRange(stream, slice, order, room())));
      rest = end === undefined ? undefined : beyond(rest, order, end);
      if (rest && room() > 0) await nextSlice();
    }
    if (missing !== undefined && room() > 0) found.push(...(await sharingKey(stream, missing, undefined, room())));
  }
  return found;
}

/** Returns the positions of those of the given records that belong to a stream and a range, in no order. */
export async function positionsOf<T extends keyof Schema>(
  stream: Stream<T>,
  range: KeyRange,
  ids: readonly string[],
): Promise<ReadPosition[]> {
  // By the ids: SQLite has no statistics, and would read all records with equal values instead.
  const among = rowsOf(stream, unindexedText).where(sql.ref(stream.id), 'in', ids);
  return positions(stream, within(stream.narrow ? stream.narrow(among) : among, stream, range));
}

/** Records that share a key, by their ids, after one of them. */
async function sharingKey<T extends keyof Schema>(
  stream: Stream<T>,
  key: string | number,
  afterId: string | undefined,
  limit: number,
): Promise<ReadPosition[]> {
  let rows = narrowed(stream).where(sql.ref(stream.key), '=', key);
  if (afterId !== undefined) rows = rows.where(sql.ref(stream.id), '>', afterId);
  return positions(stream, rows.orderBy(sql.ref(stream.id)).limit(limit));
}

async function inRange<T extends keyof Schema>(
  stream: Stream<T>,
  range: KeyRange,
  order: Order,
  limit: number,
): Promise<ReadPosition[]> {
  const rows = within(narrowed(stream), stream, range);
  const ordered = rows.orderBy(sql.ref(stream.key), order);
  if (order === 'asc') return positions(stream, ordered.orderBy(sql.ref(stream.id)).limit(limit));
  // The index has the ids of one key in the other order, and the limit may have cut the last key.
  const found = await positions(stream, ordered.limit(limit));
  const last = found.at(-1);
  if (!last) return [];
  const before = found.filter(({ key }) => key !== last.key).sort(latestFirst);
  return [...before, ...(await sharingKey(stream, last.key, undefined, limit - before.length))];
}

const latestFirst = (a: Position, b: Position) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? 1 : -1);

/** Returns true if a range of a stream has more records than `counted`, before they are narrowed or confirmed. */
export async function isTooLongToCount<T extends keyof Schema>(stream: Stream<T>, range: KeyRange): Promise<boolean> {
  return (await keyAt(stream, range, 'asc', stream.counted)) !== undefined;
}

/** Returns the number of records of a stream, at most `limit`; undefined if more than `counted` have to be narrowed. */
export async function countRecords<T extends keyof Schema>(
  stream: Stream<T>,
  { range, limit }: { range: KeyRange; limit: number },
): Promise<number | undefined> {
  let [count, slices] = [0, 0];
  let rest: KeyRange | undefined = range;
  while (rest && count < limit) {
    if (stream.sliceSize * slices++ >= stream.counted) return undefined;
    const end: string | number | undefined = await endOfSlice(stream, rest, 'asc');
    const slice: KeyRange = end === undefined ? rest : upTo(rest, 'asc', end);
    count += await countIn(stream, slice, limit - count);
    rest = end === undefined ? undefined : beyond(rest, 'asc', end);
    if (rest && count < limit) await nextSlice();
  }
  return count;
}

async function countIn<T extends keyof Schema>(stream: Stream<T>, range: KeyRange, limit: number): Promise<number> {
  const counted = within(narrowed(stream), stream, range).select(sql.ref<string>(stream.id).as('id')).limit(limit);
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${counted}) as counted`.execute(
    stream.db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the key at which a slice of a range ends; undefined if the range is no longer than one. */
async function endOfSlice<T extends keyof Schema>(
  stream: Stream<T>,
  range: KeyRange,
  order: Order,
): Promise<string | number | undefined> {
  return stream.narrow ? keyAt(stream, range, order, stream.sliceSize - 1) : undefined;
}

/** Returns the key of the record at an index of a range; undefined if the range is no longer. */
async function keyAt<T extends keyof Schema>(
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

function narrowed<T extends keyof Schema>(stream: Stream<T>): Rows<T> {
  const rows = rowsOf(stream);
  return stream.narrow ? stream.narrow(rows) : rows;
}

/** @param reading returns a column in a condition. */
function rowsOf<T extends keyof Schema>(
  { db, table, equal }: Stream<T>,
  reading: (column: string) => RawBuilder<unknown> = (column) => sql.ref(column),
): Rows<T> {
  const rows = db.selectFrom(table as keyof Schema) as unknown as Rows<T>;
  return Object.entries(equal).reduce(
    (some, [column, value]) => some.where(reading(`${table}.${column}`), '=', value),
    rows,
  );
}

function within<T extends keyof Schema>(rows: Rows<T>, { key }: Stream<T>, { from, to }: KeyRange): Rows<T> {
  const column = sql.ref<string | number>(key);
  const started = from ? rows.where(column, from.isIncluded ? '>=' : '>', from.key) : rows;
  return to ? started.where(column, to.isIncluded ? '<=' : '<', to.key) : started;
}

async function positions<T extends keyof Schema>(
  { key, id, confirm }: Stream<T>,
  rows: Rows<T>,
): Promise<ReadPosition[]> {
  const read = rows.select([sql.ref<string | number>(key).as('key'), sql.ref<string>(id).as('id')]);
  if (!confirm) return read.execute();
  const names = confirm.columns.map((_, index) => `value_${index}`);
  const withValues = read.select(
    confirm.columns.map((column, index) => {
      const value = typeof column === 'string' ? sql.ref<string | null>(column) : column;
      return value.as(names[index] as string);
    }),
  );
  const found = (await withValues.execute()) as (Position & Record<string, string | null>)[];
  return found.map((row) => ({ key: row.key, id: row.id, values: names.map((name) => row[name] ?? null) }));
}

/** The part of a range behind a key. */
function beyond(range: KeyRange, order: Order, key: string | number): KeyRange {
  const end = { key, isIncluded: false };
  return order === 'asc' ? { ...range, from: later(range.from, key) } : { ...range, to: earlier(range.to, end) };
}

/** The part of a range up to a key, which is included. */
function upTo(range: KeyRange, order: Order, key: string | number): KeyRange {
  const end = { key, isIncluded: true };
  return order === 'asc' ? { ...range, to: end } : { ...range, from: end };
}

/** The later of the start of a range and the start behind a key. */
const later = (from: End | undefined, key: string | number): End =>
  from && from.key > key ? from : { key, isIncluded: false };

/** The earlier of the ends of a range. */
const earlier = (to: End | undefined, end: End): End => (to && to.key < end.key ? to : end);

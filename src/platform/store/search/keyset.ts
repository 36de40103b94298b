import { sql } from 'kysely';
import { nextSlice } from '../../../lib/concurrency/slices.ts';
import type { Schema } from '../schema/schema.ts';
import {
  type End,
  type KeyRange,
  keyAt,
  narrowed,
  type Order,
  type Position,
  positions,
  type ReadPosition,
  type Stream,
  within,
} from './stream.ts';

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

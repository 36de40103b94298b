import type { ExpressionBuilder } from 'kysely';
import type { TimeRange } from '../../lib/time/range.ts';
import type { Db } from '../store/schema/schema.ts';
import { type MirrorSchema, withMirrorTables } from './schema.ts';

/** Which transcripts of calls a mirror lacks: those that are to be read, and those that the platform does not return. */

type Records = ExpressionBuilder<MirrorSchema, 'mirror_records'>;

/** Conditions that the indexes of these calls have. */
const toRead = (eb: Records) =>
  eb.and([eb('kind', '=', 'calls'), eb('detail_at', 'is', null), eb('unreadable_at', 'is', null)]);
const marked = (eb: Records) => eb.and([eb('kind', '=', 'calls'), eb('unreadable_at', 'is not', null)]);
const within =
  ({ from, to }: TimeRange) =>
  (eb: Records) =>
    eb.and([
      ...(from === undefined ? [] : [eb('started_at', '>=', Date.parse(from))]),
      ...(to === undefined ? [] : [eb('started_at', '<', Date.parse(to))]),
    ]);

const select = (db: Db) => withMirrorTables(db).selectFrom('mirror_records');

/** Calls of a window whose transcript is to be read, newest first. */
export const callsWithoutDetail = (db: Db, limit: number, window: TimeRange = {}) =>
  select(db)
    .select(['id', 'started_at as startedAt'])
    .where(toRead)
    .where(within(window))
    .orderBy('started_at', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();

export async function countWithoutDetail(db: Db): Promise<number> {
  const { count } = await select(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(toRead)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countUnreadable(db: Db, window: TimeRange = {}): Promise<number> {
  const { count } = await select(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(marked)
    .where(within(window))
    .executeTakeFirstOrThrow();
  return count;
}

/** The call that was marked first, if that was before a time. */
export async function unreadableBefore(db: Db, time: number): Promise<string | undefined> {
  const row = await select(db)
    .select('id')
    .where(marked)
    .where('unreadable_at', '<', time)
    .orderBy('unreadable_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Which of these calls are marked. */
export async function unreadableAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await select(db).select('id').where(marked).where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Marks calls, unless a later request has read them. */
export async function markUnreadable(tx: Db, ids: readonly string[], readAt: number): Promise<void> {
  await withMirrorTables(tx)
    .updateTable('mirror_records')
    .set({ unreadable_at: readAt })
    .where('kind', '=', 'calls')
    .where('id', 'in', ids)
    .where('detail_at', 'is', null)
    .execute();
}

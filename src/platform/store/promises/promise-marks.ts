import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import type { PromiseMarkRow } from '../schema/schema-promises.ts';

/** What a row of `promise_marks` is identified by. */
type MarkKey = Pick<PromiseMarkRow, 'call_id' | 'kind' | 'number'>;

/** Whether a user has marked any promise of the call and kind of a row of `promises`. */
export const isMarked: RawBuilder<0 | 1> = sql`exists (select 1 from promise_marks
  where promise_marks.call_id = promises.call_id and promise_marks.kind = promises.kind)`;

/** Reads the marks of calls, in no particular order. */
export const marksOfCalls = (db: Db, callIds: readonly string[]): Promise<PromiseMarkRow[]> =>
  db.selectFrom('promise_marks').selectAll().where('call_id', 'in', callIds).execute();

/** Reads marks that a program of before has set. */
export const marksWithoutWords = (db: Db, limit: number): Promise<PromiseMarkRow[]> =>
  db.selectFrom('promise_marks').selectAll().where('words_json', 'is', null).orderBy('call_id').limit(limit).execute();

/** Removes the marks of a call. */
export async function removeMarks(tx: Db, callId: string): Promise<void> {
  await tx.deleteFrom('promise_marks').where('call_id', '=', callId).execute();
}

export const marksOfTeam = (db: Db, teamId: string): Promise<PromiseMarkRow[]> =>
  db
    .selectFrom('promise_marks')
    .innerJoin('calls', 'calls.id', 'promise_marks.call_id')
    .selectAll('promise_marks')
    .where('calls.team_id', '=', teamId)
    .execute();

export async function addMark(tx: Db, mark: PromiseMarkRow): Promise<void> {
  await tx.insertInto('promise_marks').values(mark).execute();
}

export async function removeMark(tx: Db, { call_id, kind, number }: MarkKey): Promise<void> {
  await tx
    .deleteFrom('promise_marks')
    .where('call_id', '=', call_id)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .execute();
}

/** Adds the words to a mark that has none. */
export async function addWords(tx: Db, { call_id, kind, number }: MarkKey, words_json: string): Promise<void> {
  await tx
    .updateTable('promise_marks')
    .set({ words_json })
    .where('call_id', '=', call_id)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .where('words_json', 'is', null)
    .execute();
}

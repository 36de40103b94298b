import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';
import type { PromiseMarkRow } from './schema-promises.ts';

/** A promise of a call, as users mark it. */
export type PromiseKey = Pick<PromiseMarkRow, 'call_id' | 'kind' | 'number'>;

/** Whether a user has marked any promise of the call and kind of a row of `promises`. */
export const isMarked: RawBuilder<0 | 1> = sql`exists (select 1 from promise_marks
  where promise_marks.call_id = promises.call_id and promise_marks.kind = promises.kind)`;

/** Reads the marks of calls, in no particular order. */
export const marksOfCalls = (db: Db, callIds: readonly string[]): Promise<PromiseMarkRow[]> =>
  db.selectFrom('promise_marks').selectAll().where('call_id', 'in', callIds).execute();

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

/** Marks a promise. A later mark replaces an earlier one. */
export async function setMark(tx: Db, mark: PromiseMarkRow): Promise<void> {
  const { status, marked_at } = mark;
  await tx
    .insertInto('promise_marks')
    .values(mark)
    .onConflict((conflict) => conflict.columns(['call_id', 'kind', 'number']).doUpdateSet({ status, marked_at }))
    .execute();
}

/** Removes the mark of a promise, if there is one. */
export async function removeMark(tx: Db, { call_id, kind, number }: PromiseKey): Promise<void> {
  await tx
    .deleteFrom('promise_marks')
    .where('call_id', '=', call_id)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .execute();
}

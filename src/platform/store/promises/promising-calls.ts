import type { CallRow, Db } from '../schema/schema.ts';
import type { PromiseMarkRow, PromiseRow } from '../schema/schema-promises.ts';
import { marksOfCalls } from './promise-marks.ts';

/** A call with what it may promise, the marks of users, and the name of its contact. */
export interface PromisingCall
  extends Pick<
    CallRow,
    'id' | 'started_at' | 'phone' | 'contact_id' | 'direction' | 'status' | 'outcome' | 'summary' | 'transcript_json'
  > {
  contact_name: string | null;
  promises: Pick<PromiseRow, 'kind' | 'candidates_json'>[];
  marks: PromiseMarkRow[];
}

/** Reads calls by their ids, in no particular order. */
export async function readPromisingCalls(db: Db, ids: readonly string[]): Promise<PromisingCall[]> {
  const calls = await db
    .selectFrom('calls')
    .leftJoin('contacts', 'contacts.id', 'calls.contact_id')
    .select([
      'calls.id',
      'calls.started_at',
      'calls.phone',
      'calls.contact_id',
      'calls.direction',
      'calls.status',
      'calls.outcome',
      'calls.summary',
      'calls.transcript_json',
      'contacts.name as contact_name',
    ])
    .where('calls.id', 'in', ids)
    .execute();
  const promises = await db
    .selectFrom('promises')
    .select(['call_id', 'kind', 'candidates_json'])
    .where('call_id', 'in', ids)
    .execute();
  const marks = await marksOfCalls(db, ids);
  return calls.map((call) => ({
    ...call,
    promises: promises.filter(({ call_id }) => call_id === call.id),
    marks: marks.filter(({ call_id }) => call_id === call.id),
  }));
}

import type { Clock } from '../../lib/time/clock.ts';
import { keepingEvents } from '../store/kept-promises.ts';
import { type PromiseKey, removeMark, setMark } from '../store/promise-marks.ts';
import type { Db } from '../store/schema.ts';
import type { PromiseMarkRow } from '../store/schema-promises.ts';
import type { Store } from '../store/store.ts';
import { findPromises, type StoredPromise } from './find-promises.ts';
import { type PromiseState, promiseState, unmarked } from './promise-state.ts';

/**
 * Marks a promise of a call as kept or as open, which counts more than what later records say.
 * @param status null removes the mark.
 * @returns the state of the promise then; undefined if the team has no such promise.
 */
export async function markPromise(
  { store, clock }: { store: Store; clock: Clock },
  teamId: string,
  key: PromiseKey,
  status: PromiseMarkRow['status'] | null,
): Promise<PromiseState | undefined> {
  const found = await findPromise(store, teamId, key);
  if (!found) return undefined;
  const mark = status === null ? undefined : { ...key, status, marked_at: clock.now() };
  const isWritten = await store.write(
    async (tx) => {
      // It can have been deleted meanwhile.
      if (!(await hasCall(tx, key.call_id))) return false;
      await (mark ? setMark(tx, mark) : removeMark(tx, key));
      return true;
    },
    { team: teamId },
  );
  if (!isWritten) return undefined;
  const promise = { ...found, mark };
  return promiseState(promise, await store.read((db) => keepingEvents(db, unmarked([promise]), ALL_RECORDS)));
}

const hasCall = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('calls').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Users of the dashboard may read all records. */
const ALL_RECORDS = { ownBookings: true, bookings: true, contacts: true };

async function findPromise(
  store: Store,
  teamId: string,
  { call_id: callId, kind, number }: PromiseKey,
): Promise<StoredPromise | undefined> {
  const window = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, after: undefined };
  const question = { teamId, ...window, kind, callId, status: undefined, ...ALL_RECORDS };
  const [call] = await findPromises(store, question, 1);
  return call?.promises.find(({ spoken }) => spoken.kind === kind && spoken.number === number);
}

import type { Clock } from '../../lib/time/clock.ts';
import { keepingEvents } from '../store/promises/kept-promises.ts';
import { addMark, marksOfCalls, removeMark } from '../store/promises/promise-marks.ts';
import type { Db } from '../store/schema/schema.ts';
import type { PromiseMarkRow } from '../store/schema/schema-promises.ts';
import type { Store } from '../store/store.ts';
import { findPromises, type StoredPromise } from './find-promises.ts';
import { markedPromise, shownPromise, wordsJson } from './marked-promise.ts';
import { type PromiseState, promiseState, unmarked } from './promise-state.ts';

/** A promise of a call: `number` counts those of its kind from 1, as they are listed. */
interface PromiseKey extends Pick<PromiseMarkRow, 'call_id' | 'kind' | 'number'> {
  /** The sentence that the user sees of it, which counts more than the number; null: there is none. */
  sentence?: string | null | undefined;
}

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
  const ofKind = await findPromisesOfKind(store, teamId, key);
  const found = findByKey(key, ofKind);
  if (!found) return undefined;
  const { call_id, kind, number } = { ...key, number: found.spoken.number };
  const given = status === null ? undefined : { status, marked_at: clock.now(), words_json: wordsJson(found.spoken) };
  const mark = given && { call_id, kind, number, ...given };
  const isWritten = await store.write(
    async (tx) => {
      // It can have been deleted meanwhile.
      if (!(await hasCall(tx, key.call_id))) return false;
      await replaceMarks(tx, found, ofKind, mark);
      return true;
    },
    { team: teamId },
  );
  if (!isWritten) return undefined;
  const promise = { ...found, mark };
  return promiseState(promise, await store.read((db) => keepingEvents(db, unmarked([promise]), ALL_RECORDS)));
}

function findByKey({ number, sentence }: PromiseKey, ofKind: readonly StoredPromise[]): StoredPromise | undefined {
  if (sentence === undefined) return ofKind.find(({ spoken }) => spoken.number === number);
  const promises = ofKind.map(({ spoken }) => spoken);
  const shown = shownPromise({ number, sentence }, promises);
  return ofKind.find(({ spoken }) => spoken === shown);
}

/** Replaces the marks of a promise. Rules that make one promise of several leave it the marks of all. */
async function replaceMarks(
  tx: Db,
  { found, spoken }: StoredPromise,
  ofKind: readonly StoredPromise[],
  mark: PromiseMarkRow | undefined,
): Promise<void> {
  const promises = ofKind.map((one) => one.spoken);
  const marks = (await marksOfCalls(tx, [found.call_id])).filter(({ kind }) => kind === found.kind);
  const replaced = marks.filter((one) => markedPromise(one, promises) === spoken);
  for (const one of replaced) await removeMark(tx, one);
  if (!mark) return;
  const taken = marks.filter((one) => !replaced.includes(one)).map(({ number }) => number);
  // A program of before, which may run beside this one, shows no promise with a negative number.
  const number = taken.includes(mark.number) ? Math.min(0, ...taken) - 1 : mark.number;
  await addMark(tx, { ...mark, number });
}

const hasCall = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('calls').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Users of the dashboard may read all records. */
const ALL_RECORDS = { ownBookings: true, bookings: true, contacts: true };

async function findPromisesOfKind(
  store: Store,
  teamId: string,
  { call_id: callId, kind }: PromiseKey,
): Promise<StoredPromise[]> {
  const window = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, after: undefined };
  const question = { teamId, ...window, kind, callId, status: undefined, ...ALL_RECORDS };
  const [call] = await findPromises(store, question, 1);
  return call?.promises ?? [];
}

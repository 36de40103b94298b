import type { PromiseStatus } from '../../contract/index.ts';
import { nextSlice } from '../../lib/concurrency/slices.ts';
import { MAX_WORD_LENGTH } from '../../lib/promises/outcome-words.ts';
import type { SpokenPromise } from '../../lib/promises/promises.ts';
import type { Turn } from '../../lib/turns.ts';
import { fromStored } from '../derived/stored-candidates.ts';
import { spokenTurns } from '../derived/transcript.ts';
import type { CallPosition } from '../store/calls/calls-of-window.ts';
import { type KeepingEvent, laterPromise } from '../store/promises/kept-promises.ts';
import { type FoundPromise, nextPromises } from '../store/promises/promises.ts';
import { type PromisingCall, readPromisingCalls } from '../store/promises/promising-calls.ts';
import type { PromiseMarkRow } from '../store/schema/schema-promises.ts';
import type { Store } from '../store/store.ts';
import { markOf } from './marked-promise.ts';
import type { FollowUpQuestion } from './window.ts';

/** A call with its promises that match a question. */
export interface CallWithPromises {
  call: PromisingCall;
  turns: Turn[];
  /** In the order of `PROMISE_KINDS`. */
  promises: StoredPromise[];
}

/** A promise with what is stored about it. */
export interface StoredPromise {
  found: FoundPromise;
  spoken: SpokenPromise;
  /** The mark of a user, which counts more than what later records say. */
  mark: PromiseMarkRow | undefined;
  /** What gave it the status in `found`, where that is not the event of the first promise of its kind in the call. */
  later?: { event: KeepingEvent | undefined };
}

export const statusOf = ({ found, mark }: Pick<StoredPromise, 'found' | 'mark'>): PromiseStatus =>
  mark?.status ?? found.status;

/** Promises of one statement: on SQLite, which blocks, it takes some milliseconds. */
const FIRST_PROMISES = 100;
const MORE_PROMISES = 250;
/** Calls whose transcripts one statement reads. */
const CALLS_AT_ONCE = 20;

/**
 * Finds the latest calls of a window with promises that match. Each statement reads alone, so that other requests are
 * answered meanwhile.
 */
export async function findPromises(
  store: Store,
  question: FollowUpQuestion,
  limit: number,
): Promise<CallWithPromises[]> {
  const { choosePromises } = await loadRules();
  const isAsked = (status: PromiseStatus) => question.status === undefined || status === question.status;
  const calls: CallWithPromises[] = [];
  let after: CallPosition | undefined = question.after;
  for (let count = FIRST_PROMISES; calls.length < limit; count = MORE_PROMISES) {
    const filter = { ...question, after };
    const { promises, isLast } = await store.readUncoordinated((db) => nextPromises(db, filter, count));
    const matching = groupByCall(promises.filter((found) => found.is_marked || possibleStatuses(found).some(isAsked)));
    for (let start = 0; start < matching.length && calls.length < limit; ) {
      const some = matching.slice(start, start + Math.min(CALLS_AT_ONCE, limit - calls.length));
      start += some.length;
      const rows = await store.readUncoordinated((db) =>
        readPromisingCalls(
          db,
          some.map(([id]) => id),
        ),
      );
      for (const [id, found] of some) {
        await nextSlice();
        const row = rows.find((one) => one.id === id);
        const call = row && choosePromises(row, found, question.contacts);
        const resolved = call
          ? await Promise.all(call.promises.map((promise) => resolveLater(store, promise, question)))
          : [];
        const promises = resolved.filter((promise) => isAsked(statusOf(promise)));
        if (call && promises.length > 0) calls.push({ ...call, promises });
      }
    }
    const last = promises.at(-1);
    if (isLast || !last) break;
    after = { at: last.started_at, id: last.call_id };
  }
  return calls;
}

/** The statuses of the promises of one kind in a call: what keeps the first one need not keep the others. */
const possibleStatuses = ({ status, may_be_several }: FoundPromise): PromiseStatus[] =>
  may_be_several && status === 'done' ? [status, 'contacted'] : [status];

/** Returns a promise with its own status, where it can differ from that of the first one of its kind in the call. */
async function resolveLater(store: Store, promise: StoredPromise, question: FollowUpQuestion): Promise<StoredPromise> {
  const { found, spoken } = promise;
  if (spoken.number === 1 || found.status !== 'done') return promise;
  const { status, event } = await store.readUncoordinated((db) => laterPromise(db, found, spoken.number, question));
  return { ...promise, found: { ...found, status }, later: { event } };
}

function groupByCall(promises: readonly FoundPromise[]): [id: string, promises: FoundPromise[]][] {
  const calls: [string, FoundPromise[]][] = [];
  for (const promise of promises) {
    const last = calls.at(-1);
    if (last?.[0] === promise.call_id) last[1].push(promise);
    else calls.push([promise.call_id, [promise]]);
  }
  return calls;
}

/** The rules are loaded with the first question. */
export async function loadRules() {
  const { spokenPromises } = await import('../../lib/promises/promises.ts');
  /** Returns what a call promises, now that the name of its contact is known. */
  const promisesOfCall = (call: PromisingCall, contacts: boolean): { turns: Turn[]; spoken: SpokenPromise[] } => {
    const turns = spokenTurns(call.transcript_json);
    const candidates = call.promises
      .flatMap(({ kind, candidates_json }) => fromStored(kind, candidates_json))
      .sort((a, b) => turnOf(a.source) - turnOf(b.source));
    const spoken = spokenPromises(candidates, {
      turns,
      summary: call.summary ?? undefined,
      status: call.status,
      outcome: call.outcome.slice(0, MAX_WORD_LENGTH),
      direction: call.direction,
      contactName: contacts ? (call.contact_name ?? undefined) : undefined,
    });
    return { turns, spoken };
  };
  /** Returns those of the found promises that the call makes. */
  const choosePromises = (call: PromisingCall, found: readonly FoundPromise[], contacts: boolean): CallWithPromises => {
    const { turns, spoken } = promisesOfCall(call, contacts);
    const promises = spoken.flatMap((one) => {
      const match = found.find(({ kind }) => kind === one.kind);
      if (!match) return [];
      const ofKind = spoken.filter(({ kind }) => kind === one.kind);
      const marks = call.marks.filter(({ kind }) => kind === one.kind);
      return [{ found: match, spoken: one, mark: markOf(one, ofKind, marks) }];
    });
    return { call, turns, promises };
  };
  return { promisesOfCall, choosePromises };
}

/** Sorts the summary behind the turns. */
const turnOf = (source: { turn: number } | 'summary') =>
  source === 'summary' ? Number.POSITIVE_INFINITY : source.turn;

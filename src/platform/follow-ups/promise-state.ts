import type { PromisingCallRecord } from '../../contract/index.ts';
import { type KeepingEvent, promiseKey } from '../store/promises/kept-promises.ts';
import type { FoundPromise } from '../store/promises/promises.ts';
import { toIso } from '../store/time.ts';
import { type StoredPromise, statusOf } from './find-promises.ts';

/** Which promise of a call it is, its status, and from what that follows. */
export type PromiseState = Pick<PromisingCallRecord['promises'][number], 'kind' | 'status' | 'kept_by'> & {
  number: number;
  marked_at: string | null;
};

/** The promises whose status follows from later records that `keepingEvents` finds. */
export const unmarked = (promises: readonly StoredPromise[]): FoundPromise[] =>
  promises.flatMap(({ found, mark, later }) => (mark || later ? [] : [found]));

/**
 * Returns the state of a promise for a response.
 * @param events those of `keepingEvents` for `unmarked` promises.
 */
export function promiseState(promise: StoredPromise, events: ReadonlyMap<string, KeepingEvent>): PromiseState {
  const { found, spoken, mark, later } = promise;
  const event = mark ? undefined : later ? later.event : events.get(promiseKey(found));
  return {
    kind: spoken.kind,
    number: spoken.number,
    status: statusOf(promise),
    kept_by: event ? { kind: event.kind, id: event.id, at: toIso(event.at) } : null,
    marked_at: mark ? toIso(mark.marked_at) : null,
  };
}

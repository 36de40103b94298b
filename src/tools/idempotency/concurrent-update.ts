import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, assertPathSegment } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { ConcurrentChangeError, ToolError } from '../core/errors.ts';
import { differing, type FieldValues, fieldValues, listNames } from './field-values.ts';
import { serialise } from './mutex.ts';
import { type Identified, readBack } from './read-back.ts';
import type { Written } from './written.ts';

/** How often a change is merged with concurrent ones under a lock. Each time, another request has changed the record. */
const MAX_ATTEMPTS = 10;
/** The same without a lock. */
const MAX_ATTEMPTS_UNLOCKED = 3;
/**
 * Time between a write without a lock and the read that finds out whether another server has undone it: as a multiple of
 * the time that reading and writing took, because that of the other server takes about as long, within bounds.
 */
const SETTLE_FACTOR = 3;
const MIN_SETTLE_MS = 250;
const MAX_SETTLE_MS = 2_000;

/** One write of a record. */
export interface RecordWrite<B> {
  /** What is sent. */
  body: B;
  /** The fields in it that the caller wants to change, which decide whether an unanswered write was applied. */
  requested: B;
  /** `etag` of the state that the change is based on. */
  ifMatch?: string | undefined;
}

/** A record to change. */
interface UpdateRequest<R extends Read<Resource>, B extends JsonObject> {
  /** Identifies the record among all kinds. */
  key: readonly [kind: string, id: string];
  /** The fields to change. */
  change: B;
  /** `updated_at` as the caller read it, if the record must not have changed since. */
  since: string | undefined;
  read(): Promise<R>;
  /** The record as the caller has checked it, on which the change is based where the platform compares the state. */
  checked?: R | undefined;
  write(write: RecordWrite<B>): Promise<Written<R>>;
  /** Returns all known fields with the changed ones, for a platform that may replace the whole record. */
  merge(read: R, change: B): B;
}

/** The outcome of an update, and the record before it if that was read. */
export interface Updated<R> extends Written<R> {
  before?: R;
}

type AnyRecord = Read<Resource> & Identified & { fields: { updated_at?: string | null } };

/**
 * Changes some fields of a record without undoing concurrent changes of others. It sends only the changed fields if the
 * platform merges them (`merge_updates`), and the state that the change is based on if the platform compares it
 * (`optimistic_locking`). Otherwise it writes the whole record, and reads it again to find what was lost.
 * @throws ConcurrentChangeError if another request changed the same fields, or the record kept changing.
 */
export async function updateConcurrently<R extends AnyRecord, B extends JsonObject>(
  request: UpdateRequest<R, B>,
  context: ToolContext,
): Promise<Updated<R>> {
  const { extensions, signal } = context;
  const { key, change, since, checked } = request;
  // Before the first request, which need not contain it.
  assertPathSegment(`${key[0]}s`, 'id', key[1]);
  const merges = await extensions.has('merge_updates', signal);
  const locks = await extensions.has('optimistic_locking', signal);
  if (merges && !locks && since === undefined) return request.write({ body: change, requested: change });
  if (!merges && !locks) return updateUnlocked(request, context);
  const base = locks && checked?.etag !== undefined ? checked : await request.read();
  assertNotModifiedSince(since, base.fields.updated_at);
  // A proxy in between may have removed the entity tag.
  if (locks && base.etag !== undefined) return updateLocked(request, base, merges);
  return merges
    ? { ...(await request.write({ body: change, requested: change })), before: base }
    : updateUnlocked(request, context);
}

/** The platform refuses a change of a state that is no longer current. The change is then merged with the current one. */
async function updateLocked<R extends AnyRecord, B extends JsonObject>(
  { key, change, since, read, write, merge }: UpdateRequest<R, B>,
  base: R,
  merges: boolean,
): Promise<Updated<R>> {
  let current = base;
  for (let attempt = 1; ; attempt++) {
    try {
      const body = merges ? change : merge(current, change);
      return { ...(await write({ body, requested: change, ifMatch: current.etag })), before: current };
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.kind !== 'precondition_failed') throw error;
      const now = await readBack(key[1], read);
      if (now === undefined || now === 'gone' || now.etag === undefined) throw error;
      const conflicts = conflicting(change, base, now);
      // An earlier attempt of the write that is still on its way has an outdated tag: it is refused when it arrives.
      if (conflicts.length > 0 || since !== undefined || attempt === MAX_ATTEMPTS)
        throw new ConcurrentChangeError(listNames(conflicts), error.details.changed, { cause: error });
      current = now;
    }
  }
}

/** Returns the fields of a change that another request has set to another value. */
function conflicting(change: JsonObject, base: AnyRecord, now: AnyRecord): string[] {
  const requested = fieldValues(change);
  const changed = differing(requested.keys(), valuesOf(base), valuesOf(now));
  return differing(changed, requested, valuesOf(now));
}

/**
 * Writes the whole record as it was read just before, and reads it again. A concurrent write that was based on the state
 * before has then undone this one, which is merged with it. Two servers that do the same at the same time can miss each
 * other only if one of them takes much longer, and one server, or replicas, make one change of a record at a time.
 */
function updateUnlocked<R extends AnyRecord, B extends JsonObject>(
  { key, change, since, read, write, merge }: UpdateRequest<R, B>,
  context: ToolContext,
): Promise<Updated<R>> {
  return serialise([['update', ...key]], context, async () => {
    let startedAt = performance.now();
    let before = await read();
    assertNotModifiedSince(since, before.fields.updated_at);
    for (let attempt = 1; ; attempt++) {
      const written = await write({ body: merge(before, change), requested: change });
      const settleMs = SETTLE_FACTOR * (performance.now() - startedAt);
      await delay(Math.min(Math.max(settleMs, MIN_SETTLE_MS), MAX_SETTLE_MS));
      startedAt = performance.now();
      const after = await readBack(key[1], read);
      if (after === undefined || after === 'gone') return { ...written, before };
      const outcome = compare(fieldValues(change), valuesOf(before), valuesOf(written.result), valuesOf(after));
      if (outcome === 'stale') return { ...written, before };
      const { undone, changedAgain } = outcome;
      if (undone.length > 0) {
        if (since !== undefined || attempt === MAX_ATTEMPTS_UNLOCKED)
          throw new ConcurrentChangeError(listNames(undone), 'unknown');
        before = after;
        continue;
      }
      const note = [written.note, changedAgain.length > 0 ? changedAgainNote(changedAgain) : undefined]
        .filter((sentence) => sentence !== undefined)
        .join(' ');
      return { result: after, before, ...(note ? { note } : {}) };
    }
  });
}

const changedAgainNote = (fields: readonly string[]) =>
  `At the same time another request changed ${listNames(fields)}: this is the record after both.`;

/**
 * Compares a record after a write with the states before and in the answer.
 * @returns `stale` if the platform still returns the state before the write. Otherwise the requested fields that have the
 * value of before (`undone`), and those with a third value (`changedAgain`).
 */
function compare(requested: FieldValues, before: FieldValues, written: FieldValues, after: FieldValues) {
  if (differing([...before.keys(), ...after.keys()], before, after).length === 0) return 'stale';
  // The platform may normalize values: what it answered is what it has stored.
  const stored = new Map([...requested, ...written]);
  // A field that the platform never returns cannot be compared.
  const lost = differing(
    [...requested.keys()].filter((name) => written.has(name) || after.has(name)),
    stored,
    after,
  );
  return {
    undone: lost.filter((name) => after.get(name) === before.get(name)),
    changedAgain: lost.filter((name) => after.get(name) !== before.get(name)),
  };
}

const valuesOf = ({ fields, other }: AnyRecord): FieldValues => fieldValues({ ...other, ...fields });

/**
 * Rejects a change that is based on an outdated state of the record.
 * @param since `updated_at` as the caller read it; undefined if the caller does not require the check.
 * @param updatedAt `updated_at` of the current record.
 */
function assertNotModifiedSince(since: string | undefined, updatedAt: string | null | undefined): void {
  if (since === undefined) return;
  if (!updatedAt) throw new ToolError('if_unchanged_since: this platform gives no update time. Leave it out.');
  const [expected, current] = [utcInstant(since), utcInstant(updatedAt)];
  if (expected === undefined) throw new ToolError('if_unchanged_since: give updated_at exactly as it was read.');
  if (expected !== current) {
    throw new ToolError(
      say`The record was changed meanwhile: its updated_at is now ${trusted(updatedAt)}. Read it again before changing it.`,
    );
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../api/index.ts';
import { DatabaseError } from '../../lib/database-error.ts';
import type { Claim, Completed, Indeterminate, RecordedOutcome } from '../../lib/idempotency-store.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ToolContext } from '../core/context.ts';
import { StateUnavailableError, ToolError } from '../core/errors.ts';

/** Delays before each read that checks whether the record exists, in milliseconds. Several, because a read may fail. */
const VERIFY_DELAYS_MS = [0, 400, 800, 1_600];
/** After a timeout the platform may still be processing the request, so it gets more time. */
const VERIFY_DELAYS_AFTER_TIMEOUT_MS = [0, 1_000, 3_000];
/** How long a platform that did not answer in time may still be processing the request, in milliseconds. */
const IN_FLIGHT_GRACE_MS = 60_000;

/** A record that was created, or found to exist already. */
export interface Created<T> {
  result: T;
  /** A sentence for the answer. */
  note?: string;
}

/** Any record of the platform. It should have an id. */
export interface Identified {
  fields: { id?: string | null };
}

/** A record to create, and how to find out whether it was created. */
export interface CreateRequest<T extends Identified> {
  /** Values that are equal for requests that are the same. The store keeps only a hash of them. */
  idempotencyKey: readonly unknown[];
  /** Whether the caller wants a second record. */
  allowDuplicate: boolean | undefined;
  create(): Promise<T>;
  /** Searches the list for the record. `certain`: the whole list was read, so absence means that it was not created. */
  find(): Promise<{ found?: T | undefined; certain: boolean }>;
  /** The current record; `gone` if it was deleted or cancelled, so that a new one is right; undefined if unreadable. */
  current(id: string): Promise<T | 'gone' | undefined>;
}

/**
 * Idempotent create. A repeated request with the same key returns the first record, concurrent ones share a single
 * upstream call, and an unanswered call is resolved by reading the list back.
 */
export async function createIdempotently<T extends Identified>(
  request: CreateRequest<T>,
  context: ToolContext,
): Promise<Created<T>> {
  const { idempotency, clock, signal } = context;
  const key = JSON.stringify(request.idempotencyKey);
  const allowDuplicate = request.allowDuplicate === true;
  for (let staleOutcome: RecordedOutcome | undefined; ; ) {
    const answer = await idempotency.claim(key, { allowDuplicate, staleOutcome, signal }).catch(failClosed(signal));
    if ('claim' in answer) return executeClaim(answer.claim, request, context);
    const { recorded } = answer;
    const existing = await ('lastSentAt' in recorded
      ? resolveIndeterminate(recorded, request, clock)
      : replayCompleted(recorded, request));
    if (existing) return existing;
    staleOutcome = recorded;
  }
}

/** A duplicate is worse than a refusal. */
const failClosed = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) throw new ApiError({ kind: 'cancelled', changed: 'no' }, { cause: error });
  if (!(error instanceof DatabaseError)) throw error;
  throw new StateUnavailableError(
    'The database in which the replicas of this server record their create requests, so that nothing is created twice, cannot be used',
    { cause: error },
  );
};

async function executeClaim<T extends Identified>(claim: Claim, request: CreateRequest<T>, context: ToolContext) {
  try {
    const created = await createOrFind(request, context);
    await claim.complete({ id: created.result.fields.id ?? undefined, record: created.result });
    return created;
  } catch (error) {
    // The next request with this key resolves an indeterminate outcome; a request that was not applied leaves no record.
    const indeterminate = error instanceof ApiError && error.details.changed === 'unknown';
    await (indeterminate ? claim.markIndeterminate(error.details.mayStillBeProcessing === true) : claim.release());
    throw error;
  }
}

async function replayCompleted<T extends Identified>({ id, record }: Completed, { current }: CreateRequest<T>) {
  const now = id === undefined ? undefined : await current(id);
  if (now === 'gone') return undefined;
  const result = now ?? (record as T | undefined);
  if (result === undefined) {
    throw new ToolError(
      `The same request created record ${id} minutes ago, which cannot be read just now. No second one was created.`,
    );
  }
  const note = 'The same request was made minutes ago: this is the record created then, and no second one was created.';
  return { result, note };
}

async function resolveIndeterminate<T extends Identified>(
  { lastSentAt, mayStillBeProcessing }: Indeterminate,
  { find }: CreateRequest<T>,
  clock: Clock,
): Promise<Created<T> | undefined> {
  const { found } = await find().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new ToolError(
      `An earlier request for the same may have succeeded, and the list that shows it cannot be read (${error.details.kind}). ` +
        'Check by other means first; if the tool accepts allow_duplicate, that creates another.',
    );
  });
  if (found !== undefined) {
    return {
      result: found,
      note: 'An earlier request, whose outcome was unknown, created this record; no second one was created.',
    };
  }
  const remainingSeconds = Math.ceil((lastSentAt + IN_FLIGHT_GRACE_MS - clock.monotonic()) / 1_000);
  if (mayStillBeProcessing && remainingSeconds > 0) {
    throw new ToolError(
      `An earlier request for the same was not answered in time, and the platform may still carry it out. Ask again in ${remainingSeconds} seconds.`,
    );
  }
  return undefined;
}

async function createOrFind<T extends Identified>(
  { create, find }: CreateRequest<T>,
  { signal }: ToolContext,
): Promise<Created<T>> {
  try {
    return { result: await create() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.changed === 'no' || signal.aborted) throw error;
    const { mayStillBeProcessing } = error.details;
    let timesAbsent = 0;
    for (const ms of mayStillBeProcessing ? VERIFY_DELAYS_AFTER_TIMEOUT_MS : VERIFY_DELAYS_MS) {
      // A caller who leaves now gets the first error: the outcome stays unknown.
      await delay(ms, undefined, { signal }).catch(() => {
        throw error;
      });
      const { found, certain } = await find().catch(() => ({ found: undefined, certain: false }));
      if (found !== undefined)
        return { result: found, note: 'The platform did not confirm it, but the record exists.' };
      // The platform may finish a cut-off request a moment later: absence counts only when it is seen twice.
      if (certain && ++timesAbsent === 2 && !mayStillBeProcessing) break;
    }
    // If the list could not be read either, the outcome stays unknown: the first error is more precise.
    if (mayStillBeProcessing || timesAbsent < 2) throw error;
    throw new ApiError({ ...error.details, changed: 'no', verified: true }, { cause: error });
  }
}

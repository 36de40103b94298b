import { ApiError } from '../../api/index.ts';
import { ENDPOINTS, type Endpoint } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import type { Claim, Completed, Indeterminate, RecordedOutcome } from '../../lib/idempotency/store.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ToolContext } from '../core/context.ts';
import { StateUnavailableError } from '../core/errors.ts';
import type { Comparison } from './comparison.ts';
import {
  asRepeatable,
  type Change,
  type Identified,
  isIndeterminate,
  searchForEffect,
  sendAndCompare,
} from './read-back.ts';
import type { Written } from './written.ts';

/** How long a platform may still carry out a request that it did not confirm, in milliseconds. */
const IN_FLIGHT_GRACE_MS = 60_000;

/** A record to create, and how to find out whether it was created. */
export interface CreateRequest<T extends Identified> {
  endpoint: Change<T>['endpoint'];
  /** Values that are equal for requests that are the same. The store keeps only a hash of them. */
  idempotencyKey: readonly unknown[];
  /**
   * Set if the caller wants a second record although a request with this key made one: values that, with the key, are equal
   * for requests for the same second record.
   */
  duplicateKey?: readonly unknown[] | undefined;
  /**
   * Whether the list shows an equal record, after a request for a second one whose outcome is unknown: it may be the first one, and
   * prove nothing. Does not reject.
   */
  hasEqual?: () => Promise<boolean>;
  create(): Promise<T>;
  /**
   * Runs the creation once the request may be executed, unless a check says otherwise: what it throws before it calls
   * `create` shows that nothing was sent. A recorded outcome is returned without it.
   */
  check?: ((create: () => Promise<Written<T>>) => Promise<Written<T>>) | undefined;
  /** Compares the record in the answer with the request. */
  compare(record: T): Comparison;
  /**
   * Searches the list for the record. `certain`: the whole list was read, so absence means that it is not there now.
   * Absent if a record that is found may be another one. Not used to repeat a request for a second record.
   */
  find?: (() => Promise<{ found?: T | undefined; certain: boolean }>) | undefined;
  /** A record of which only the id is known. */
  unread(id: string | undefined): T;
  /**
   * The current record; undefined if unreadable. `gone` if a new one is right: it was deleted or cancelled, or changed so that
   * it is no longer what the request asks for.
   */
  current(id: string): Promise<T | 'gone' | undefined>;
}

/**
 * Idempotent create. A repeated request with the same key returns the first record, concurrent ones share a single
 * upstream call, and a call that is not confirmed is resolved by reading the list back, now or when it is repeated.
 * A repeated request for a second record returns that one.
 */
export async function createIdempotently<T extends Identified>(
  request: CreateRequest<T>,
  context: ToolContext,
): Promise<Written<T>> {
  const { idempotency, clock, signal } = context;
  const { idempotencyKey, duplicateKey } = request;
  const key = JSON.stringify(duplicateKey ? ['duplicate', ...idempotencyKey, ...duplicateKey] : idempotencyKey);
  for (let staleOutcome: RecordedOutcome | undefined; ; ) {
    const answer = await idempotency.claim(key, { staleOutcome, signal }).catch(failClosed(signal));
    if ('claim' in answer) {
      context.audited.repeated = false;
      const claim = duplicateKey ? await withFirstClaim(answer.claim, request, context) : answer.claim;
      return executeClaim(claim, request, context);
    }
    const { recorded } = answer;
    const existing = await ('lastSentAt' in recorded
      ? resolveIndeterminate(recorded, request, clock)
      : replayCompleted(recorded, request));
    if (existing) {
      context.audited.repeated = true;
      return existing;
    }
    staleOutcome = recorded;
  }
}

/**
 * Records the outcome of a request for a second record for the first one too, if none is recorded: it is the answer to a
 * repetition that no longer asks for a second one. An unknown outcome is not recorded for it where the list would resolve it
 * with a record that may be an earlier one.
 */
async function withFirstClaim(
  second: Claim,
  { idempotencyKey, hasEqual }: Pick<CreateRequest<Identified>, 'idempotencyKey' | 'hasEqual'>,
  { idempotency, signal }: ToolContext,
): Promise<Claim> {
  try {
    const answer = await idempotency.claim(JSON.stringify(idempotencyKey), { staleOutcome: undefined, signal });
    if (!('claim' in answer)) return second;
    const { claim: first } = answer;
    const claims = [first, second];
    const endAll = async (end: (claim: Claim) => Promise<void> | void) => {
      await Promise.all(claims.map(end));
    };
    return {
      complete: (outcome) => endAll((claim) => claim.complete(outcome)),
      async markIndeterminate() {
        await second.markIndeterminate();
        await ((await hasEqual?.()) ? first.release() : first.markIndeterminate());
      },
      release: () => endAll((claim) => claim.release()),
    };
  } catch (error) {
    await second.release();
    return failClosed(signal)(error);
  }
}

/** A duplicate is worse than a refusal. */
const failClosed = (signal: CancelSignal) => (error: unknown) => {
  if (signal.aborted) throw new ApiError({ kind: 'cancelled', changed: 'no' }, { cause: error });
  if (!(error instanceof DatabaseError)) throw error;
  throw new StateUnavailableError(
    `Create requests are recorded, so that nothing is created twice, and the records cannot be used (${error.publicReason.replace(/\.$/, '')})`,
    { cause: error },
  );
};

async function executeClaim<T extends Identified>(claim: Claim, request: CreateRequest<T>, context: ToolContext) {
  let isSent = false;
  const create = () => {
    isSent = true;
    return createOrFind(request, context);
  };
  try {
    const created = await (request.check ? request.check(create) : create());
    await claim.complete({ id: created.result.fields.id ?? undefined, record: created.result });
    return created;
  } catch (error) {
    // A request that was not applied leaves no record. The next request with this key resolves any other outcome.
    if (!isSent || (error instanceof ApiError && error.details.changed === 'no')) await claim.release();
    else await claim.markIndeterminate();
    // A second record of which nothing is known is created once more if it is requested again.
    throw error instanceof ApiError && !request.duplicateKey ? asRepeatable(error) : error;
  }
}

async function replayCompleted<T extends Identified>({ id, record }: Completed, request: CreateRequest<T>) {
  const now = id === undefined ? undefined : await request.current(id);
  if (now === 'gone') return undefined;
  const first = record as T | undefined;
  const created = now && first ? withOutcome(now, first, request) : (now ?? first);
  if (created) return { result: created, note: `${CREATED_BEFORE} this is the record created then, and ${NO_SECOND}` };
  return { result: request.unread(id), note: `${CREATED_BEFORE} its record cannot be read just now, and ${NO_SECOND}` };
}

/** Adds what only the answer to the creation states, so that a repetition has the same answer. */
function withOutcome<T extends Identified>(now: T, first: T, { endpoint }: CreateRequest<T>): T {
  const { outcomeFields = [] }: Endpoint = ENDPOINTS[endpoint];
  const outcome = Object.entries(first.fields).filter(([name]) => outcomeFields.includes(name));
  return { ...now, fields: { ...now.fields, ...Object.fromEntries(outcome) } };
}

const CREATED_BEFORE = 'The same request was made minutes ago:';
const NO_SECOND = 'no second one was created.';

async function resolveIndeterminate<T extends Identified>(
  { lastSentAt }: Indeterminate,
  { endpoint, find: search = async () => ({ certain: false }), duplicateKey }: CreateRequest<T>,
  clock: Clock,
): Promise<Written<T> | undefined> {
  const stillUnknown = (advice: string, retryAfterSeconds?: number, cause?: unknown) =>
    new ApiError(
      {
        kind: 'unconfirmed',
        endpoint,
        changed: 'unknown',
        advice,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
      { cause },
    );
  const remainingSeconds = Math.ceil((lastSentAt + IN_FLIGHT_GRACE_MS - clock.monotonic()) / 1_000);
  if (duplicateKey) {
    // The list does not distinguish it from the first record. The advice was to check it before a later repetition.
    if (remainingSeconds <= 0) return undefined;
    throw stillUnknown(
      `An earlier request for the same was not confirmed, and the platform may still carry it out. Check in ${remainingSeconds} seconds whether the record exists, before you ask again: it is created once more then.`,
      remainingSeconds,
    );
  }
  const { found, certain } = await search().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw stillUnknown(
      `An earlier request for the same may have succeeded, and the list that shows it cannot be read (${error.details.kind}). ${CHECK_FIRST}`,
      undefined,
      error,
    );
  });
  if (found !== undefined) {
    return {
      result: found,
      note: 'This record exists: an earlier request, whose outcome was unknown, created it unless it is older. No second one was created.',
    };
  }
  if (remainingSeconds > 0) {
    throw stillUnknown(
      `An earlier request for the same was not confirmed, and the platform may still carry it out. Ask again in ${remainingSeconds} seconds.`,
      remainingSeconds,
    );
  }
  if (!certain) {
    throw stillUnknown(
      `An earlier request for the same may have succeeded, and the list does not show whether it did. ${CHECK_FIRST}`,
    );
  }
  return undefined;
}

const CHECK_FIRST = 'Check by other means first; if the tool accepts allow_duplicate, that creates another.';

async function createOrFind<T extends Identified>(
  { endpoint, create, compare, find }: CreateRequest<T>,
  { signal }: ToolContext,
): Promise<Written<T>> {
  try {
    return { result: await sendAndCompare(endpoint, create, compare) };
  } catch (error) {
    if (!find || !isIndeterminate(error, signal)) throw error;
    const search = async () => {
      const { found } = await find().catch((failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure;
        return { found: undefined };
      });
      return found;
    };
    const result = await searchForEffect(search, error, signal);
    return { result, note: 'The platform did not confirm it, but the record exists.' };
  }
}

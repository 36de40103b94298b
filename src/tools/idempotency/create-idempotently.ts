import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../api/index.ts';
import { DatabaseError } from '../../lib/database-error.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError, Unrecorded } from '../core/errors.ts';
import type { Claim, Created, Known, Made, Unknown } from './idempotency-store.ts';

/** Pauses before each look whether something was created after all, in milliseconds. A look may fail: there are several. */
const LOOKS_MS = [0, 400, 800, 1_600];
/** After a timeout the platform may still be at work: it is given more time. */
const LOOKS_AFTER_TIMEOUT_MS = [0, 1_000, 3_000];
/** How long a platform that did not answer in time may still be at work, in milliseconds. */
const STILL_AT_WORK_MS = 60_000;

/** Any record of the platform: it has an id, or ought to. */
export interface Identified {
  fields: { id?: string | null };
}

/** What somebody wants created, and how to find out whether it was. */
export interface Creation<T extends Identified> {
  /** What makes two requests the same wish; hashed before it is kept. */
  intent: readonly unknown[];
  /** Whether a second one is wanted even so. */
  again: boolean | undefined;
  create(): Promise<T>;
  /** Looks for the record. `certain`: all there is was looked at, so that absence means it was not created. */
  find(): Promise<{ found?: T | undefined; certain: boolean }>;
  /** The record as it is now; `gone` where it is gone or cancelled, so that a new one is right; undefined: it cannot be read. */
  current(id: string): Promise<T | 'gone' | undefined>;
}

/**
 * Creates a record once. The same wish again gives the first record; wishes at the same time share one request; after
 * an answer that did not come, the platform's own list decides.
 */
export async function once<T extends Identified>(creation: Creation<T>, context: ToolContext): Promise<Created<T>> {
  const { intents, clock, signal } = context;
  const wish = JSON.stringify(creation.intent);
  const again = creation.again === true;
  for (let instead: Known | undefined; ; ) {
    const asked = await intents.claim(wish, { again, instead, signal }).catch(refusedBy(signal));
    if ('claim' in asked) return fulfil(asked.claim, creation, context);
    const { known } = asked;
    const first = await ('at' in known ? lookAgain(known, creation, clock) : repeated(known, creation));
    if (first) return first;
    instead = known;
  }
}

/** Twice is worse than not. */
const refusedBy = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) throw new ApiError({ kind: 'cancelled', changed: 'no' }, { cause: error });
  if (!(error instanceof DatabaseError)) throw error;
  throw new Unrecorded(
    'The database in which the replicas of this server note what they create, so that nothing is made twice, cannot be used',
    true,
    { cause: error },
  );
};

async function fulfil<T extends Identified>(claim: Claim, creation: Creation<T>, context: ToolContext) {
  try {
    const created = await createOrFind(creation, context);
    await claim.made({ id: created.result.fields.id ?? undefined, first: created.result });
    return created;
  } catch (error) {
    // What may have happened is looked for when it is asked for again; what did not happen is forgotten.
    const unknown = error instanceof ApiError && error.details.changed === 'unknown';
    await (unknown ? claim.unknown(error.details.late === true) : claim.dropped());
    throw error;
  }
}

async function repeated<T extends Identified>({ id, first }: Made, { current }: Creation<T>) {
  const now = id === undefined ? undefined : await current(id);
  if (now === 'gone') return undefined;
  const result = now ?? (first as T | undefined);
  if (result === undefined) {
    throw new ToolError(
      `The same was asked for minutes ago and made then, under the id ${id}; it cannot be read just now. No second one was made.`,
    );
  }
  const note = 'The same was asked for minutes ago: this is the record made then, and no second one was made.';
  return { result, note };
}

async function lookAgain<T extends Identified>(
  { at, late }: Unknown,
  { find }: Creation<T>,
  clock: Clock,
): Promise<Created<T> | undefined> {
  const { found } = await find().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new ToolError(
      `An earlier request for the same may have succeeded, and the list that would tell cannot be read (${error.details.kind}). ` +
        'Look there by other means first; where the tool takes allow_duplicate, that makes another.',
    );
  });
  if (found !== undefined) {
    return {
      result: found,
      note: 'An earlier request, whose outcome was unknown, made this record; no second one was made.',
    };
  }
  const wait = Math.ceil((at + STILL_AT_WORK_MS - clock.now()) / 1_000);
  if (late && wait > 0) {
    throw new ToolError(
      `An earlier request for the same was not answered in time, and the platform may still carry it out. Ask again in ${wait} seconds.`,
    );
  }
  return undefined;
}

async function createOrFind<T extends Identified>(
  { create, find }: Creation<T>,
  { signal }: ToolContext,
): Promise<Created<T>> {
  try {
    return { result: await create() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.changed === 'no' || signal.aborted) throw error;
    const { late } = error.details;
    let absent = 0;
    for (const pause of late ? LOOKS_AFTER_TIMEOUT_MS : LOOKS_MS) {
      // Whoever goes away meanwhile leaves an outcome that nobody knows.
      await wait(pause, undefined, { signal }).catch(() => {
        throw error;
      });
      const { found, certain } = await find().catch(() => ({ found: undefined, certain: false }));
      if (found !== undefined)
        return { result: found, note: 'The platform did not confirm it, but the record is there.' };
      // What was cut off may have been finished a moment later: absence is believed the second time.
      if (certain && ++absent === 2 && !late) break;
    }
    // When the list could not be read either, the outcome stays unknown: the first error says more.
    if (late || absent < 2) throw error;
    throw new ApiError({ ...error.details, changed: 'no', lookedFor: true }, { cause: error });
  }
}

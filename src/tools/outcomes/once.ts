import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../api/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import type { Created, Memory, Unknown } from './intents.ts';

/** Pauses before each look whether something was created after all, in milliseconds. A look may fail: there are several. */
const LOOKS_MS = [0, 400, 800, 1_600];
/** After a timeout the platform may still be at work: it is given more time. */
const LOOKS_AFTER_TIMEOUT_MS = [0, 1_000, 3_000];
/** How long a platform that did not answer in time may still be at work, in milliseconds. */
const STILL_AT_WORK_MS = 60_000;

/** What somebody wants created, and how to find out whether it was. */
export interface Creation<T> {
  /** What makes two requests the same wish; hashed before it is kept. */
  intent: readonly unknown[];
  /** Whether a second one is wanted even so. */
  again: boolean | undefined;
  create(): Promise<T>;
  /** Looks for the record. `certain`: all there is was looked at, so that absence means it was not created. */
  find(): Promise<{ found?: T | undefined; certain: boolean }>;
  /** The record as it is now; undefined when it is gone or cancelled, so that a new one is right. */
  current(first: T): Promise<T | undefined>;
}

/**
 * Creates a record once. The same wish again gives the first record; wishes at the same time share one request; after
 * an answer that did not come, the platform's own list decides.
 */
export async function once<T>(creation: Creation<T>, context: ToolContext): Promise<Created<T>> {
  const { intents, clock } = context;
  const intent = createHash('sha256').update(JSON.stringify(creation.intent)).digest('base64url');
  if (!creation.again) {
    const before = intents.get(intent);
    const first = before && (await settled(before));
    const known =
      first && (await ('result' in first ? repeated(first.result as T, creation) : lookAgain(first, creation, clock)));
    if (known) return known;
  }
  const run = createOrFind(creation, context);
  intents.set(intent, { at: clock.now(), run });
  try {
    return await run;
  } catch (error) {
    const unknown = asUnknown(error, clock.now());
    // What may have happened is looked for when it is asked for again; what did not happen is forgotten.
    if (unknown) intents.set(intent, unknown);
    else intents.delete(intent);
    throw error;
  }
}

/** What became of an earlier wish: its record, an outcome that nobody knows, or nothing. */
async function settled(before: Memory): Promise<Created<unknown> | Unknown | undefined> {
  if (!('run' in before)) return before;
  return before.run.catch((error: unknown) => asUnknown(error, before.at));
}

function asUnknown(error: unknown, at: number): Unknown | undefined {
  if (!(error instanceof ApiError) || error.details.changed !== 'unknown') return undefined;
  return { at, late: error.details.late === true };
}

async function repeated<T>(first: T, { current }: Creation<T>): Promise<Created<T> | undefined> {
  const now = await current(first);
  const note = 'The same was asked for minutes ago: this is the record made then, and no second one was made.';
  return now === undefined ? undefined : { result: now, note };
}

async function lookAgain<T>(
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

async function createOrFind<T>({ create, find }: Creation<T>, { signal }: ToolContext): Promise<Created<T>> {
  try {
    return { result: await create() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.changed === 'no' || signal.aborted) throw error;
    const { late } = error.details;
    let absent = 0;
    for (const pause of late ? LOOKS_AFTER_TIMEOUT_MS : LOOKS_MS) {
      await wait(pause, undefined, { signal });
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

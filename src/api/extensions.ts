import { setTimeout as delay } from 'node:timers/promises';
import { announcedExtensions, type ExtensionName } from '../contract/index.ts';
import { raceAbort } from '../lib/concurrency/abort.ts';
import type { CancelSignal } from '../lib/concurrency/cancellation.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { TimeRange } from '../lib/time/range.ts';
import type { Api } from './client.ts';
import { ApiError, type ApiErrorKind } from './errors.ts';

/** How long an answer about the platform's extensions is used, in milliseconds. A 404 is such an answer. */
const CACHED_MS = 10 * 60_000;
/** The same for a failed request: the platform may have been unavailable only for a moment. */
const CACHED_AFTER_FAILURE_MS = 60_000;
/** How long a remote platform is waited for, in milliseconds. Until it answers, the way of the specification is used. */
export const REMOTE_WAIT_MS = 2_000;

/** Responses of a platform that does not have the endpoint. After other failures, it may have extensions. */
const MISSING: ReadonlySet<ApiErrorKind> = new Set(['not_found', 'bad_request', 'redirected', 'invalid_response']);

type Announced = ReadonlySet<ExtensionName>;
const NONE: Announced = new Set();

/** The extensions of the platform (platform-extensions.md), as it announces them to one credential. */
export interface Extensions {
  /**
   * True if the platform announces an extension. Requests `GET /v1/capabilities` when first called, and caches the answer.
   * A platform that does not answer it has none. Rejects only with the reason of `signal`.
   */
  has(name: ExtensionName, signal: CancelSignal): Promise<boolean>;
  /** As `has`, but false for an extension that only a local copy of the platform has: the copy may lack the latest records. */
  announces(name: ExtensionName, signal: CancelSignal): Promise<boolean>;
  /**
   * As `announces`, for a refusal that says what the platform lacks: waits for the answer, and requests it again after a failure.
   * Rejects with the failure (`ApiError`), or with the reason of `signal`.
   */
  announcesForCertain(name: ExtensionName, signal: CancelSignal): Promise<boolean>;
  /**
   * Which calls of a window `searchCalls` answers for although `call_search` is not announced: a local copy of the platform does
   * while it is being filled. Undefined for none.
   */
  searchableCalls?(window: TimeRange, signal: CancelSignal): Promise<SearchableCalls | undefined>;
  /** Number of calls of a window whose transcripts a local copy that has an extension lacks, because the platform does not return them. */
  unreadableCalls?(name: ExtensionName, window: TimeRange, signal: CancelSignal): Promise<number>;
}

export interface SearchableCalls {
  /** The calls of the window that start at this time or later, in UTC; undefined for all of them. */
  from: string | undefined;
  /** Those among them whose transcripts the platform does not return. */
  unreadable: number;
}

interface Lookup {
  /** Rejects if the platform did not say what it has. */
  answer: Promise<Announced>;
  /** The answer, or none after a failure or at the end of the waiting time. */
  soon: Promise<Announced>;
  /** Until when it is used, by the monotonic clock. */
  until: number;
  hasFailed: boolean;
}

interface ExtensionsOptions {
  /** How long `has` waits for the answer, in milliseconds. Default: until the request ends. */
  waitMs?: number;
  /** Cancels the request, which can be longer than the calls that wait for it: a process that ends must not wait for it. */
  closing?: AbortSignal;
}

export function createExtensions(
  api: Pick<Api, 'getCapabilities'>,
  clock: Clock,
  { waitMs, closing }: ExtensionsOptions = {},
): Extensions {
  let cached: Lookup | undefined;
  // Without a caller's signal, because concurrent callers share the request.
  const request = (): Lookup => {
    const keepFor = (ms: number) => {
      lookup.until = clock.monotonic() + ms;
    };
    const answer = api.getCapabilities(closing ? { signal: closing } : {}).then(
      (read) => {
        keepFor(CACHED_MS);
        // It is used although it was late.
        lookup.soon = lookup.answer;
        return announcedExtensions(read);
      },
      (error: unknown) => {
        const kind = error instanceof ApiError ? error.details.kind : undefined;
        keepFor(kind === 'not_found' ? CACHED_MS : CACHED_AFTER_FAILURE_MS);
        if (kind && MISSING.has(kind)) return NONE;
        lookup.hasFailed = true;
        throw error;
      },
    );
    const unlessFailed = answer.catch(() => NONE);
    const soon =
      waitMs === undefined ? unlessFailed : Promise.race([unlessFailed, delay(waitMs, NONE, { ref: false })]);
    const lookup: Lookup = { answer, soon, until: Number.POSITIVE_INFINITY, hasFailed: false };
    cached = lookup;
    return lookup;
  };
  const current = () => (cached && clock.monotonic() < cached.until ? cached : request());
  const has: Extensions['has'] = async (name, signal) => (await raceAbort(current().soon, signal)).has(name);
  const announcesForCertain: Extensions['has'] = async (name, signal) => {
    const lookup = current();
    return (await raceAbort((lookup.hasFailed ? request() : lookup).answer, signal)).has(name);
  };
  return { has, announces: has, announcesForCertain };
}

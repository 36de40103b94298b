import { announcedExtensions, type ExtensionName } from '../contract/index.ts';
import { raceAbort } from '../lib/abort.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { TimeRange } from '../lib/time/range.ts';
import type { Api } from './client.ts';
import { ApiError } from './errors.ts';

/** How long an answer about the platform's extensions is used, in milliseconds. A 404 is such an answer. */
const CACHED_MS = 10 * 60_000;
/** The same for a failed request: the platform may have been unavailable only for a moment. */
const CACHED_AFTER_FAILURE_MS = 60_000;
/** Maximum duration of the request, in milliseconds: without an answer, the way of the specification is used. */
const TIMEOUT_MS = 2_000;

type Announced = ReadonlySet<ExtensionName>;
const NONE: Announced = new Set();

/** The extensions of the platform (docs/platform-extensions.md), as it announces them to one credential. */
export interface Extensions {
  /**
   * True if the platform announces an extension. Requests `GET /v1/capabilities` when first called, and caches the answer.
   * A platform that does not answer it has none. Rejects only with the reason of `signal`.
   */
  has(name: ExtensionName, signal: CancelSignal): Promise<boolean>;
  /** As `has`, but false for an extension that only a local copy of the platform has: the copy may lack the latest records. */
  announces(name: ExtensionName, signal: CancelSignal): Promise<boolean>;
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

export function createExtensions(api: Pick<Api, 'getCapabilities'>, clock: Clock): Extensions {
  let cached: { announced: Promise<Announced>; until: number } | undefined;
  const request = (): Promise<Announced> => {
    // Without a caller's signal, because concurrent callers share the request.
    const entry = { until: Number.POSITIVE_INFINITY, announced: Promise.resolve(NONE) };
    entry.announced = api.getCapabilities({ signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      (read) => {
        entry.until = clock.monotonic() + CACHED_MS;
        return announcedExtensions(read);
      },
      (error: unknown) => {
        const isMissing = error instanceof ApiError && error.details.kind === 'not_found';
        entry.until = clock.monotonic() + (isMissing ? CACHED_MS : CACHED_AFTER_FAILURE_MS);
        return NONE;
      },
    );
    cached = entry;
    return entry.announced;
  };
  const has: Extensions['has'] = async (name, signal) => {
    const announced = cached && clock.monotonic() < cached.until ? cached.announced : request();
    return (await raceAbort(announced, signal)).has(name);
  };
  return { has, announces: has };
}

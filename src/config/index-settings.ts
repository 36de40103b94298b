import type { MirrorPlace } from '../platform/mirror/place.ts';
import type { AuthSettings } from './auth.ts';
import type { OptionValues } from './options/index.ts';
import { SHARED_INDEX } from './options/local-index.ts';
import { type RemotePlatform, readState } from './platform.ts';
import { UsageError } from './usage-error.ts';

/** The local copy of a remote platform's records. */
export interface IndexSettings {
  /** A file, or the database of `--state`. */
  place: MirrorPlace;
  /** Nothing is added to an index of this size, in bytes. */
  maxBytes: number;
  /** How often both ends of each list are read, in milliseconds. */
  pollMs: number;
  /** How often each list is read from end to end, in milliseconds. */
  reconcileMs: number;
}

/** How often the platform is asked for new records without `--poll`, in milliseconds. */
const DEFAULT_POLL_MS = 60_000;

/** Reads the settings of the index; undefined without one. @throws UsageError */
export function readIndexSettings(
  options: OptionValues,
  remote: RemotePlatform | undefined,
  { mode }: AuthSettings,
): IndexSettings | undefined {
  const { index, 'index-max-mib': maxMib, 'index-reconcile': reconcileMs, poll } = options;
  if (index === undefined) return undefined;
  if (!remote) {
    throw new UsageError(
      '--index (RCPT_INDEX) is for a remote platform: the embedded one searches its own database. Remove it, or set RCPT_BASE_URL.',
    );
  }
  if (mode !== 'none') {
    throw new UsageError(
      `--index (RCPT_INDEX) cannot be used with --auth ${mode}: authenticated callers do not share a copy of the platform's records. Remove it, or run a server without --auth.`,
    );
  }
  const place = indexPlace(index, readState(options, remote));
  return { place, maxBytes: maxMib * 2 ** 20, pollMs: poll ?? DEFAULT_POLL_MS, reconcileMs };
}

/**
 * Returns where the index is.
 * @param state the database of `--state`
 * @throws UsageError
 */
export function indexPlace(index: string, state: string | undefined): MirrorPlace {
  if (index !== SHARED_INDEX) return { file: index };
  if (state !== undefined) return { database: state };
  throw new UsageError(
    '--index shared (RCPT_INDEX) is in the database of --state (RCPT_STATE), which is not set. Set it (rcpt-mcp http and index have it), or name a file.',
  );
}

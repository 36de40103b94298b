import type { OptionValues } from '../options/index.ts';
import { UsageError } from '../runtime/usage-error.ts';
import type { AuthSettings } from './auth.ts';
import type { LivePlatform } from './platform.ts';

/** The local copy of a remote platform's records. */
export interface IndexSettings {
  /** Path of the file. */
  file: string;
  /** Nothing is added to a file of this size, in bytes. */
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
  live: LivePlatform | undefined,
  { mode }: AuthSettings,
): IndexSettings | undefined {
  const { index: file, 'index-max-mib': maxMib, 'index-reconcile': reconcileMs, poll } = options;
  if (file === undefined) return undefined;
  if (!live) {
    throw new UsageError(
      '--index (RCPT_INDEX) is for a remote platform: the embedded one searches its own database. Remove it, or set RCPT_BASE_URL.',
    );
  }
  if (mode !== 'none') {
    throw new UsageError(
      `--index (RCPT_INDEX) cannot be used with --auth ${mode}: authenticated callers do not share a copy of the platform's records. Remove it, or run a server without --auth.`,
    );
  }
  return { file, maxBytes: maxMib * 2 ** 20, pollMs: poll ?? DEFAULT_POLL_MS, reconcileMs };
}

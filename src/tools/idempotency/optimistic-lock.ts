import { say, trusted } from '../../lib/sentence.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import { ToolError } from '../core/errors.ts';

/**
 * Optimistic lock: rejects a change that is based on an outdated state of the record.
 * @param since `updated_at` as the caller read it; undefined if the caller does not require the check.
 * @param updatedAt `updated_at` of the current record.
 */
export function assertNotModifiedSince(since: string | undefined, updatedAt: string | null | undefined): void {
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

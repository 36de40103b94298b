import { utcInstant } from '../../lib/time/intervals.ts';
import { ToolError } from '../core/errors.ts';

/**
 * Refuses a change that was decided on an older state of the record than it has now.
 * @param since `updated_at` as the caller read it; undefined: the caller does not mind.
 * @param updatedAt `updated_at` of the record now.
 */
export function assertNotModifiedSince(since: string | undefined, updatedAt: string | null | undefined): void {
  if (since === undefined) return;
  if (!updatedAt) throw new ToolError('if_unchanged_since: this platform gives no update time. Leave it out.');
  const [then, now] = [utcInstant(since), utcInstant(updatedAt)];
  if (then === undefined) throw new ToolError('if_unchanged_since: give updated_at exactly as it was read.');
  if (then !== now) {
    throw new ToolError(
      `The record was changed meanwhile: its updated_at is now ${updatedAt}. Read it again before changing it.`,
    );
  }
}

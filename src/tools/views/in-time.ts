import { raceAbort } from '../../lib/concurrency/abort.ts';
import type { ToolContext } from '../core/context.ts';

/** Returns a part of a view's data; undefined if it cannot be read before the signal aborts. */
export async function inTime<T>(
  part: Promise<T>,
  { signal, logger }: Pick<ToolContext, 'signal' | 'logger'>,
): Promise<T | undefined> {
  try {
    return await raceAbort(part, signal);
  } catch (error) {
    logger.debug('a part of a view cannot be read', { error });
    return undefined;
  }
}

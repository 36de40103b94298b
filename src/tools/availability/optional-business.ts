import { ApiError } from '../../api/index.ts';
import type { BusinessRecord, Read } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { readBusiness } from './shown-hours.ts';

/**
 * Reads the business for an answer that does without it where the platform does not state it. It does so also where the platform
 * fails for the business only: the rest of the answer can be right.
 */
export async function readOptionalBusiness(
  platform: Pick<ToolContext, 'api' | 'extensions' | 'signal'>,
): Promise<Read<typeof BusinessRecord> | undefined> {
  try {
    return await readBusiness(platform);
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.kind === 'cancelled') throw error;
    return undefined;
  }
}

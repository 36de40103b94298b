import type { Platform } from '../../platform/index.ts';
import { idByName } from '../runtime/id-by-name.ts';

/**
 * Returns the id of a staff member from an id, a name or whole words of it, as the tools do.
 * @throws UsageError if there is none, or several
 */
export const findStaff = async (platform: Platform, text: string): Promise<string> =>
  idByName('staff', text, (await platform.business.show())?.business.staff ?? []);

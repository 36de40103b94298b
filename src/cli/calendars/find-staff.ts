import { UsageError } from '../../config/usage-error.ts';
import { quoted, say } from '../../lib/text/sentence.ts';
import type { Platform } from '../../platform/index.ts';
import { allByName } from '../../tools/search/by-name.ts';
import { idByName } from '../runtime/id-by-name.ts';

/**
 * Returns the id of a staff member from an id, a name or whole words of it, as the tools do.
 * @throws UsageError if there is none, or several
 */
export async function findStaff(platform: Platform, text: string): Promise<string> {
  const { staff } = await platform.bookings.catalogue();
  const present = staff.filter(({ isArchived }) => !isArchived);
  if (allByName(text, present, 'staff').length === 0 && allByName(text, staff, 'staff').length > 0) {
    throw new UsageError(
      `--staff: ${say`${quoted(text)}`} is archived, so that it cannot be chosen. Nothing was changed.`,
    );
  }
  return idByName('staff', text, present);
}

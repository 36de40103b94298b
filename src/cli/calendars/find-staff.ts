import { quoted, say } from '../../lib/sentence.ts';
import type { Platform } from '../../platform/index.ts';
import { allByName } from '../../tools/search/by-name.ts';
import { UsageError } from '../runtime/usage-error.ts';

/**
 * Returns the id of a staff member from an id, a name or a part of it, as the tools do.
 * @throws UsageError if there is none, or several
 */
export async function findStaff(platform: Platform, text: string): Promise<string> {
  const staff = (await platform.business.show())?.business.staff ?? [];
  const found = allByName(text, staff);
  const [one, ...others] = found;
  if (one && others.length === 0) return one.id;
  const problem = one ? 'is a name of several people' : 'is not a staff member';
  const known = (one ? found : staff).map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new UsageError(
    `--staff: ${say`${quoted(text)}`} ${problem}. State the id of one of: ${known}. Nothing was changed.`,
  );
}

import { areEqualNames } from '../../lib/search/equal-names.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { quoted, say } from '../../lib/sentence.ts';
import type { Platform } from '../../platform/index.ts';
import { UsageError } from '../runtime/usage-error.ts';

/**
 * Returns the id of a staff member from an id or a whole name.
 * @throws UsageError if there is none, or several
 */
export async function findStaff(platform: Platform, text: string): Promise<string> {
  const staff = (await platform.business.show())?.business.staff ?? [];
  const wanted = normalizeName(text);
  const found = [
    staff.filter(({ id }) => id === text),
    staff.filter(({ name }) => normalizeName(name) === wanted),
    staff.filter(({ name }) => areEqualNames(name, text)),
  ].find(({ length }) => length > 0);
  if (found?.length === 1 && found[0]) return found[0].id;
  const problem = found ? 'is the name of several people' : 'is not a staff member';
  const known = staff.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new UsageError(
    `--staff: ${say`${quoted(text)}`} ${problem}. State the id of one of: ${known}. Nothing was changed.`,
  );
}

import { areEqualNames } from '../../lib/search/equal-names.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import type { Named } from '../search/named.ts';

const WHO = {
  service: { already: 'There is a service', tool: 'update_service changes it' },
  staff: { already: 'There is a staff member', tool: 'update_staff changes the entry' },
} as const;

/**
 * @param own the entry that gets the name; undefined if it is new.
 * @throws ToolError if another entry has an equal name: neither could be given by name any more.
 */
export function rejectTakenName(name: string, entries: readonly Named[], kind: 'service' | 'staff', own?: Named): void {
  if (own?.name === name) return;
  const same = entries.find((entry) => entry.id !== own?.id && areEqualNames(entry.name, name));
  if (!same) return;
  const { already, tool } = WHO[kind];
  const advice = own ? 'choose a name that differs in a word' : tool;
  throw new ToolError(say`${trusted(already)} ${quoted(same.name)} (${same.id}) already: ${trusted(advice)}.`);
}

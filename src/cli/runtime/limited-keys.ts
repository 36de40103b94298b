import { cleanLine, truncate } from '../../lib/text/text.ts';
import type { KeyInfo } from '../../platform/index.ts';
import { followUp } from './follow-up.ts';
import type { Run } from './run.ts';

const NAME_WIDTH = 28;

type Limited = Pick<KeyInfo, 'id' | 'name' | 'status' | 'scopes'>;

/** Prints which API keys lose access or scopes by a change of users, and how to make another one. */
export function printLimitedKeys(run: Run, keys: readonly Limited[], { isPlanned = false } = {}): void {
  const [has, works, now] = isPlanned ? ['will have', 'will work', ''] : ['has', 'works', ' now'];
  for (const { id, name, status, scopes } of keys) {
    const left = scopes.length > 0 ? `${has} only the scopes ${scopes.join(', ')}${now}` : `${has} no scopes${now}`;
    const effect = status === 'active' ? left : `${works} no longer`;
    run.print(`Key ${id} (${truncate(cleanLine(name), NAME_WIDTH)}) ${effect}.`);
  }
  if (keys.length > 0)
    run.print(`A key for programs that still need access: ${followUp(run, 'keys create --name NAME')}`);
}

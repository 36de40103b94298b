import { PRUNABLE_LISTS, type PrunableList } from '../../contract/business.ts';
import { quoteArgument } from '../../lib/shell.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

export const pruned = ({ options }: Run): readonly PrunableList[] => (options.prune ? PRUNABLE_LISTS : []);

/** The command line that plans or applies a file for the same database. */
export function fileCommand(action: 'plan' | 'apply', file: string, run: Run, revision?: number): string {
  const words = ['business', action, quoteArgument(file)];
  if (run.options.prune) words.push('--prune');
  if (revision !== undefined) words.push('--revision', String(revision));
  return followUp(run, words.join(' '));
}

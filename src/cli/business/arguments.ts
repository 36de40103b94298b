import { PRUNABLE_LISTS, type PrunableList } from '../../contract/business.ts';
import { redactDatabaseUrl } from '../../lib/database-url.ts';
import type { Run } from '../runtime/run.ts';
import { quoteArgument } from './quote.ts';

export const pruned = ({ options }: Run): readonly PrunableList[] => (options.prune ? PRUNABLE_LISTS : []);

/** The command line that plans or applies a file for the same database. */
export function fileCommand(
  action: 'plan' | 'apply',
  file: string,
  { options, sources }: Run,
  revision?: number,
): string {
  const words = ['rcpt-mcp', 'business', action, quoteArgument(file)];
  if (options.prune) words.push('--prune');
  if (revision !== undefined) words.push('--revision', String(revision));
  if (sources.database === 'flag') words.push('--database', quoteArgument(redactDatabaseUrl(options.database ?? '')));
  return words.join(' ');
}

import { PRUNABLE_LISTS, type PrunableList } from '../../contract/business.ts';
import { redactDatabaseUrl } from '../../lib/database-url.ts';
import type { Run } from '../runtime/run.ts';
import { UsageError } from '../runtime/usage-error.ts';
import { quoteArgument } from './quote.ts';

/** Returns the file of `plan` and `apply`. @throws UsageError */
export function requiredFile({ positionals }: Run, action: string): string {
  const [file, ...more] = positionals;
  if (file && more.length === 0) return file;
  throw new UsageError(`business ${action} needs one file, such as rcpt-mcp business ${action} business.yaml.`);
}

/** Returns the file of `init` and `export`. @throws UsageError */
export function optionalFile({ positionals }: Run, action: string): string | undefined {
  const [file, ...more] = positionals;
  if (more.length === 0) return file;
  throw new UsageError(`business ${action} takes one file at most, such as rcpt-mcp business ${action} business.yaml.`);
}

/** @throws UsageError */
export function noArguments({ positionals }: Run, action: string): void {
  if (positionals.length > 0)
    throw new UsageError(`business ${action} takes no further arguments: "${positionals[0]}".`);
}

export const pruned = ({ options }: Run): readonly PrunableList[] => (options.prune ? PRUNABLE_LISTS : []);

/** The command line that applies a file to the same database. */
export function applyCommand(file: string, { options, sources }: Run, revision?: number): string {
  const words = ['rcpt-mcp', 'business', 'apply', quoteArgument(file)];
  if (options.prune) words.push('--prune');
  if (revision !== undefined) words.push('--revision', String(revision));
  if (sources.database === 'flag') words.push('--database', quoteArgument(redactDatabaseUrl(options.database ?? '')));
  return words.join(' ');
}

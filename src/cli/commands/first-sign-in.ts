import { redactDatabaseUrl } from '../../lib/database-url.ts';
import type { Platform } from '../../platform/index.ts';
import { quoteArgument } from '../business/quote.ts';
import type { Run } from '../runtime/run.ts';

/** The flag that commands for the same database need; empty if they use it without one. */
export const databaseFlag = ({ options, sources }: Pick<Run, 'options' | 'sources'>) =>
  sources.database === 'flag' ? ` --database ${quoteArgument(redactDatabaseUrl(options.database ?? ''))}` : '';

/** Returns the command with which an owner gets a password, as long as no user of the business has one; then undefined. */
export async function firstSignIn(platform: Platform, run: Run): Promise<string | undefined> {
  const users = await platform.users.list();
  const owner = users.find(({ role }) => role === 'owner');
  if (!owner || users.some(({ hasPassword }) => hasPassword)) return undefined;
  return `rcpt-mcp users set-password ${quoteArgument(owner.email)} --generate${databaseFlag(run)}`;
}

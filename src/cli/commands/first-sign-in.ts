import { redactDatabaseUrl } from '../../lib/database-url.ts';
import type { Platform } from '../../platform/index.ts';
import { quoteArgument } from '../business/quote.ts';
import type { Run } from '../runtime/run.ts';

/** Returns the command with which an owner gets a password, as long as no user of the business has one; then undefined. */
export async function firstSignIn(platform: Platform, { options, sources }: Run): Promise<string | undefined> {
  const users = await platform.users.list();
  const owner = users.find(({ role }) => role === 'owner');
  if (!owner || users.some(({ hasPassword }) => hasPassword)) return undefined;
  const flag =
    sources.database === 'flag' ? ` --database ${quoteArgument(redactDatabaseUrl(options.database ?? ''))}` : '';
  return `rcpt-mcp users set-password ${quoteArgument(owner.email)} --generate${flag}`;
}

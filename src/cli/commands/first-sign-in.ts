import { quoteArgument } from '../../lib/shell.ts';
import type { Platform } from '../../platform/index.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

/** Returns the command with which an owner gets a password, as long as no user of the business has one; then undefined. */
export async function firstSignIn(platform: Platform, run: Run): Promise<string | undefined> {
  const users = await platform.users.list();
  const owner = users.find(({ role }) => role === 'owner');
  if (!owner || users.some(({ hasPassword }) => hasPassword)) return undefined;
  return followUp(run, `users set-password ${quoteArgument(owner.email)} --generate`);
}

import type { Platform } from '../../platform/index.ts';
import { CommandError } from '../runtime/usage-error.ts';

/** The demo is in another country, and what was imported into it is lost when it is removed. @throws CommandError */
export async function refuseDemo(platform: Platform, records: 'customers' | 'calls'): Promise<void> {
  const { isDemo, name } = await platform.profile();
  if (!isDemo) return;
  throw new CommandError(
    `This database holds the demo business ${name}, not yours. Nothing was changed. Before you import ${records}, remove it with rcpt-mcp demo remove, and set up your business with rcpt-mcp business init. Or choose another database with --database.`,
  );
}

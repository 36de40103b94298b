import { CommandError } from '../../config/usage-error.ts';
import type { Platform } from '../../platform/index.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

/** The demo is in another country, and what was imported into it is lost when it is removed. @throws CommandError */
export async function refuseDemo(
  platform: Platform,
  run: Run,
  records: 'customers' | 'bookings' | 'calls',
): Promise<void> {
  const { isDemo, name } = await platform.profile();
  if (!isDemo) return;
  throw new CommandError(
    `This database holds the demo business ${name}, not yours. Nothing was changed. Choose another database with --database. Or, before you import ${records}, remove the demo with ${followUp(run, 'demo remove')} and set up your business with ${followUp(run, 'business init')}`,
  );
}

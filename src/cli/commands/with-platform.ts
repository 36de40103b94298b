import { explainDatabaseErrors, openEmbedded } from '../../app/compose.ts';
import type { Platform } from '../../platform/index.ts';
import { readDatabase } from '../config/platform.ts';
import type { Run } from '../runtime/run.ts';

/** Opens the platform for a command. It sends no webhooks: the process that serves the platform does. */
export async function withPlatform(run: Run, work: (platform: Platform) => Promise<void>): Promise<void> {
  const platform = await openEmbedded({ database: readDatabase(run.options) }, run.logger, { deliveries: false });
  try {
    await explainDatabaseErrors(work(platform));
  } finally {
    await platform.close();
  }
}

import { exposureWarning } from '../config/key-source.ts';
import type { Settings } from '../config/settings.ts';
import { CommandError } from '../config/usage-error.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { AdminBusiness, Platform, PlatformOptions } from '../platform/index.ts';

type Opening = [
  settings: Pick<Settings, 'database'>,
  logger: Logger,
  options?: Pick<PlatformOptions, 'deliveries' | 'demo' | 'mayBeNew' | 'publicUrl' | 'onWebhookAttempt'>,
];

/** Opens the embedded platform. A new database is filled with the demo business, unless `demo` is false. @throws DatabaseError */
export async function openPlatform(...[{ database }, logger, options]: Opening): Promise<Platform> {
  const platform = await import('../platform/index.ts');
  const opened = await platform.openPlatform({ database, logger, ...options });
  const exposed = exposureWarning(database, 'The database');
  if (exposed) logger.warn(exposed);
  return opened;
}

/** Opens the embedded platform for a command. @throws CommandError */
export const openEmbedded = (...opening: Opening): Promise<Platform> => explainDatabaseErrors(openPlatform(...opening));

/** Opens the business of an embedded platform for a command. A new database stays empty. @throws CommandError */
export async function openBusiness(database: string): Promise<AdminBusiness & Pick<Platform, 'close'>> {
  const platform = await import('../platform/index.ts');
  return explainDatabaseErrors(platform.openBusiness({ database }));
}

/** Maps database errors to a `CommandError`, whose message the operator can act on. */
export async function explainDatabaseErrors<T>(work: Promise<T>): Promise<T> {
  const { DatabaseError } = await import('../platform/index.ts');
  return work.catch((error: unknown) => {
    throw error instanceof DatabaseError ? new CommandError(error.message, { cause: error }) : error;
  });
}

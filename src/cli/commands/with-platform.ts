import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { explainDatabaseErrors, openEmbedded } from '../../app/open-platform.ts';
import { readDatabase } from '../../config/platform.ts';
import { CommandError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import type { Platform } from '../../platform/index.ts';
import { realFile } from '../../platform/store/sqlite/real-file.ts';
import type { Run } from '../runtime/run.ts';

export interface PlatformAccess {
  /** True for commands about the demo, which a new database has. */
  mayCreate?: boolean;
}

/**
 * Opens the platform for a command. It sends no webhooks: the process that serves the platform does.
 * @throws CommandError also for a database that was given and does not exist, or is empty
 */
export async function withPlatform(
  run: Run,
  work: (platform: Platform) => Promise<void>,
  { mayCreate = false }: PlatformAccess = {},
): Promise<void> {
  const database = readDatabase(run.options);
  const mustExist = !mayCreate && (await requireGiven(run, database));
  warnOfRemote(run);
  const platform = await openEmbedded({ database }, run.logger, { deliveries: false, mayBeNew: !mustExist });
  try {
    await explainDatabaseErrors(work(platform));
  } finally {
    await platform.close();
  }
}

/**
 * Returns whether the database was given, and then must not be new: at a mistyped path, the invented people of a new demo
 * would pass for those of the business.
 * @throws CommandError for a file that was given and does not exist, or is empty
 */
export async function requireGiven(run: Run, database: string): Promise<boolean> {
  if (run.sources.database === undefined || database === ':memory:') return false;
  if (!isPostgresUrl(database)) await explainDatabaseErrors(requireFile(run, resolve(database)));
  return true;
}

/** Looks for the database at a path. Something else than a file, such as a folder, counts as one, and is refused when it is opened. */
export async function databaseFile(path: string): Promise<{ exists: boolean; isUsed: boolean }> {
  const file = statSync(realFile(path), { throwIfNoEntry: false });
  return { exists: file !== undefined, isUsed: file !== undefined && (file.size > 0 || !file.isFile()) };
}

async function requireFile({ sources }: Run, path: string): Promise<void> {
  const { exists, isUsed } = await databaseFile(path);
  if (isUsed) return;
  throw new CommandError(
    `There is no database at ${path}${exists ? ': the file is empty' : ''}. Nothing was changed. Correct the path (${sources.database === 'flag' ? '--database' : 'RCPT_DATABASE'}). A new database is made by ${commandLine('business init')}, and by the server when it starts.`,
  );
}

/** Says that a command is about the embedded platform where a remote one is configured for the server. */
export function warnOfRemote({ logger }: Run): void {
  if (!process.env.RCPT_BASE_URL) return;
  logger.warn('RCPT_BASE_URL is not used: this command is about the embedded platform and its database.');
}

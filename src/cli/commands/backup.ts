import { resolve } from 'node:path';
import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { readDatabase } from '../../config/platform.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';

/** Copies the embedded platform's SQLite file while it is in use. Does not migrate it: backups precede upgrades. */
export const runBackup: CommandRun = async ({ options, positionals, print }) => {
  const copy = requiredArgument({ positionals });
  if (copy === '-') {
    throw new UsageError(
      `platform backup cannot write to stdout, because SQLite writes the copy as a file. Name one, such as ${commandLine('platform backup copy.db')}, or ./- for a file of this name.`,
    );
  }
  const database = readDatabase(options);
  if (isPostgresUrl(database)) {
    throw new CommandError('The database is in PostgreSQL: back it up with pg_dump, see docs/maintenance.md.');
  }
  const { keep } = options;
  if (keep !== undefined) {
    const { backUpInto } = await import('../../platform/store/sqlite/dated-backups.ts');
    const made = await explainDatabaseErrors(backUpInto(database, copy, { keep, now: systemClock.now() }));
    print(copiedTo(database, made.path, made.bytes));
    if (made.deleted.length > 0) print(`Deleted: ${made.deleted.join(', ')}.`);
    return;
  }
  const { backUpFile } = await import('../../platform/store/sqlite/backup.ts');
  const bytes = await explainDatabaseErrors(backUpFile(database, copy));
  print(copiedTo(database, copy, bytes));
};

const copiedTo = (database: string, copy: string, bytes: number): string =>
  `${resolve(database)} is copied to ${resolve(copy)} (${(bytes / 2 ** 20).toFixed(1)} MiB).`;

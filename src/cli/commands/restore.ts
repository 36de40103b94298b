import { resolve } from 'node:path';
import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { readDatabase } from '../../config/platform.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun } from '../runtime/run.ts';

/** Puts a copy of a backup in the place of the embedded platform's SQLite file. Does not migrate it: the next start does. */
export const runRestore: CommandRun = async (run) => {
  const { options, print } = run;
  const backup = requiredArgument(run);
  if (backup === '-') throw new UsageError('platform restore reads a file, not stdin. Name the backup.');
  const database = readDatabase(options);
  if (isPostgresUrl(database)) {
    throw new CommandError(
      'The database is in PostgreSQL: restore it with pg_restore, see docs/maintenance.md. Nothing was changed.',
    );
  }
  const { restoreFile } = await import('../../platform/store/sqlite/restore.ts');
  const restoring = restoreFile({ backup, database, replace: options.replace, now: new Date(systemClock.now()) });
  const { file, bytes, kept, isOlder } = await explainDatabaseErrors(restoring);
  print(`${resolve(backup)} is restored to ${file} (${(bytes / 2 ** 20).toFixed(1)} MiB).`);
  if (kept !== undefined) {
    print(`The database that was there is now ${kept}. It holds customers' data: delete it when it is not needed.`);
  }
  if (isOlder) print('The backup is of an older version: the next start migrates it.');
  print(`To check it: ${followUp(run, 'doctor')}`);
  print('Then start the servers. Bookings made since the backup are missing, and customers erased since are back.');
};

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPostgresUrl, redactDatabaseUrl } from '../../lib/database-url.ts';
import { readDatabase } from '../config/platform.ts';
import { type CheckContext, type CheckResult, result, stopwatch } from './check.ts';

/** Checks the embedded platform's database without creating or changing anything. */
export async function checkDatabase({ options, invalid }: CheckContext): Promise<CheckResult[]> {
  if (invalid.database !== undefined) return [result('database', 'skipped', 'The database: not checked')];
  const database = readDatabase(options);
  if (database === ':memory:') {
    return [result('database', 'note', 'The embedded platform stores nothing: its database is :memory:')];
  }
  const isFile = !isPostgresUrl(database);
  return [isFile && !existsSync(database) ? checkFolder(database) : await checkContents(database, isFile)];
}

const RESTORE =
  'Stop the program, then restore a backup (rcpt-mcp platform backup makes one); or move the file, with its -wal and -shm, away to start with an empty database.';

/** Checks that the first start can create the file. */
function checkFolder(file: string): CheckResult {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return result('database', 'ok', `The first start creates the demo business in ${file}`, {
      data: { file, exists: false },
    });
  } catch {
    const fix = `Make ${folder} writable, or choose another file with --database (RCPT_DATABASE).`;
    return result('database', 'problem', `The database cannot be created in ${folder}`, { fix, data: { file } });
  }
}

async function checkContents(database: string, isFile: boolean): Promise<CheckResult> {
  const elapsed = stopwatch();
  const name = redactDatabaseUrl(database);
  try {
    const { inspectDatabase } = await import('../../platform/store/inspect.ts');
    const state = await inspectDatabase(database);
    const data = { database: name, ...state, ms: elapsed(), ...(isFile ? { bytes: statSync(database).size } : {}) };
    if (state.foreign) {
      const fix = 'Choose another one with --database (RCPT_DATABASE).';
      return result('database', 'problem', `${name} belongs to another program`, { fix, data });
    }
    if (state.unknown !== undefined) {
      const fix = 'Update rcpt-mcp, or choose another one with --database (RCPT_DATABASE).';
      return result('database', 'problem', `${name} was created by a newer rcpt-mcp (${state.unknown})`, { fix, data });
    }
    if (state.damage !== undefined) {
      const summary = `${name} is damaged: ${state.damage.replace(/\s+/g, ' ')}`;
      return result('database', 'problem', summary, { fix: RESTORE, data });
    }
    const size = isFile ? `, ${(statSync(database).size / 2 ** 20).toFixed(1)} MiB` : '';
    const schema = state.schema === undefined ? 'empty' : `schema ${state.schema}`;
    const next = state.missing > 0 ? ', migrated at the next start' : '';
    return result('database', 'ok', `${name}: ${state.engine}, ${schema}${next}${size}`, { data });
  } catch (error) {
    const { DatabaseError } = await import('../../platform/index.ts');
    // The public message, because the name precedes it.
    const reason =
      error instanceof DatabaseError
        ? error.publicMessage
        : ((error as NodeJS.ErrnoException).code ?? 'unknown reason');
    const { isDamage } = await import('../../platform/store/sqlite/errors.ts');
    const isDamaged = error instanceof DatabaseError && isDamage(error.cause);
    const fix = isDamaged
      ? RESTORE
      : isFile
        ? 'Check that it is a database, that it can be read, and that the disk is not full; or choose another one.'
        : 'See docs/postgresql.md for the format of the URL and the required permissions.';
    return result('database', 'problem', `${name} cannot be used: ${reason}`, { fix });
  }
}

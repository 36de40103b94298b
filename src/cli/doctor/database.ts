import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPostgresUrl, shownDatabase } from '../../lib/database-url.ts';
import { readDatabase } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { type Finding, finding, type Looking, stopwatch } from './finding.ts';

/** The embedded platform's database. Nothing is made, and nothing in it changed. */
export async function lookAtDatabase({ given }: Looking): Promise<Finding[]> {
  let database: string;
  try {
    database = readDatabase(given);
  } catch (error) {
    // Said with the settings.
    if (error instanceof UsageError) return [finding('database', 'skipped', 'The database: not tried')];
    throw error;
  }
  if (database === ':memory:') {
    return [finding('database', 'note', 'The embedded platform keeps nothing: its database is :memory:')];
  }
  const isFile = !isPostgresUrl(database);
  return [isFile && !existsSync(database) ? lookAtPlace(database) : await lookInside(database, isFile)];
}

/** Where the first start would make the file. */
function lookAtPlace(file: string): Finding {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return finding('database', 'ok', `The first start makes the demo business in ${file}`, {
      data: { file, exists: false },
    });
  } catch {
    const fix = `Make ${folder} writable, or choose another place with --database (RCPT_DATABASE).`;
    return finding('database', 'problem', `The database cannot be made in ${folder}`, { fix, data: { file } });
  }
}

async function lookInside(database: string, isFile: boolean): Promise<Finding> {
  const elapsed = stopwatch();
  const where = shownDatabase(database);
  try {
    const { inspectDatabase } = await import('../../platform/store/inspect.ts');
    const state = await inspectDatabase(database);
    const data = { database: where, ...state, ms: elapsed(), ...(isFile ? { bytes: statSync(database).size } : {}) };
    if (state.foreign) {
      const fix = 'Choose another one with --database (RCPT_DATABASE).';
      return finding('database', 'problem', `${where} belongs to another program`, { fix, data });
    }
    if (state.unknown !== undefined) {
      const fix = 'Update rcpt-mcp, or choose another one with --database (RCPT_DATABASE).';
      return finding('database', 'problem', `${where} was made by a newer rcpt-mcp (${state.unknown})`, { fix, data });
    }
    const size = isFile ? `, ${(statSync(database).size / 2 ** 20).toFixed(1)} MiB` : '';
    const schema = state.schema === undefined ? 'empty' : `schema ${state.schema}`;
    const next = state.missing > 0 ? ', brought up to date at the next start' : '';
    return finding('database', 'ok', `${where}: ${state.engine}, ${schema}${next}${size}`, { data });
  } catch (error) {
    const { DatabaseError } = await import('../../platform/index.ts');
    const why =
      error instanceof DatabaseError ? error.message : ((error as NodeJS.ErrnoException).code ?? 'unknown reason');
    const fix = isFile
      ? 'See whether it is a database, whether it may be read, and whether the disk is full; or choose another one.'
      : "See docs/postgresql.md for the URL's form and the rights that are needed.";
    return finding('database', 'problem', `${where} cannot be used: ${why}`, { fix });
  }
}

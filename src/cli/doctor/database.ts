import { resolve } from 'node:path';
import { exposureWarning } from '../../config/key-source.ts';
import { readDatabase } from '../../config/platform.ts';
import { commandLine } from '../../lib/command-line.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import { isAbsent } from '../../lib/postgres/errors.ts';
import { assertCreatable } from '../../platform/store/sqlite/create-file.ts';
import { explainError, isDamage } from '../../platform/store/sqlite/errors.ts';
import { type FileSize, fileSize } from '../../platform/store/sqlite/file-size.ts';
import { realFile } from '../../platform/store/sqlite/real-file.ts';
import { type CheckContext, type CheckResult, result, stopwatch } from './check.ts';
import { checkDisk } from './disk.ts';
import { checkHealth } from './health.ts';

/** Checks the embedded platform's database without creating or changing anything. */
export async function checkDatabase(context: CheckContext): Promise<CheckResult[]> {
  const { options, invalid } = context;
  if (invalid.database !== undefined) return [result('database', 'skipped', 'The database: not checked')];
  const database = readDatabase(options);
  if (database === ':memory:') {
    return [result('database', 'note', 'The embedded platform stores nothing: its database is :memory:')];
  }
  if (isPostgresUrl(database)) return checkContents(database, context);
  let file: string;
  try {
    file = realFile(database);
  } catch (error) {
    return [result('database', 'problem', sentenceOf(error, database))];
  }
  // Before the contents: the last connection to close removes the -wal file.
  const size = fileSize(file);
  const exposed = checkExposure(file);
  const disk = checkDisk(file, size?.bytes ?? 0);
  return [
    ...(size ? await checkContents(database, context, size) : [checkFirstStart(database, context)]),
    ...exposed,
    ...disk,
  ];
}

/** Warns of a file whose mode lets every user read it: it holds customers' data, keys' hashes and webhooks' secrets. */
function checkExposure(file: string): CheckResult[] {
  const open = ['', '-wal', '-shm', '-journal']
    .map((suffix) => file + suffix)
    .filter((path) => exposureWarning(path, 'The database') !== undefined);
  if (open.length === 0) return [];
  const summary = `The mode of the database ${file} lets every user of this computer read it`;
  return [result('database.exposure', 'warning', summary, { fix: `chmod 600 ${open.join(' ')}`, data: { file } })];
}

const RESTORE = `Stop the program, then restore a backup (${commandLine('platform restore FILE --replace')}); or move the file, with its -wal or -journal, away to start with an empty database.`;

function sizeText({ bytes, wal_bytes, journal_bytes }: FileSize): string {
  const mebibytes = (count: number) => `${(count / 2 ** 20).toFixed(1)} MiB`;
  const journal = wal_bytes + journal_bytes;
  const part = journal > 0 ? ` (${mebibytes(journal)} of it in ${wal_bytes > 0 ? '-wal' : '-journal'})` : '';
  return `${mebibytes(bytes)}${part}`;
}

const firstContent = ({ options }: CheckContext) => (options.demo ? 'the demo business' : 'an empty business');

/** Warns of a named database without content: a mistyped name must not pass for that of a restored one. */
function nothingThere(summary: string, data: object, context: CheckContext): CheckResult {
  const name = context.sources.database === 'flag' ? '--database' : 'RCPT_DATABASE';
  const fix = `Correct the database (${name}), unless a new one is meant: the next start creates ${firstContent(context)} in it.`;
  return result('database', 'warning', summary, { fix, data: { ...data } });
}

/** Checks that the first start can create the file. */
function checkFirstStart(file: string, context: CheckContext): CheckResult {
  try {
    assertCreatable(file);
    const data = { file, exists: false };
    if (context.sources.database !== undefined)
      return nothingThere(`There is no database at ${resolve(file)}`, data, context);
    return result('database', 'ok', `The first start creates ${firstContent(context)} in ${file}`, { data });
  } catch (error) {
    const fix = 'Choose another file with --database (RCPT_DATABASE).';
    return result('database', 'problem', sentenceOf(explainError(resolve(file), error), file), { fix, data: { file } });
  }
}

async function checkContents(database: string, context: CheckContext, size?: FileSize): Promise<CheckResult[]> {
  const elapsed = stopwatch();
  const name = redactDatabaseUrl(database);
  try {
    const { inspectDatabase } = await import('../../platform/store/inspect/inspect.ts');
    const state = await inspectDatabase(database);
    const data = { database: name, ...state, ms: elapsed(), ...size };
    if (state.foreign) {
      const fix = 'Choose another one with --database (RCPT_DATABASE).';
      return [result('database', 'problem', `${name} belongs to another program`, { fix, data })];
    }
    if (state.unknown !== undefined) {
      const fix = 'Update rcpt-mcp, or choose another one with --database (RCPT_DATABASE).';
      const summary = `${name} was created by a newer rcpt-mcp (${state.unknown})`;
      return [result('database', 'problem', summary, { fix, data })];
    }
    if (state.damage !== undefined) {
      const finding = state.damage
        .replace(/\*{3} in database \w+ \*{3}/, '')
        .replace(/\s+/g, ' ')
        .trim();
      const summary = `${name} is damaged (SQLite: ${finding})`;
      return [result('database', 'problem', summary, { fix: RESTORE, data })];
    }
    if (state.schema === undefined) return [nothingThere(`${name} is empty (${state.engine})`, data, context)];
    const next = state.missing > 0 ? ', migrated at the next start' : '';
    const summary = `${name}: ${state.engine}, schema ${state.schema}${next}${size ? `, ${sizeText(size)}` : ''}`;
    const health = state.missing === 0 ? await checkHealth(database, context) : [];
    return [result('database', 'ok', summary, { data }), ...health];
  } catch (error) {
    const summary = sentenceOf(error, name);
    const fix = fixFor(error instanceof DatabaseError ? error.cause : undefined, size !== undefined);
    return [result('database', 'problem', summary, fix === undefined ? {} : { fix })];
  }
}

/** Returns what to do about a database that cannot be read; undefined if the sentence about it says that. */
function fixFor(cause: unknown, isFile: boolean): string | undefined {
  if (isDamage(cause)) return RESTORE;
  if (isFile) return undefined;
  if (isAbsent(cause))
    return 'Start the PostgreSQL server, or correct its address in --database (RCPT_DATABASE). The server can also be starting: wait a moment.';
  return 'See docs/postgresql.md for the format of the URL and the required permissions.';
}

/** The sentence with which commands refuse the database. */
function sentenceOf(error: unknown, name: string): string {
  if (!(error instanceof DatabaseError))
    return `The database ${name} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`;
  return error.message.includes(name) ? error.message : `${name}: ${error.message}`;
}

import { existsSync, promises as files, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { MIGRATIONS_TABLE, unknownMigration } from '../../../lib/database/migrations.ts';
import { syncFolder } from '../../../lib/files/sync-folder.ts';
import { isOfMirror } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { createPart, createPrivate, isOurs, isSound, syncFile, writeSnapshot } from './backup.ts';
import { loadSqlite } from './driver.ts';
import { explainError, isDamage, isFull, isUnusable } from './errors.ts';
import { IN_MEMORY, type TakenDatabase, takeDatabase } from './open.ts';
import { entryAt, realFile } from './real-file.ts';
import type { SqliteConnection } from './sqlite-api.ts';

interface RestoreOptions {
  /** Path of the backup. */
  backup: string;
  /** Path of the database. */
  database: string;
  /** Whether a database that is there is replaced. It is kept in its folder, under another name. */
  replace: boolean;
  /** Names the database that is kept. */
  now: Date;
}

interface RestoredFile {
  file: string;
  bytes: number;
  /** The database that was there before. */
  kept: string | undefined;
  /** True if the backup has the schema of an older version, which the next start migrates. */
  isOlder: boolean;
}

/** Ends of the names of files in which a database has content, in addition to its own file. */
const JOURNALS = ['-wal', '-journal'] as const;

/**
 * Puts a checked copy of a backup in the place of a database. When the process is killed, the database is the one before or
 * the restored one, and each of them complete.
 * @throws DatabaseError with a sentence for the operator. In this case the database is the one before.
 */
export async function restoreFile({ backup, database, replace, now }: RestoreOptions): Promise<RestoredFile> {
  if (database === IN_MEMORY)
    throw new DatabaseError('A database in memory cannot be restored. Name a file with --database.');
  const [from, to] = [realFile(backup), realFile(database)];
  assertFile(from);
  if (from === to) throw refusal(from, ['is the database itself', 'Name its backup.']);
  if (entryAt(to)?.isDirectory()) throw DatabaseError.at(to, 'is a folder. Give the path of a file.');
  const isReplacing = hasContent(to);
  if (isReplacing && !replace) throw existing(to);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const part = await createPart(to);
  try {
    const isOlder = await copyBackup(from, part, to);
    const bytes = await syncFile(part);
    const kept = isReplacing ? await replaceFile(part, to, now) : await placeFile(part, to);
    await syncFolder(dirname(to));
    return { file: to, bytes, kept, isOlder };
  } catch (error) {
    throw explainError(to, error);
  } finally {
    await files.rm(part, { force: true });
  }
}

function assertFile(from: string): void {
  const file = statSync(from, { throwIfNoEntry: false });
  if (!file) throw refusal(from, ['does not exist', 'Correct its path.']);
  if (file.isDirectory()) throw refusal(from, ['is a folder', 'Give the path of a file.']);
}

const hasContent = (database: string) =>
  ['', ...JOURNALS].some((suffix) => (statSync(database + suffix, { throwIfNoEntry: false })?.size ?? 0) > 0);

/** Writes a snapshot of the backup, with what its own `-wal` has. Returns whether its schema is that of an older version. */
async function copyBackup(from: string, part: string, to: string): Promise<boolean> {
  let source: SqliteConnection | undefined;
  try {
    source = new (await loadSqlite())(from);
    source.exec('pragma busy_timeout = 10000');
    const applied = appliedMigrations(source, from);
    if (!isSound(source)) throw refusal(from, DAMAGED);
    await writeSnapshot(source, from, part);
    return MIGRATIONS.some(({ name }) => !applied.includes(name));
  } catch (error) {
    if (isUnusable(error)) throw refusal(from, isDamage(error) ? DAMAGED : NO_DATABASE, error);
    if (isFull(error)) throw explainError(to, error);
    throw explainError(from, error);
  } finally {
    source?.close();
  }
}

/** Returns the migrations of a backup. @throws DatabaseError if it is not one of this program, or of a newer version */
function appliedMigrations(source: SqliteConnection, from: string): string[] {
  if (!isOurs(source)) throw refusal(from, NO_DATABASE);
  const rows = source.prepare(`select name from ${MIGRATIONS_TABLE}`).all() as { name: string }[];
  const applied = rows.map(({ name }) => name);
  if (applied.some(isOfMirror))
    throw refusal(from, ['is an index that --index made', 'Name the backup of a platform.']);
  const newer = unknownMigration(MIGRATIONS, applied);
  if (newer === undefined) return applied;
  const reason = `was made by a newer version of this program (it has the migration ${newer})`;
  throw refusal(from, [reason, 'Update the program, then restore it.']);
}

/** Why a backup is refused, and what to do. */
type Reason = readonly [reason: string, advice: string];

const NO_DATABASE: Reason = [
  'is no backup that rcpt-mcp platform backup made',
  'A dump of PostgreSQL is restored with pg_restore, see docs/maintenance.md.',
];
const DAMAGED: Reason = ['is damaged', 'Restore another one.'];

function refusal(from: string, [reason, advice]: Reason, cause?: unknown): DatabaseError {
  const message = `${reason}. Nothing was changed. ${advice}`;
  return new DatabaseError(`The backup ${message}`, { operatorMessage: `The backup ${from} ${message}`, cause });
}

const existing = (to: string) =>
  DatabaseError.at(
    to,
    'exists already. Nothing was changed. To replace it, add --replace: it is kept in its folder, under another name. Or restore to another path with --database.',
  );

/** Gives the database that is there another name, and its name to the restored one. Returns the other name. */
async function replaceFile(part: string, to: string, now: Date): Promise<string> {
  const kept = `${to}.before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const journals = JOURNALS.filter((suffix) => existsSync(to + suffix));
  const made: string[] = [];
  let taken: TakenDatabase | undefined;
  try {
    // Before SQLite opens the file: it deletes the journals of a damaged one.
    for (const suffix of journals) made.push(await giveSecondName(to + suffix, kept + suffix));
    taken = await takeDatabase(await loadSqlite(), to);
    const { connection } = taken;
    // The file has everything, and would be damaged by a journal from before.
    if (connection) await removeAll(kept, journals);
    if (existsSync(to)) made.push(await giveSecondName(to, kept, connection));
    await syncFolder(dirname(to));
    // They would be taken for those of the restored database.
    if (!connection) await removeAll(to, [...JOURNALS, '-shm']);
    // Windows replaces no file that is open.
    if (process.platform === 'win32') taken.close();
    await files.rename(part, to);
    return kept;
  } catch (error) {
    for (const path of made) await files.rm(path, { force: true });
    throw error;
  } finally {
    taken?.close();
  }
}

async function removeAll(database: string, suffixes: readonly string[]): Promise<void> {
  for (const suffix of suffixes) await files.rm(database + suffix, { force: true });
}

/**
 * Gives a file a second name, or copies it where the file system has no links.
 * @param connection to the database that is copied. This process may not open its file itself: POSIX would release its locks on it.
 */
async function giveSecondName(path: string, name: string, connection?: SqliteConnection): Promise<string> {
  try {
    await files.link(path, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    if (connection) {
      await createPrivate(name);
      await writeSnapshot(connection, path, name);
    } else await files.copyFile(path, name);
    await syncFile(name);
  }
  return name;
}

/** Puts the restored database where none is. */
async function placeFile(part: string, to: string): Promise<undefined> {
  // Another process can have made one meanwhile.
  if (hasContent(to)) throw existing(to);
  await files.rename(part, to);
}

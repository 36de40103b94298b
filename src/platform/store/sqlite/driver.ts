import { missingLibrary } from './errors.ts';
import type { SqliteConstructor } from './sqlite-api.ts';
import { sqliteInWorker } from './worker-connection.ts';

/** The first version without the WAL-reset bug, which can corrupt databases in WAL mode that several connections write. */
const WAL_SAFE_VERSION = [3, 51, 3] as const;

/**
 * Loads SQLite: Node's own if it is safe in WAL mode; otherwise the library with the same API that includes one, if it is
 * installed; otherwise Node's own, whose databases then use a rollback journal (open.ts).
 * @throws DatabaseError if there is none.
 */
export async function loadSqlite(): Promise<SqliteConstructor> {
  const { sqlite } = process.versions;
  if (sqlite !== undefined && isWalSafe(sqlite)) return nodeSqlite();
  try {
    return await librarySqlite();
  } catch (cause) {
    if (sqlite !== undefined) return nodeSqlite();
    throw missingLibrary(process.version, cause);
  }
}

function nodeSqlite(): SqliteConstructor {
  const module = withoutWarnings(() => process.getBuiltinModule?.('node:sqlite'));
  return (module as { DatabaseSync: SqliteConstructor } | undefined)?.DatabaseSync ?? sqliteInWorker();
}

/**
 * Suppresses Node 22's warning that SQLite is experimental. The user cannot act on it, AI clients show stderr, and the
 * tests cover every supported Node version.
 */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function librarySqlite(): Promise<SqliteConstructor> {
  // The name must be a literal, so that the bundler recognises the external package and keeps the import.
  const library = await import('@photostructure/sqlite');
  return library.DatabaseSync as unknown as SqliteConstructor;
}

/** True if a SQLite version such as `3.51.3` is free of the WAL-reset bug (https://www.sqlite.org/wal.html#walresetbug). */
export function isWalSafe(version: string | undefined): boolean {
  if (version === undefined) return false;
  const parts = version.split('.').map(Number);
  for (const [index, required] of WAL_SAFE_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part !== required) return part > required;
  }
  return true;
}

import { LIBRARY_PACKAGE, missingLibrary } from './errors.ts';

/** A column value. The schema has no BLOBs and no bigints. */
export type SqlValue = string | number | null;

/** The part of the `node:sqlite` API in use, which Node 20's type definitions lack. */
export interface SqliteConnection {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  columns(): readonly unknown[];
  all(...parameters: SqlValue[]): unknown[];
  run(...parameters: SqlValue[]): { changes: number | bigint };
}

export type SqliteConstructor = new (path: string) => SqliteConnection;

/** Older SQLite versions can corrupt databases in WAL mode (the WAL-reset bug). */
const MIN_VERSION = [3, 51, 3] as const;

/** Loads Node's own SQLite if it is new enough, otherwise the library with the same API that includes one. */
export async function loadSqlite(): Promise<SqliteConstructor> {
  return nodeSqlite() ?? (await librarySqlite());
}

function nodeSqlite(): SqliteConstructor | undefined {
  if (!isNewEnough(process.versions.sqlite)) return undefined;
  const module = withoutWarnings(() => process.getBuiltinModule?.('node:sqlite'));
  return (module as { DatabaseSync: SqliteConstructor } | undefined)?.DatabaseSync;
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
  try {
    // The name must be a literal, so that the bundler recognises the external package and keeps the import.
    const library = await import('@photostructure/sqlite');
    return library.DatabaseSync as unknown as SqliteConstructor;
  } catch (cause) {
    throw missingLibrary(LIBRARY_PACKAGE, process.version, cause);
  }
}

/** True if a version such as `3.51.3` is free of the WAL-reset bug. */
export function isNewEnough(version: string | undefined): boolean {
  if (version === undefined) return false;
  const parts = version.split('.').map(Number);
  for (const [index, required] of MIN_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part !== required) return part > required;
  }
  return true;
}

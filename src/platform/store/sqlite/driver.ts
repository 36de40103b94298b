import { LIBRARY_PACKAGE, missingLibrary } from './errors.ts';

/** A value that a column can hold here: no BLOBs and no bigints. */
export type SqlValue = string | number | null;

/** The part of the `node:sqlite` API in use; Node 20's type definitions do not have it. */
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

/** Older SQLite corrupts databases in WAL mode now and then (the WAL-reset bug). */
const MINIMUM = [3, 51, 3] as const;

/** Node's own SQLite when it is new enough, otherwise the library that brings one with the same API. */
export async function loadSqlite(): Promise<SqliteConstructor> {
  return nodeSqlite() ?? (await librarySqlite());
}

function nodeSqlite(): SqliteConstructor | undefined {
  if (!isNewEnough(process.versions.sqlite)) return undefined;
  const module = quietly(() => process.getBuiltinModule?.('node:sqlite'));
  return (module as { DatabaseSync: SqliteConstructor } | undefined)?.DatabaseSync;
}

/**
 * Node 22 warns while loading that its SQLite is an experimental feature. Whoever runs this program can do nothing
 * about it, and AI clients show what is on stderr; the tests run on every supported Node.
 */
function quietly<T>(load: () => T): T {
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
    // The name must stay a literal: the bundler leaves this import alone because it knows the package as external.
    const library = await import('@photostructure/sqlite');
    return library.DatabaseSync as unknown as SqliteConstructor;
  } catch (cause) {
    throw missingLibrary(LIBRARY_PACKAGE, process.version, cause);
  }
}

/** Whether a version such as `3.51.3` is free of the WAL-reset bug. */
export function isNewEnough(version: string | undefined): boolean {
  if (version === undefined) return false;
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of MINIMUM.entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

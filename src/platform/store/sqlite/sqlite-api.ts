/** A column value. The schema has no bigints, and only that of a local index has BLOBs. */
export type SqlValue = string | number | null | Uint8Array;

/** The part of the `node:sqlite` API in use, which Node 20's type definitions lack. */
export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  /** From Node 22.16 on. */
  columns?(): readonly unknown[];
  all(...parameters: SqlValue[]): unknown[];
  run(...parameters: SqlValue[]): { changes: number | bigint };
}

export type SqliteConstructor = new (path: string) => SqliteConnection;

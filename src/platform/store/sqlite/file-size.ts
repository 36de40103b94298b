import { statSync } from 'node:fs';

export interface FileSize {
  /** Of the file with its journals. */
  bytes: number;
  wal_bytes: number;
  journal_bytes: number;
}

/** Returns the size of a database; undefined without a file. */
export function fileSize(file: string): FileSize | undefined {
  const bytesOf = (suffix: string) => statSync(file + suffix, { throwIfNoEntry: false })?.size;
  const bytes = bytesOf('');
  if (bytes === undefined) return undefined;
  const [wal_bytes = 0, journal_bytes = 0] = [bytesOf('-wal'), bytesOf('-journal')];
  return { bytes: bytes + wal_bytes + journal_bytes, wal_bytes, journal_bytes };
}

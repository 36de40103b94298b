import { existsSync, readFileSync } from 'node:fs';

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Returns a number that every commit to a SQLite file increases by one, as long as no checkpoint starts the WAL again (not
 * before 1,000 pages): with a WAL the frames that end a transaction, otherwise the change counter of the file.
 * https://www.sqlite.org/fileformat2.html
 */
export function commitsOf(database: string): number {
  if (!existsSync(`${database}-wal`)) return readFileSync(database).readUInt32BE(24);
  const wal = readFileSync(`${database}-wal`);
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let commits = 0;
  for (let at = WAL_HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    // Frames of an earlier start of the WAL may follow.
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break;
    if (wal.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}

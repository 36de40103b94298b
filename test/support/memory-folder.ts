import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux has a file system in memory here. In a container it may be as small as 64 MB. */
const SHARED_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Returns the path of a new folder in memory, which does not exist yet; undefined where there is none, or too little. On a disk,
 * each commit of a database waits for milliseconds until the disk has it, and half of the processor time of PostgreSQL goes into
 * the more than 300 files of each database.
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    // Short, because the path of a socket must be.
    const name = `rcpt-${randomUUID().slice(0, 8)}`;
    return bavail * bsize < NEEDED_BYTES ? undefined : join(SHARED_MEMORY, name);
  } catch {
    return undefined;
  }
}

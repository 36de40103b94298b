import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux has a file system in memory here. In a container it may be as small as 64 MB. */
const SHARED_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Returns the path of a new folder in memory; undefined where there is none, or too little. A run creates hundreds of
 * databases, each of more than 300 files: on a disk, half of the server's processor time goes into these files.
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize < NEEDED_BYTES ? undefined : join(SHARED_MEMORY, `rcpt-postgres-${randomUUID()}`);
  } catch {
    return undefined;
  }
}

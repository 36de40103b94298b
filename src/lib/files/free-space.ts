import { statfsSync } from 'node:fs';

/** Less free space is a full disk in practice: hardly any write succeeds, and there may be no room for lines of logs. */
export const HARDLY_ANY_BYTES = 2 ** 20;

/**
 * Returns the free space of the disk of a folder, in bytes. Undefined if the file system does not report its size, as some in the
 * memory of containers do.
 */
export function freeSpaceOf(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

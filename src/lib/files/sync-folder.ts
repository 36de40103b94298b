import { promises as files } from 'node:fs';

/**
 * Makes a rename in a folder durable. Systems where folders cannot be opened need no sync of them, and some file systems
 * refuse it (SMB, FUSE): the rename has happened all the same.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await files.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

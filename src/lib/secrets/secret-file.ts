import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../ids.ts';
import type { Secret } from './secret.ts';

/** A file for one secret, reserved before the secret exists. */
export interface SecretFile {
  /** Writes the secret and returns the file's path. */
  write(secret: Secret): Promise<string>;
  /** Removes the file if nothing was written. */
  discardIfUnused(): Promise<void>;
}

/** Longer than any secret. */
const RESERVED_BYTES = 1_024;

/**
 * Creates a file with a new name in `folder`, readable and writable by the user only (mode 0600 in a folder of mode 0700;
 * on Windows the folder's access list decides).
 */
export async function reserveSecretFile(folder: string, kind: string): Promise<SecretFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${kind}-${randomText(8)}.txt`);
  // Exclusive creation never writes into an existing file or through a link that another user created.
  const handle = await open(path, 'wx', 0o600);
  try {
    // Reserves the disk space as well: an empty file can be created on a full disk, and the secret would be lost.
    await handle.write(' '.repeat(RESERVED_BYTES));
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
  let written = false;
  return {
    async write(secret) {
      const { bytesWritten } = await handle.write(`${secret.reveal()}\n`, 0);
      await handle.truncate(bytesWritten);
      await handle.sync();
      written = true;
      return path;
    },
    async discardIfUnused() {
      await handle.close();
      if (!written) await rm(path, { force: true });
    },
  };
}

import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from './ids.ts';
import type { Secret } from './secret.ts';

/** A place for one secret, reserved before the secret exists. */
export interface SecretFile {
  /** Writes the secret and returns the file's path. */
  write(secret: Secret): Promise<string>;
  /** Removes the file when nothing was written. */
  discardIfUnused(): Promise<void>;
}

/** More than any secret has, in bytes. */
const ROOM = 1_024;

/**
 * Makes a file of a new name in `folder`, readable and writable by the user only (mode 0600 in a folder of
 * mode 0700; on Windows the folder's access list decides).
 */
export async function reserveSecretFile(folder: string, kind: string): Promise<SecretFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${kind}-${randomText(8)}.txt`);
  // Exclusive creation: never writes into a file or through a link that somebody else put there.
  const handle = await open(path, 'wx', 0o600);
  try {
    // Takes the room as well: an empty file can be made on a full disk, and the secret would be lost.
    await handle.write(' '.repeat(ROOM));
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

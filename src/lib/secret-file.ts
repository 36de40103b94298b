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

/**
 * Makes an empty file of a new name in `folder`, readable and writable by the user only (mode 0600 in a folder of
 * mode 0700; on Windows the folder's access list decides).
 */
export async function reserveSecretFile(folder: string, kind: string): Promise<SecretFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${kind}-${randomText(8)}.txt`);
  // Exclusive creation: never writes into a file or through a link that somebody else put there.
  const handle = await open(path, 'wx', 0o600);
  let written = false;
  return {
    async write(secret) {
      await handle.writeFile(`${secret.reveal()}\n`);
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

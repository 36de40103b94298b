import { createHash } from 'node:crypto';
import { promises as files } from 'node:fs';
import { dirname, join } from 'node:path';
import { secretsFolder } from '../../config/folders.ts';
import { CommandError } from '../../config/usage-error.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import { removeOwnEmptyFolders } from './empty-folders.ts';
import { readFileState, replaceFile } from './replace-file.ts';

/** The entry that a key file belongs to. */
export interface Owner {
  client: string;
  name: string;
  /** The client's file: that of the user or of a project. */
  file: string;
}

/** Returns the path of an entry's key file. It depends only on the entry, so that a new key replaces the old one. */
export function keyFilePath({ client, name, file }: Owner): string {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 8);
  return join(secretsFolder(), `key-${client}-${name}-${hash}.txt`);
}

/**
 * Writes a key to a file that only its user can read (mode 0600; on Windows, the access list of the folder applies).
 * Returns a function that removes the file if this call created it.
 * @throws CommandError
 */
export async function writeKeyFile(path: string, key: Secret): Promise<() => Promise<void>> {
  // The mode of an existing file is set before the key is written.
  await files.chmod(path, 0o600).catch(() => {});
  const current = await readFileState(path);
  if (process.platform !== 'win32' && current.stats && (current.stats.mode & 0o077) !== 0) {
    throw new CommandError(
      `Other users can read ${path}, and its mode cannot be changed. Remove it. Nothing was changed.`,
    );
  }
  const text = `${key.reveal()}\n`;
  if (current.bytes?.toString() !== text)
    await replaceFile(current, { text, mode: 0o600, folderMode: 0o700, backup: false });
  return async () => {
    if (current.bytes) return;
    await files.rm(path, { force: true });
    await removeOwnEmptyFolders(dirname(path));
  };
}

/** Removes a key file if this program created it for this entry. Returns true if it was removed. */
export async function removeKeyFile(path: string | undefined, owner: Owner): Promise<boolean> {
  if (path === undefined || path !== keyFilePath(owner)) return false;
  try {
    await files.rm(path);
  } catch {
    return false;
  }
  await removeOwnEmptyFolders(dirname(path));
  return true;
}

import { createHash } from 'node:crypto';
import { promises as files } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Secret } from '../../lib/secret.ts';
import { secretsFolder } from '../config/folders.ts';
import { CommandError } from '../runtime/usage-error.ts';
import { readFileState, replaceFile, unusableFileError } from './replace-file.ts';

/** The entry that a key belongs to. */
interface Owner {
  client: string;
  name: string;
  /** The client's file, of which there may be several: a user's and projects'. */
  file: string;
}

/** The path of an entry's key, the same each time: a new key replaces the old one. */
export function keyFilePath({ client, name, file }: Owner): string {
  const which = createHash('sha256').update(file).digest('hex').slice(0, 8);
  return join(secretsFolder(), `key-${client}-${name}-${which}.txt`);
}

/**
 * Writes a key into a file that only its user can read (mode 0600; on Windows the folder's access list decides). Returns
 * a function that removes it again if it is new.
 */
export async function writeKeyFile(path: string, key: Secret): Promise<() => Promise<void>> {
  try {
    await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // An existing file gets its mode before it gets the key.
    await files.chmod(path, 0o600).catch(() => {});
  } catch (error) {
    throw unusableFileError(dirname(path), error);
  }
  const now = await readFileState(path);
  if (process.platform !== 'win32' && now.stats && (now.stats.mode & 0o077) !== 0) {
    throw new CommandError(`Others can read ${path}, and its mode cannot be changed. Remove it. Nothing was changed.`);
  }
  const text = `${key.reveal()}\n`;
  if (now.bytes?.toString() !== text) await replaceFile(now, { text, mode: 0o600, backup: false });
  return async () => {
    if (!now.bytes) await files.rm(path, { force: true });
  };
}

/** Removes a key file, if this program made it for this entry. */
export async function removeKeyFile(path: string | undefined, owner: Owner): Promise<boolean> {
  if (path === undefined || path !== keyFilePath(owner)) return false;
  return files.rm(path).then(
    () => true,
    () => false,
  );
}

import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { freeSpaceOf, HARDLY_ANY_BYTES } from '../../../lib/files/free-space.ts';
import { NO_ROOM } from './errors.ts';

/** Creates the file and its folders, accessible only to the owner, because they hold customers' data. */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite would create the file with the umask's mode. It gives its other files the mode of this one.
  try {
    closeSync(openSync(path, 'wx', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    assertWritable(path);
  }
}

/**
 * Asserts that an existing file and its folder can be written. Does not open the file: POSIX releases all locks of a
 * process on a file when the process closes any descriptor of it, also those of its other SQLite connections.
 */
export function assertWritable(path: string): void {
  if (statSync(path).isDirectory()) throw DatabaseError.at(path, 'is a folder. Give the path of a file.');
  accessSync(path, constants.R_OK | constants.W_OK);
  // SQLite creates its other files there.
  accessSync(dirname(path), constants.W_OK);
}

/** Asserts that the disk of a file has room for more than a few lines. */
export function assertRoom(path: string): void {
  const free = freeSpaceOf(dirname(path));
  if (free !== undefined && free < HARDLY_ANY_BYTES) throw DatabaseError.at(path, NO_ROOM);
}

/** Asserts that a file that does not exist can be created with its folders. */
export function assertCreatable(path: string): void {
  // The dot: a file in place of a folder is an error.
  accessSync(`${existingFolder(path)}/.`, constants.W_OK);
}

/** The innermost existing folder of a path. */
export function existingFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

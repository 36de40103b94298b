import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The absolute path of the file that a path leads to. SQLite places `-wal`, `-shm` and `-journal` next to that file, not
 * next to a symbolic link to it. All processes on one file must share its `-lock` file, too.
 */
export function realFile(path: string): string {
  return existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : resolve(path);
}

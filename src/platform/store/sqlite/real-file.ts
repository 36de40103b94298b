import { existsSync, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { explainError } from './errors.ts';

/** Links in a row that Linux follows. */
const MAX_LINKS = 40;

/**
 * The absolute path of the file that a path leads to. SQLite places `-wal`, `-shm` and `-journal` next to that file, not
 * next to a symbolic link to it. All processes on one file must share its `-lock` file, too. The file of a link may be
 * missing: it is the one that would be created.
 * @throws DatabaseError if a link leads to no folder or to itself, or if the file may not be looked at.
 */
export function realFile(path: string): string {
  try {
    return followLinks(path);
  } catch (error) {
    throw explainError(path, error);
  }
}

function followLinks(path: string): string {
  let file = resolve(path);
  for (let links = 0; lstatSync(file, MAYBE)?.isSymbolicLink(); links++) {
    if (links === MAX_LINKS)
      throw DatabaseError.at(path, 'is a symbolic link that leads to itself. Choose another path.');
    if (existsSync(file)) return realpathSync(file);
    file = resolve(realpathSync(dirname(file)), readlinkSync(file));
  }
  if (file !== resolve(path) && !statSync(dirname(file), MAYBE)) {
    const reason = `is a symbolic link to ${file}, whose folder does not exist. Mount its disk, create the folder, or choose another path.`;
    throw DatabaseError.at(path, reason);
  }
  return file;
}

/** What is at a path: a symbolic link also if it leads nowhere. @throws DatabaseError if it may not be looked at. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, MAYBE);
  } catch (error) {
    throw explainError(path, error);
  }
}

const MAYBE = { throwIfNoEntry: false } as const;

import { existsSync } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { syncFolder } from '../../lib/files/sync-folder.ts';
import { randomText } from '../../lib/ids.ts';

/** Pieces are collected up to this length, because a write for each line would take most of the time. In characters. */
const BUFFERED_LENGTH = 64 * 1024;

/** The name of stdout in place of a file. */
export const STDOUT = '-';

type Pieces = AsyncIterable<string> | Iterable<string>;

/** Writes pieces of text one after the other. */
export async function writePieces(pieces: Pieces, write: (text: string) => Promise<unknown>): Promise<void> {
  let buffered = '';
  for await (const piece of pieces) {
    buffered += piece;
    if (buffered.length < BUFFERED_LENGTH) continue;
    await write(buffered);
    buffered = '';
  }
  await write(buffered);
}

/**
 * Writes a new file that only the user can read, because it holds customers' data, or secret addresses of
 * calendars. Until it is complete, its name ends with
 * `.part`. An unfinished one is removed, unless the process is killed.
 * @param otherwise what to do if there is such a file
 * @throws CommandError if there is such a file, or if it cannot be written; UsageError if the path is empty
 */
export async function writeNewFile(
  path: string,
  pieces: Pieces,
  otherwise = 'Choose another name, or remove it.',
): Promise<void> {
  // `"$FILE"` of a variable that is not set.
  if (path === '')
    throw new UsageError('The name of the file is empty. Nothing was written. Name a new file, such as export.csv.');
  await refuseExisting(path, otherwise);
  const part = `${path}.${randomText(6)}.part`;
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw notWritable(path, error);
  });
  try {
    try {
      await writePieces(pieces, (text) =>
        file.writeFile(text).catch((error: unknown) => {
          throw notWritable(path, error);
        }),
      );
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(part, path, otherwise);
    await syncFolder(dirname(path));
  } finally {
    await rm(part, { force: true });
  }
}

/** Gives a complete file its name. Unlike a rename, a link does not replace a file that was made meanwhile. */
async function giveName(part: string, path: string, otherwise: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw existing(path, otherwise);
    // A file system without links, such as exFAT of a memory stick.
    await refuseExisting(path, otherwise);
    await rename(part, path).catch((cause: unknown) => {
      throw notWritable(path, cause);
    });
  }
}

async function refuseExisting(path: string, otherwise: string): Promise<void> {
  // A link without a target exists, too.
  if (await lstat(path).catch(() => undefined)) {
    throw existing(path, otherwise);
  }
}

const existing = (path: string, otherwise: string) =>
  new CommandError(`${path} exists already. Nothing was written. ${otherwise}`);

function notWritable(path: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandError(`${problemOf(path, code, message)} Nothing was written.`, { cause: error });
}

function problemOf(path: string, code: string | undefined, message: string): string {
  if (code === 'ENOENT' && !existsSync(dirname(path)))
    return `The folder of ${path} does not exist. Make it, or choose another one.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `${path} cannot be written: the disk is full. Free space, or choose a folder on another disk.`;
  if (code === 'EIO') return `${path} cannot be written: the disk reports an error. Choose a folder on another disk.`;
  return `${path} cannot be written (${code ?? message}). Choose a folder in which you can make files.`;
}

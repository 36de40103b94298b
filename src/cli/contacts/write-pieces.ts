import { open, rm } from 'node:fs/promises';
import { CommandError } from '../runtime/usage-error.ts';

/** Pieces are collected up to this length, because a write for each line would take most of the time. In characters. */
const BUFFERED_LENGTH = 64 * 1024;

/** Writes pieces of text one after the other. */
export async function writePieces(
  pieces: AsyncIterable<string>,
  write: (text: string) => Promise<unknown>,
): Promise<void> {
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
 * Writes a new file that only the user can read, because it holds customers' data. An unfinished one is removed.
 * @throws CommandError if there is such a file, or if it cannot be written
 */
export async function writeNewFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CommandError(`${path} exists already: choose another name, or remove it.`);
    throw new CommandError(`${path} cannot be written (${error.code ?? error.message}).`, { cause: error });
  });
  try {
    await writePieces(pieces, (text) => file.writeFile(text));
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

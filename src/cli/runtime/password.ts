import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import { askHidden, isInteractive } from './terminal.ts';
import { CommandError, UsageError } from './usage-error.ts';

/** More than the longest password in UTF-8: what is longer is another file. */
const MAX_BYTES = 4_096;

/**
 * Reads a password from a file, from the person at the terminal, or from stdin: never from an argument, which process
 * lists show. A line break at the end does not belong to it.
 * @throws UsageError if there is none, CommandError if it cannot be read
 */
export async function readPassword(file: string | undefined): Promise<string> {
  if (file === undefined && isInteractive()) return typeTwice();
  const text = await readText(file === undefined ? process.stdin : createReadStream(file), file ?? 'stdin');
  const password = text.replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new UsageError(
    file === undefined
      ? 'There is no password: type it on a terminal, or give it on stdin or in a file, such as --password-file ./password.txt.'
      : `${file} contains no password.`,
  );
}

async function typeTwice(): Promise<string> {
  const [password = '', repeated = ''] = await askHidden(['New password: ', 'Again: ']);
  if (equalInConstantTime(password, repeated)) return password;
  throw new CommandError('The two passwords differ. Nothing was changed.');
}

async function readText(input: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new CommandError(`${name} is too long for a password. Nothing was changed.`);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${name} cannot be read (${code ?? message}). Nothing was changed.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

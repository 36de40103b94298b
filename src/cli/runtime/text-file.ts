import { createReadStream } from 'node:fs';
import { CommandError } from '../../config/usage-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a file, without byte order mark. What is not UTF-8 is refused, because its accents would be stored as U+FFFD.
 * @throws CommandError
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new CommandError(`${name} is not a text in UTF-8: save it as UTF-8. Nothing was changed.`, { cause: error });
  }
}

/** What can be wrong with a file to read, and what to do. */
const UNREADABLE: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  ENOENT: ['does not exist', 'Correct its path.'],
  EISDIR: ['is a folder', 'Name a file.'],
  EACCES: ['cannot be read: no permission', 'Give your user the right to read it.'],
};

/** Creates the error for a file that cannot be read. A `CommandError` stays as it is. */
export function unreadableError(name: string, error: unknown, outcome = 'Nothing was changed.'): CommandError {
  if (error instanceof CommandError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [problem, advice = ''] = UNREADABLE[code] ?? [`cannot be read (${code || message})`];
  return new CommandError(`${name} ${problem}. ${outcome} ${advice}`.trimEnd(), { cause: error });
}

/**
 * Reads a short text.
 * @param path undefined for stdin
 * @throws CommandError if it cannot be read, or has more than `maxBytes`
 */
export async function readShortText(
  path: string | undefined,
  { name, kind, maxBytes }: { name: string; kind: string; maxBytes: number },
): Promise<string> {
  const input = path === undefined ? process.stdin : createReadStream(path);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) throw new CommandError(`${name} is too long for a ${kind}. Nothing was changed.`);
    }
  } catch (error) {
    throw unreadableError(name, error);
  }
  return decodeText(Buffer.concat(chunks), name);
}

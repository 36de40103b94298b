import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CommandError } from '../../config/usage-error.ts';
import { unreadableError } from '../runtime/text-file.ts';

/** Longer than the report of a call of a whole day. */
const MAX_LINE_BYTES = 16 * 2 ** 20;

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** The first bytes of what is often sent in place of a text. */
const FOREIGN: readonly [prefix: Buffer, what: string][] = [
  [Buffer.from([0x1f, 0x8b]), 'compressed: unpack it with gunzip'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed: unpack it with unzstd'],
  [Buffer.from('PK\u0003\u0004', 'latin1'), 'an archive: unpack it'],
];

/** A line of a file. The number counts all lines, from 1. */
export interface FileLine {
  line: number;
  /** Bytes of the file up to the end of this line. */
  end: number;
  /** Undefined for a line that is longer than `MAX_LINE_BYTES`, or no UTF-8. */
  text: string | undefined;
  problem: string | undefined;
}

/** Returns the size of a file, in bytes. @throws CommandError if it cannot be read, or is no text */
export async function checkLinesFile(path: string): Promise<number> {
  try {
    const handle = await open(path);
    try {
      const stats = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
      const start = buffer.subarray(0, bytesRead);
      const foreign = FOREIGN.find(([prefix]) => start.subarray(0, prefix.length).equals(prefix));
      if (foreign) throw new CommandError(`${path} is ${foreign[1]}, and import the result. Nothing was changed.`);
      return stats.size;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadableError(path, error);
  }
}

/** Reads the lines of a file of any size, without empty ones. @throws CommandError if it cannot be read to its end */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  let pieces: Buffer[] = [];
  let length = 0;
  let line = 1;
  let end = 0;
  const take = (last: Buffer): FileLine => {
    if (length <= MAX_LINE_BYTES) pieces.push(last);
    const taken = { line, end, ...decode(length > MAX_LINE_BYTES ? undefined : Buffer.concat(pieces), line) };
    pieces = [];
    length = 0;
    line += 1;
    return taken;
  };
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let index = chunk.indexOf(NEWLINE); index >= 0; index = chunk.indexOf(NEWLINE, start)) {
        length += index - start;
        end += index + 1 - start;
        const taken = take(chunk.subarray(start, index));
        if (taken.text !== '') yield taken;
        start = index + 1;
      }
      length += chunk.length - start;
      end += chunk.length - start;
      // The bytes of a line that is too long are not kept.
      if (length <= MAX_LINE_BYTES) pieces.push(chunk.subarray(start));
      else pieces = [];
    }
  } catch (error) {
    throw unreadableError(path, error, 'What was imported stays; the same command continues.');
  }
  if (length > 0) {
    const taken = take(Buffer.alloc(0));
    if (taken.text !== '') yield taken;
  }
}

function decode(bytes: Buffer | undefined, line: number): Pick<FileLine, 'text' | 'problem'> {
  if (bytes === undefined)
    return { text: undefined, problem: `is longer than ${MAX_LINE_BYTES / 2 ** 20} MiB; a line is one call` };
  const isMarked = line === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(isMarked ? bytes.subarray(3) : bytes);
    return { text: text.trim(), problem: undefined };
  } catch {
    return { text: undefined, problem: 'is not UTF-8' };
  }
}

import { type FileHandle, open, stat } from 'node:fs/promises';
import type { WriteLine } from './index.ts';

/** An append-only file. */
interface AuditFile {
  write: WriteLine;
  close(): Promise<void>;
}

/**
 * Opens a file for appending, and creates it with mode 0600 if it does not exist. Log rotation needs no signal: before
 * each line, the inode of the path is compared with the open file.
 * @throws the error of `open`.
 */
export async function openAuditFile(path: string): Promise<AuditFile> {
  const openFile = () => open(path, 'a', 0o600);
  let file = await openFile();
  /** Size of the file after the last line that was written whole here, in bytes. */
  let wholeUntil: number | undefined;
  const append = async (line: string) => {
    if (await isRotated(path, file)) {
      const next = await openFile();
      await file.close();
      file = next;
      wholeUntil = undefined;
    }
    const { size } = await file.stat();
    // The last line is incomplete if the disk became full, or if a program was ended while it wrote, such as another one.
    const torn = size !== wholeUntil && (await endsWithinLine(path, file));
    const bytes = Buffer.from(torn ? `\n${line}` : line);
    const { bytesWritten } = await file.write(bytes);
    wholeUntil = bytesWritten === bytes.length ? size + bytesWritten : undefined;
    if (wholeUntil === undefined)
      throw Object.assign(new Error('the line was not written completely'), { code: 'ENOSPC' });
  };
  // Writes are serialised, so that lines of concurrent calls are not interleaved.
  let last: Promise<void> = Promise.resolve();
  return {
    write(line) {
      const written = last.then(() => append(line));
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

const LINE_FEED = 10;

/** Looks at the last byte of a file that is open for appending. One that may not be read counts as whole. */
async function endsWithinLine(path: string, file: FileHandle): Promise<boolean> {
  const current = await file.stat();
  // A device or a pipe has no end to look at.
  if (!current.isFile() || current.size === 0) return false;
  const reader = await open(path, 'r').catch(() => undefined);
  if (!reader) return false;
  try {
    const { bytesRead, buffer } = await reader.read(Buffer.alloc(1), 0, 1, current.size - 1);
    return bytesRead === 1 && buffer[0] !== LINE_FEED;
  } finally {
    await reader.close();
  }
}

async function isRotated(path: string, file: FileHandle): Promise<boolean> {
  const current = await stat(path).catch(() => undefined);
  if (!current) return true;
  const { dev, ino } = await file.stat();
  return current.dev !== dev || current.ino !== ino;
}

import { type FileHandle, open, stat } from 'node:fs/promises';
import type { WriteLine } from './index.ts';

/** A file that lines are added to. */
export interface AuditFile {
  write: WriteLine;
  close(): Promise<void>;
}

/**
 * Opens a file to add lines to, made for its owner alone (0600) where there is none. Rotation needs no signal: before
 * each line it is seen whether the path still leads to the file that is open.
 * @throws the error of `open`.
 */
export async function openAuditFile(path: string): Promise<AuditFile> {
  const openAgain = () => open(path, 'a', 0o600);
  let file = await openAgain();
  /** Whether the last line was cut off, by a disk that became full. */
  let torn = false;
  const add = async (line: string) => {
    if (await moved(path, file)) {
      const next = await openAgain();
      await file.close();
      file = next;
      torn = false;
    }
    const bytes = Buffer.from(torn ? `\n${line}` : line);
    const { bytesWritten } = await file.write(bytes);
    torn = bytesWritten < bytes.length;
    if (torn) throw Object.assign(new Error('the line was cut off'), { code: 'ENOSPC' });
  };
  // One after the other: lines of calls at the same time must not be mixed.
  let last: Promise<void> = Promise.resolve();
  return {
    write(line) {
      const written = last.then(() => add(line));
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

async function moved(path: string, file: FileHandle): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  if (!there) return true;
  const { dev, ino } = await file.stat();
  return there.dev !== dev || there.ino !== ino;
}

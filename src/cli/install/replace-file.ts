import { randomBytes } from 'node:crypto';
import { promises as files, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../../config/usage-error.ts';
import { syncFolder } from '../../lib/files/sync-folder.ts';
import { createInFolder } from './empty-folders.ts';

/** The state of a file when it was read. */
export interface FileState {
  /** The real path, after following symbolic links. */
  path: string;
  /** Undefined if the file does not exist. */
  bytes: Buffer | undefined;
  stats: Stats | undefined;
}

const code = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Creates the error for a file that cannot be used. Nothing has been changed at this point. */
export function unusableFileError(path: string, error: unknown): CommandError {
  const reasons: Record<string, string> = {
    EACCES: 'no permission',
    EPERM: 'no permission',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is a file',
    ELOOP: 'its symbolic links form a cycle',
  };
  const reason = reasons[code(error) ?? ''] ?? code(error) ?? 'unknown reason';
  return new CommandError(`${path} cannot be used (${reason}). Nothing was changed.`, { cause: error });
}

/** Reads a file and its state. @throws CommandError if it cannot be read */
export async function readFileState(path: string): Promise<FileState> {
  try {
    const real = await files.realpath(path);
    return { path: real, bytes: await files.readFile(real), stats: await files.stat(real) };
  } catch (error) {
    if (code(error) !== 'ENOENT') throw unusableFileError(path, error);
    const link = await files.lstat(path).catch(() => undefined);
    if (link?.isSymbolicLink()) {
      throw new CommandError(
        `${path} is a symbolic link to a file that does not exist. Repair or remove it. Nothing was changed.`,
      );
    }
    return { path, bytes: undefined, stats: undefined };
  }
}

/** The path of a file's only backup, next to it. */
export const backupPath = (path: string) => `${path}.before-rcpt-mcp.bak`;

/** Copies a file to its backup. Returns the path of the backup. */
async function backUp({ path, stats }: FileState): Promise<string> {
  const copy = backupPath(path);
  await files.copyFile(path, copy);
  await files.chmod(copy, (stats?.mode ?? 0o600) & 0o777);
  return copy;
}

/** Another program wrote the file after it was read. */
export class ConcurrentWriteError extends Error {
  override readonly name = 'ConcurrentWriteError';
}

interface Replacement {
  text: string | Buffer;
  /** The mode of a new file; an existing one keeps its mode. */
  mode: number;
  /** The mode of folders that do not exist, less the process's umask. Default: 0777. */
  folderMode?: number;
  backup: boolean;
}

/**
 * Replaces the content of a file atomically: readers see the old or the new content, never a part. Mode, owner and
 * symbolic links are preserved. Returns the path of the backup.
 * @throws ConcurrentWriteError if the file has changed since `current` was read
 * @throws CommandError if it cannot be written
 */
export async function replaceFile(
  current: FileState,
  { text, mode, folderMode = 0o777, backup }: Replacement,
): Promise<string | undefined> {
  const { path, stats } = current;
  if (stats && (stats.mode & 0o200) === 0) {
    throw new CommandError(`${path} is read-only. Make it writable first. Nothing was changed.`);
  }
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  let copy: string | undefined;
  try {
    const handle = await createInFolder(dirname(path), {
      mode: folderMode,
      create: () => files.open(temporary, 'wx', stats ? stats.mode & 0o777 : mode),
    });
    try {
      await handle.writeFile(text);
      // chmod, because the process's umask may have removed bits of the previous mode.
      if (stats) await handle.chmod(stats.mode & 0o777);
      if (stats && process.getuid && stats.uid !== process.getuid()) await handle.chown(stats.uid, stats.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    copy = backup && stats ? await backUp(current) : undefined;
    if (!isUnchanged(current, await readFileState(path))) throw new ConcurrentWriteError();
    await files.rename(temporary, path);
    await syncFolder(dirname(path));
    return copy;
  } catch (error) {
    await files.rm(temporary, { force: true });
    if (copy) await files.rm(copy, { force: true });
    if (error instanceof ConcurrentWriteError || error instanceof CommandError) throw error;
    throw unusableFileError(path, error);
  }
}

/** Deletes a file. @throws ConcurrentWriteError, CommandError like `replaceFile` */
export async function deleteFile(current: FileState): Promise<void> {
  if (!isUnchanged(current, await readFileState(current.path))) throw new ConcurrentWriteError();
  await files.rm(current.path, { force: true }).catch((error: unknown) => {
    throw unusableFileError(current.path, error);
  });
}

const isUnchanged = (before: FileState, now: FileState) =>
  before.bytes === undefined || now.bytes === undefined ? before.bytes === now.bytes : before.bytes.equals(now.bytes);

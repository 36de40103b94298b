import { randomBytes } from 'node:crypto';
import { constants, promises as files, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../runtime/usage-error.ts';

/** A file as it is now. */
export interface FileState {
  /** Where it really is, when the path leads there by links. */
  path: string;
  /** Undefined: there is none yet. */
  bytes: Buffer | undefined;
  stats: Stats | undefined;
}

const code = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** An error for a file that cannot be used; nothing has been changed. */
export function unusableFileError(path: string, error: unknown): CommandError {
  const why: Record<string, string> = {
    EACCES: 'no permission',
    EPERM: 'no permission',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is a file',
    ELOOP: 'its links lead in a circle',
  };
  const reason = why[code(error) ?? ''] ?? code(error) ?? 'unknown reason';
  return new CommandError(`${path} cannot be used (${reason}). Nothing was changed.`, { cause: error });
}

export async function readFileState(path: string): Promise<FileState> {
  try {
    const real = await files.realpath(path);
    return { path: real, bytes: await files.readFile(real), stats: await files.stat(real) };
  } catch (error) {
    if (code(error) !== 'ENOENT') throw unusableFileError(path, error);
    const link = await files.lstat(path).catch(() => undefined);
    if (link?.isSymbolicLink()) {
      throw new CommandError(`${path} is a link that leads to no file. Repair or remove it. Nothing was changed.`);
    }
    return { path, bytes: undefined, stats: undefined };
  }
}

/** The time in names of files: without what Windows does not allow there. */
const stamp = (time: Date) => time.toISOString().replaceAll(':', '-');

/** Keeps a file as it is now, beside it. Returns where. */
async function backUp({ path, stats }: FileState): Promise<string> {
  for (let more = 0; ; more++) {
    const copy = `${path}.${stamp(new Date())}${more > 0 ? `-${more}` : ''}.bak`;
    try {
      await files.copyFile(path, copy, constants.COPYFILE_EXCL);
      await files.chmod(copy, (stats?.mode ?? 0o600) & 0o777);
      return copy;
    } catch (error) {
      if (code(error) !== 'EEXIST') throw error;
    }
  }
}

/** Another program wrote the file in the meantime. */
export class ConcurrentWriteError extends Error {}

export interface Replacement {
  text: string | Buffer;
  /** Of a new file; an existing one keeps its own. */
  mode: number;
  backup: boolean;
}

/**
 * Puts new content in a file's place, atomically: readers see the old or the new content, never a part. Mode, owner
 * and links stay. Returns the backup's path.
 */
export async function replaceFile(now: FileState, { text, mode, backup }: Replacement): Promise<string | undefined> {
  const { path, stats } = now;
  if (stats && (stats.mode & 0o200) === 0) {
    throw new CommandError(`${path} is read-only. Make it writable first. Nothing was changed.`);
  }
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  let copy: string | undefined;
  try {
    await files.mkdir(dirname(path), { recursive: true });
    const handle = await files.open(temporary, 'wx', stats ? stats.mode & 0o777 : mode);
    try {
      await handle.writeFile(text);
      // The process's umask must not narrow what the file had; a new file is as narrow as asked.
      if (stats) await handle.chmod(stats.mode & 0o777);
      if (stats && process.getuid && stats.uid !== process.getuid()) await handle.chown(stats.uid, stats.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    copy = backup && stats ? await backUp(now) : undefined;
    if (!isUnchanged(now, await readFileState(path))) throw new ConcurrentWriteError();
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

const isUnchanged = (before: FileState, now: FileState) =>
  before.bytes === undefined || now.bytes === undefined ? before.bytes === now.bytes : before.bytes.equals(now.bytes);

/** So that the new name survives a power failure; where folders cannot be opened, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await files.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

import { readFile, stat } from 'node:fs/promises';

/** More than any list of callers has, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * What a file says, read again when it has changed: looked at with each call, so that what was taken out of it holds no
 * longer. Rejects while it cannot be read or understood: what it said before may be what was to be taken back.
 */
export function watchedFile<T>(path: string, parse: (text: string) => T): () => Promise<T> {
  let version = '';
  let value: T | undefined;
  return async () => {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
    const now = `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
    if (value !== undefined && now === version) return value;
    if (size > MAX_BYTES) throw new Error('the file is too large');
    value = undefined;
    const read = parse(await readFile(path, 'utf8'));
    version = now;
    value = read;
    return read;
  };
}

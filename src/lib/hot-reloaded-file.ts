import { readFile, stat } from 'node:fs/promises';

export interface HotReloadOptions<T> {
  parse(text: string): T;
  /** A larger file is refused unread, in bytes. */
  maxBytes: number;
}

/**
 * Gives the content of a file, which is read again when it has changed. It is checked with each call, so that what was
 * taken out of the file is valid no longer. Rejects while the file cannot be read or parsed: its earlier content may be
 * what was to be revoked.
 */
export function hotReloadedFile<T>(path: string, { parse, maxBytes }: HotReloadOptions<T>): () => Promise<T> {
  let loaded: { version: string; value: T } | undefined;
  return async () => {
    try {
      const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
      const version = `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
      if (loaded?.version === version) return loaded.value;
      if (size > maxBytes) throw new Error('the file is too large');
      const value = parse(await readFile(path, 'utf8'));
      loaded = { version, value };
      return value;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
}

import { readFile, stat } from 'node:fs/promises';

interface HotReloadOptions<T> {
  parse(text: string): T;
  /** A larger file is rejected without reading it. */
  maxBytes: number;
}

/**
 * Returns a function that returns the parsed content of a file. Each call checks whether the file has changed and then
 * reads it again, so that removed entries are invalid immediately. Fails closed: it rejects while the file cannot be read
 * or parsed, because the cached content may contain an entry that was just removed.
 */
export function hotReloadedFile<T>(path: string, { parse, maxBytes }: HotReloadOptions<T>): () => Promise<T> {
  let cached: { version: string; value: T } | undefined;
  return async () => {
    try {
      const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
      const version = `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
      if (cached?.version === version) return cached.value;
      if (size > maxBytes) throw new Error('the file is too large');
      const value = parse(await readFile(path, 'utf8'));
      cached = { version, value };
      return value;
    } catch (error) {
      cached = undefined;
      throw error;
    }
  };
}

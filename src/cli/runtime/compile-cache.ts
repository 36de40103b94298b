import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { cacheFolder } from '../../config/folders.ts';

/** Available from Node 22.1 on. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

/**
 * Enables Node's compile cache for modules that are loaded after this call. Node's default folder is in the system's
 * temporary folder, where another user of the machine could have placed a cache, so the cache is in a folder that only
 * this user can open. Without such a folder the program runs uncached. `NODE_DISABLE_COMPILE_CACHE=1` disables the cache.
 */
export function enableUserCompileCache(): void {
  if (!enableCompileCache) return;
  try {
    const folder = cacheFolder();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // No home folder, or a read-only file system: the cache is optional.
  }
}

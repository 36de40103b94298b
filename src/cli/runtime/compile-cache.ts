import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { cacheFolder } from '../config/folders.ts';

/** Node 22.1 and newer have it. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

/**
 * Turns on Node's own cache of compiled code for what is loaded from now on. Node's default folder is below the system's
 * temporary folder, where another user of the machine could have placed a cache before; so it is one that only this
 * user can open. Without a folder the program works as ever. `NODE_DISABLE_COMPILE_CACHE=1` switches the cache off.
 */
export function enableUserCompileCache(): void {
  if (!enableCompileCache) return;
  try {
    const folder = cacheFolder();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // No home, or nowhere to write: a cache is not needed to work.
  }
}

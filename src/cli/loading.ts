import type { ModuleFunction } from './code-cache.ts';
import { cacheFolder } from './config/folders.ts';

/** What loads the files of `dist` beside the first (`scripts/finish.ts`). Not there before the program is built. */
declare const loader: { build: string; folder: string; use(compile: (name: string) => ModuleFunction): void };

/** After what was asked for is answered, in milliseconds: clients end servers in ways that leave no time for it. */
const SAVE_AFTER_MS = 1_000;

/**
 * Loads what comes from now on with the code that V8 compiled in an earlier run. Without it a first call takes some
 * 30 ms longer. `NODE_DISABLE_COMPILE_CACHE`, Node's own name, switches it off.
 */
export async function keepCompiled(): Promise<void> {
  if (typeof loader === 'undefined' || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  const { openCodeCache } = await import('./code-cache.ts');
  const { asAtStart } = await import('./heap.ts');
  const place = existing(cacheFolder);
  if (place === undefined) return;
  const cache = openCodeCache(loader.folder, loader.build, place);
  let waiting = false;
  const saveSoon = () => {
    if (waiting) return;
    waiting = true;
    const save = () => {
      waiting = false;
      asAtStart(cache.save);
    };
    setTimeout(save, SAVE_AFTER_MS).unref();
  };
  loader.use((name) => {
    saveSoon();
    return cache.compile(name);
  });
  process.once('exit', () => asAtStart(cache.save));
}

/** A user without a home has no such folder, and needs none to work. */
function existing(folder: () => string): string | undefined {
  try {
    return folder();
  } catch {
    return undefined;
  }
}

import { promises as files } from 'node:fs';
import { dirname, sep } from 'node:path';
import { dataFolder, homeFolder } from '../../config/folders.ts';

/** Attempts to create a file in a folder that other processes remove when it is empty. */
const MAX_ATTEMPTS = 100;

/**
 * Creates a folder and runs `create`, which creates a file in it. Begins again if another process removes the empty folder, or one
 * of its parents, meanwhile.
 * @throws the file system's error, or that of `create`
 */
export async function createInFolder<T>(
  folder: string,
  { mode, create }: { mode: number; create: () => Promise<T> },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await files.mkdir(folder, { recursive: true, mode });
      return await create();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Removes a folder and its parents while they are empty. `limit` and folders outside of it stay. */
export async function removeEmptyFolders(folder: string, limit: string): Promise<void> {
  for (let path = folder; path.startsWith(limit + sep); path = dirname(path)) {
    try {
      await files.rmdir(path);
    } catch {
      return;
    }
  }
}

/** Removes a folder in this program's data folder, and its parents, while they are empty. */
export async function removeOwnEmptyFolders(folder: string): Promise<void> {
  const [home, data] = [homeFolder(), dataFolder()];
  await removeEmptyFolders(folder, data.startsWith(home + sep) ? home : dirname(data));
}

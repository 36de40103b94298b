import { promises as files } from 'node:fs';
import { dirname, sep } from 'node:path';
import { dataFolder, homeFolder } from '../config/folders.ts';

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

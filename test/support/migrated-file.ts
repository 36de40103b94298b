import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStore } from '../../src/platform/store/store.ts';
import { MIGRATED_FILE_VARIABLE, temporaryFolder } from './engines.ts';

/** Vitest's global setup: a SQLite database with the tables of the embedded platform, of which `newDatabase` makes copies. */
export default async function setup(): Promise<() => Promise<void>> {
  // Both projects of vitest.config.ts run this setup.
  if (process.env[MIGRATED_FILE_VARIABLE] !== undefined) return async () => {};
  const file = join(temporaryFolder(), 'platform.db');
  const store = await openStore(file, Date.now());
  await store.close();
  process.env[MIGRATED_FILE_VARIABLE] = file;
  return () => rm(dirname(file), { recursive: true, force: true });
}

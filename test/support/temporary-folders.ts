import { mkdirSync, rmSync } from 'node:fs';
import { TEMPORARY_FOLDERS_VARIABLE } from './engines.ts';
import { memoryFolder } from './memory-folder.ts';

/** Vitest's global setup: a folder in memory for the temporary folders of all tests, which is removed at the end. */
export default function setup(): (() => void) | undefined {
  // Both projects of vitest.config.ts run this setup.
  if (process.env[TEMPORARY_FOLDERS_VARIABLE] !== undefined) return;
  const folder = memoryFolder();
  if (folder === undefined) return;
  mkdirSync(folder, { mode: 0o700 });
  process.env[TEMPORARY_FOLDERS_VARIABLE] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A run that is interrupted must not leave its data in memory.
  process.once('exit', remove);
  return remove;
}

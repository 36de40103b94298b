import { rm } from 'node:fs/promises';
import { openStore } from '../../src/platform/store/store.ts';
import { fillWithDemo } from './demo-content.ts';
import { TEMPLATES_VARIABLE, templateFile, temporaryFolder } from './engines.ts';

/** Vitest's global setup: SQLite databases of which tests make copies, because a program takes a second to create one. */
export default async function setup(): Promise<() => Promise<void>> {
  // Both projects of vitest.config.ts run this setup.
  if (process.env[TEMPLATES_VARIABLE] !== undefined) return async () => {};
  const folder = temporaryFolder();
  await (await openStore(templateFile(folder, 'platform'), Date.now())).close();
  await fillWithDemo(templateFile(folder, 'demo'));
  process.env[TEMPLATES_VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

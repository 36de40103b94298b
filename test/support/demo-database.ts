import { copyFileSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplate, TEMPLATES_VARIABLE } from './engines.ts';

/**
 * SQLite databases with the demo business, as after a program's first start. They are copies: to fill one takes a second of a
 * processor. Outside of a test run of vitest.config.ts, the file does not exist yet, and the program fills it.
 */
const newPath = (folder: string) => join(mkdtempSync(join(folder, 'demo-')), 'platform.db');

/** Returns the path of a new database below a folder. */
export function demoDatabase(folder: string): string {
  const database = newPath(folder);
  copyTemplate('demo', database);
  return database;
}

/** The same for a program whose clock shows a certain moment. */
export async function demoDatabaseAt(moment: string, folder: string): Promise<string> {
  const database = newPath(folder);
  const templates = process.env[TEMPLATES_VARIABLE];
  if (templates !== undefined) copyFileSync(await templateAt(Date.parse(moment), templates), database);
  return database;
}

/** The first test that needs a moment creates its template. */
async function templateAt(moment: number, folder: string): Promise<string> {
  const file = join(folder, `demo-${moment}.db`);
  if (existsSync(file)) return file;
  const { fillWithDemo } = await import('./demo-content.ts');
  // Another worker may do the same at this moment.
  const unfinished = join(mkdtempSync(join(folder, 'unfinished-')), 'platform.db');
  await fillWithDemo(unfinished, moment);
  renameSync(unfinished, file);
  return file;
}

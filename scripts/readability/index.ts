/**
 * Prints what to change in pages, as the test of readability does: `npx tsx scripts/readability/index.ts README.md docs/*.md`.
 * Without arguments: all pages.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { checkPage } from './check.ts';
import { createPages } from './links.ts';
import { readablePages } from './pages.ts';

/** The folder of the repository that has this file: links are resolved inside of it. */
function rootOf(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, '.git')) || folder === dirname(folder) ? folder : rootOf(folder);
}

const named = process.argv.slice(2).map((file) => resolve(file));
const paths = named.length > 0 ? named : readablePages(process.cwd()).map((file) => resolve(file));
let count = 0;
for (const path of paths) {
  const root = rootOf(path);
  const file = relative(root, path);
  for (const { line, message } of checkPage(createPages(root), file)) {
    count++;
    console.log(`${file}:${line} ${message}`);
  }
}
console.log(`${count} to change in ${paths.length} page${paths.length === 1 ? '' : 's'}`);
process.exitCode = count === 0 ? 0 : 1;

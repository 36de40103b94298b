import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The pages that a newcomer reads first. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

it('README.md has all that a newcomer needs in 120 lines, before its generated tables', () => {
  const [start = '', tables] = read('README.md').split('<!-- tools -->');
  expect(tables).toBeDefined();
  expect(start.split('\n').length).toBeLessThanOrEqual(120);
});

it('docs/README.md lists every page of docs', () => {
  const index = read('docs/README.md');
  const files = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  // The index of the decision records lists them.
  const pages = files.filter((path) => path.endsWith('.md') && path !== 'README.md' && !/^adr\/\d/.test(path));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((path) => !index.includes(`](${path})`))).toEqual([]);
});

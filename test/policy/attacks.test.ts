import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** docs/attacks.md is the table of contents of the attack tests. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const rows = read('docs/attacks.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (attack |---)/.test(line));
const named = (row: string) => [...row.matchAll(/`([\w/-]+\.test\.ts)` "([^"]+)"/g)];

it.each(rows.map((row) => [row.split('|')[1]?.trim(), row]))(
  'docs/attacks.md names an existing test for %s',
  (_attack, row) => {
    const references = named(row as string);
    expect(references.length).toBeGreaterThan(0);
    for (const [, file, name] of references) expect(read(`test/${file}`), `${file}: ${name}`).toContain(name);
  },
);

it('docs/attacks.md names every file of test/attacks', () => {
  const files = readdirSync(`${root}/test/attacks`).filter((file) => file.endsWith('.test.ts'));
  const there = rows.flatMap((row) => named(row).map(([, file]) => file));
  for (const file of files) expect(there).toContain(`attacks/${file}`);
});

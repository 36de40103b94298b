import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeNewFile } from '../../../src/cli/exports/write-pieces.ts';
import { temporaryFolder } from '../../support/platform.ts';

const folder = temporaryFolder();
const path = join(folder, 'customers.csv');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('an export has its name only when it is complete', async () => {
  let during: string[] = [];
  await writeNewFile(
    path,
    (async function* () {
      yield 'x'.repeat(100_000);
      during = readdirSync(folder);
      yield 'end';
    })(),
  );
  expect(during).toEqual([expect.stringMatching(/^customers\.csv\.\w+\.part$/)]);
  expect(readdirSync(folder)).toEqual(['customers.csv']);
  expect(readFileSync(path, 'utf8')).toBe(`${'x'.repeat(100_000)}end`);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.runIf(process.platform === 'linux')('an export to a folder that takes no files names the reason', async () => {
  await expect(writeNewFile('/proc/customers.csv', [''])).rejects.toThrow(
    '/proc/customers.csv cannot be written (ENOENT). Choose a folder in which you can make files. Nothing was written.',
  );
});

it('an export that fails leaves nothing, and one over a file or a link is refused', async () => {
  const failing = (async function* () {
    yield 'x';
    throw new Error('the database is gone');
  })();
  await expect(writeNewFile(join(folder, 'failed.csv'), failing)).rejects.toThrow('the database is gone');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.csv'));
  writeFileSync(path, 'mine');
  await expect(writeNewFile('', (async function* () {})())).rejects.toThrow('The name of the file is empty');
  for (const taken of [path, join(folder, 'link.csv')]) {
    await expect(writeNewFile(taken, (async function* () {})())).rejects.toThrow('exists already');
  }
  const meanwhile = join(folder, 'meanwhile.csv');
  const slow = (async function* () {
    yield 'x';
    writeFileSync(meanwhile, 'theirs');
  })();
  await expect(writeNewFile(meanwhile, slow)).rejects.toThrow('exists already');
  expect(readdirSync(folder).sort()).toEqual(['customers.csv', 'link.csv', 'meanwhile.csv']);
  expect([path, meanwhile].map((file) => readFileSync(file, 'utf8'))).toEqual(['mine', 'theirs']);
});

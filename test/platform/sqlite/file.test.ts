import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseError, openPlatform } from '../../../src/platform/index.ts';
import { isWalSafe } from '../../../src/platform/store/sqlite/driver.ts';
import { manualClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { processClient } from '../support/client.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { idsOf, requestFor } from '../support/requests.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (...parts: string[]) => join(folder, String(++files), ...parts, 'platform.db');
const open = (database: string) => openPlatform({ database, business: smallBusiness(), clock: manualClock(NOW) });

describe('a SQLite database file', () => {
  it('can be read only by its owner, as can its folder', async () => {
    const database = newPath('deep', 'er');
    const platform = await open(database);
    expect(statSync(database).mode & 0o777).toBe(0o600);
    expect(statSync(`${database}-wal`).mode & 0o777).toBe(0o600);
    expect(statSync(join(database, '..')).mode & 0o777).toBe(0o700);
    await platform.close();
  });

  it('uses WAL mode', async () => {
    const database = newPath();
    await (await open(database)).close();
    // In WAL mode, the file format versions at bytes 18 and 19 of the header are 2.
    expect([...readFileSync(database).subarray(18, 20)]).toEqual([2, 2]);
  });

  it('contains all writes without its -wal file after closing', async () => {
    const database = newPath();
    const platform = await open(database);
    const key = platform.issueProcessKey().reveal();
    const send = processClient(platform.fetch);
    const { method, path, options } = requestFor('createContact', idsOf('a', ''));
    const writes = Array.from({ length: 20 }, () => send(method, path, { ...options, key }));
    await Promise.all(writes);
    await platform.close();
    const copy = newPath();
    mkdirSync(join(copy, '..'));
    copyFileSync(database, copy);
    const copied = await open(copy);
    const answer = await processClient(copied.fetch)('GET', path, { key: copied.issueProcessKey().reveal() });
    expect(answer.body.meta.total).toBe(23);
    await copied.close();
  });

  it('can be replaced by a database in memory', async () => {
    const platform = await open(':memory:');
    const key = platform.issueProcessKey().reveal();
    expect((await processClient(platform.fetch)('GET', '/v1/bookings', { key })).body.meta.total).toBe(2);
    await platform.close();
  });
});

describe('opening an unusable SQLite path', () => {
  async function problem(path: string): Promise<string> {
    const error = await open(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    return (error as DatabaseError).message;
  }

  it('refuses a file that is no database', async () => {
    const path = join(folder, 'letter.txt');
    writeFileSync(path, 'Dear Sir or Madam, '.repeat(100));
    expect(await problem(path)).toBe(
      `The database ${path} is not a database. Choose another path, or move that file away.`,
    );
    expect(readFileSync(path, 'utf8')).toMatch(/^Dear Sir/);
  });

  it('refuses a folder and a path through a file', async () => {
    expect(await problem(folder)).toContain('is a folder');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await problem(join(file, 'platform.db'))).toContain('a part of its path is a file');
  });

  it.skipIf(process.getuid?.() === 0)('refuses a folder without write permission', async () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    expect(await problem(join(locked, 'platform.db'))).toContain('you may not write to it or to its folder');
  });
});

it('rejects SQLite versions with the WAL-reset bug', () => {
  expect(['3.51.3', '3.52.0', '4.0.0'].map(isWalSafe)).toEqual([true, true, true]);
  expect([undefined, '3.51.2', '3.45.9', '3.9.99', ''].map(isWalSafe)).toEqual([false, false, false, false, false]);
});

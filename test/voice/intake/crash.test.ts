import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/platform.ts';
import { missingPostgresReason } from '../../support/postgres/binaries.ts';
import { sharedDatabase } from '../../support/postgres/shared.ts';
import { runStorm, type StormResult } from './support/storm.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

function newFolder(): string {
  const folder = temporaryFolder();
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

// `npm run test:crash -- --reports 10000` does the same at full size.
it('two processes on one SQLite file store each of 250 acknowledged reports once when they are killed 3 times', {
  timeout: 120_000,
}, async () => {
  const folder = newFolder();
  const database = join(folder, 'platform.db');
  expectComplete(await runStorm({ reports: 250, kills: 3, seed: 20_261_121, database, folder }), 250, 3);
});

it.skipIf(missingPostgresReason() !== undefined)(
  'two processes on PostgreSQL store each of 200 acknowledged reports once when they are killed 2 times',
  { timeout: 120_000 },
  async () => {
    const { database, remove } = await sharedDatabase();
    cleanups.push(remove);
    expectComplete(await runStorm({ reports: 200, kills: 2, seed: 7, database, folder: newFolder() }), 200, 2);
  },
);

function expectComplete(result: StormResult, reports: number, kills: number): void {
  expect(result.faults).toEqual([]);
  expect(result.kills).toBe(kills);
  // The test is meaningful only if kills interrupted senders, and reports arrived twice.
  expect(result.unanswered).toBeGreaterThan(kills);
  expect(result.doubled).toBeGreaterThan(reports / 8);
  expect(result.repeated).toBeGreaterThanOrEqual(result.doubled);
}

import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../src/lib/database/database-error.ts';
import {
  type Migration,
  type MigrationTarget,
  migrate,
  unknownMigration,
} from '../../../src/lib/database/migrations.ts';

interface FakeTx {
  exclusive: boolean;
}

/** A database that records what is done to it; `whileWaiting` runs while this process waits for the lock. */
function fakeDatabase(applied: string[], whileWaiting: () => void = () => {}) {
  const log: string[] = [];
  const target: MigrationTarget<FakeTx> = {
    read: (work) => work({ exclusive: false }),
    async exclusively(work) {
      whileWaiting();
      log.push('begin');
      await work({ exclusive: true });
      log.push('commit');
    },
    applied: async () => [...applied],
    createTable: async () => void log.push('create table'),
    async record(_tx, name) {
      log.push(`record ${name}`);
      applied.push(name);
    },
    newerVersion: (name) => `newer: ${name}`,
  };
  const migration = (name: string): Migration<FakeTx> => ({
    name,
    up: async ({ exclusive }) => void log.push(`${name} ${exclusive ? 'in' : 'outside'} the transaction`),
  });
  return { log, run: () => migrate(target, ['001-a', '002-b'].map(migration)) };
}

describe('migrate', () => {
  it('runs all migrations in order, in one transaction, and records each', async () => {
    const { log, run } = fakeDatabase([]);
    await run();
    expect(log).toEqual([
      'begin',
      'create table',
      '001-a in the transaction',
      'record 001-a',
      '002-b in the transaction',
      'record 002-b',
      'commit',
    ]);
  });

  it('runs only the migrations that the database does not have', async () => {
    const { log, run } = fakeDatabase(['001-a']);
    await run();
    expect(log).toEqual(['begin', 'create table', '002-b in the transaction', 'record 002-b', 'commit']);
  });

  it('takes no lock when there is no pending migration', async () => {
    const { log, run } = fakeDatabase(['001-a', '002-b']);
    await run();
    expect(log).toEqual([]);
  });

  it('skips migrations that another process has run while it waited for the lock', async () => {
    const applied: string[] = [];
    const { log, run } = fakeDatabase(applied, () => applied.push('001-a', '002-b'));
    await run();
    expect(log).toEqual(['begin', 'create table', 'commit']);
  });

  it('refuses a database of a newer version without changing it', async () => {
    const { log, run } = fakeDatabase(['001-a', '002-b', '999-later']);
    await expect(run()).rejects.toThrow(new DatabaseError('newer: 999-later'));
    expect(log).toEqual([]);
  });

  it('refuses a database that a newer version has migrated while it waited for the lock', async () => {
    const applied: string[] = [];
    const { log, run } = fakeDatabase(applied, () => applied.push('001-a', '002-b', '999-later'));
    await expect(run()).rejects.toThrow('newer: 999-later');
    expect(log).toEqual(['begin']);
  });
});

it('unknownMigration finds the first migration that is not one of this program', () => {
  expect(unknownMigration([{ name: '001-a' }], ['001-a'])).toBeUndefined();
  expect(unknownMigration([{ name: '001-a' }], ['001-a', '002-b', '003-c'])).toBe('002-b');
});

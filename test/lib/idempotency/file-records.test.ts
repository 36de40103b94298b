import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../src/lib/database/database-error.ts';
import { openFileRecords } from '../../../src/lib/idempotency/file-records.ts';
import { LEASE_MS } from '../../../src/lib/idempotency/key-records.ts';
import { IDEMPOTENCY_TTL_MS } from '../../../src/lib/idempotency/store.ts';
import { manualClock } from '../../support/clock.ts';

const NEW = { staleClaim: undefined };
const isWindows = process.platform === 'win32';

let parent: string;
let folder: string;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'rcpt-test-'));
  folder = join(parent, 'data', 'idempotency');
  clock = manualClock(Date.now());
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const open = (maxRecords?: number) =>
  openFileRecords({ folder, clock, ttlMs: IDEMPOTENCY_TTL_MS, ...(maxRecords ? { maxRecords } : {}) });
const keyOf = (name: string) => name.padEnd(43, '_');
const pathOf = (name: string) => join(folder, `${keyOf(name)}.json`);
function setAge(path: string, ms: number): void {
  const time = new Date(clock.now() - ms);
  utimesSync(path, time, time);
}

describe('the folder of record files', () => {
  it.skipIf(isWindows)(
    'the folder of record files is created for its user only, and closed to others if it exists',
    async () => {
      await open();
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      rmSync(folder, { recursive: true });
      mkdirSync(folder, { mode: 0o755 });
      await open();
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('a folder of record files is refused if it would be in a file', async () => {
    writeFileSync(join(parent, 'data'), '');
    await expect(open()).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  it('a folder of record files that disappears fails claims with a reason, and without its path for callers', async () => {
    const records = await open();
    rmSync(folder, { recursive: true });
    const failure = await records.acquire(keyOf('a'), 'one', NEW).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseError);
    expect((failure as DatabaseError).message).toContain(folder);
    expect((failure as DatabaseError).publicMessage).toBe('The folder of create requests cannot be used (ENOENT).');
  });
});

it('keys are all held or none, also if the file of one of them cannot be written', async () => {
  const records = await open();
  const keys = ['a', 'b', 'c'].map(keyOf);
  expect(await records.hold(keys.slice(0, 1), 'dead')).toBe(true);
  clock.advance(LEASE_MS + 1);
  // A file cannot replace a folder.
  mkdirSync(pathOf('c'));
  await expect(records.hold(keys, 'one')).rejects.toThrow(DatabaseError);
  rmSync(pathOf('c'), { recursive: true });
  expect(await records.hold(keys, 'two')).toBe(true);
});

describe('a file that is no record', () => {
  it.each([
    ['empty', ''],
    ['cut off', '{"claim":"one","status":"com'],
    ['of another program', '[1, 2, 3]'],
    ['without a time', '{"claim":"one","status":"completed","recordId":"bk_1","leaseUntil":5}'],
    ['completed without an id', '{"claim":"one","status":"completed","requestedAt":5,"leaseUntil":5}'],
    ['longer than a record', JSON.stringify({ claim: 'x'.repeat(10_000) })],
  ])('a record file that is %s stands for a request of unknown outcome when it was changed', async (_what, content) => {
    const records = await open();
    writeFileSync(pathOf('a'), content);
    setAge(pathOf('a'), 5_000);
    expect(await records.acquire(keyOf('a'), 'one', NEW)).toBe(false);
    const { record, now } = await records.read(keyOf('a'));
    expect(record).toMatchObject({ status: 'indeterminate', requestedAt: now - 5_000 });
    expect(await records.acquire(keyOf('a'), 'two', { ...NEW, staleClaim: record?.claim })).toBe(true);
    expect((await records.read(keyOf('a'))).record).toMatchObject({ claim: 'two', status: 'claimed' });
  });

  it.skipIf(isWindows)(
    'a symbolic link in place of a record file is neither followed nor written through',
    async () => {
      const records = await open();
      const target = join(parent, 'target');
      writeFileSync(target, '{"claim":"one","status":"completed","recordId":"bk_1","requestedAt":5,"leaseUntil":5}');
      symlinkSync(target, pathOf('a'));
      const { record } = await records.read(keyOf('a'));
      expect(record).toMatchObject({ status: 'indeterminate' });
      expect(await records.acquire(keyOf('a'), 'two', { staleClaim: record?.claim })).toBe(true);
      await records.end(keyOf('a'), 'two', { status: 'completed', recordId: 'bk_2' });
      expect(statSync(target).size).toBeGreaterThan(80);
      expect((await records.read(keyOf('a'))).record).toMatchObject({ recordId: 'bk_2' });
    },
  );

  it('a record file that is no record expires as records do', async () => {
    const records = await open();
    writeFileSync(pathOf('a'), '');
    setAge(pathOf('a'), IDEMPOTENCY_TTL_MS + 1_000);
    expect(await records.acquire(keyOf('a'), 'one', NEW)).toBe(true);
  });
});

describe('pruning', () => {
  it('beyond their limit, the oldest completed record files are deleted, and none of unknown outcome', async () => {
    const records = await open(3);
    const names = ['unknown', 'first', 'second', 'third', 'fourth'];
    for (const [index, name] of names.entries()) {
      await records.acquire(keyOf(name), name, NEW);
      const unknown = { status: 'indeterminate' } as const;
      await records.end(keyOf(name), name, index === 0 ? unknown : { status: 'completed', recordId: name });
      setAge(pathOf(name), (names.length - index) * 1_000);
    }
    await records.prune?.();
    const kept = ['fourth', 'second', 'third', 'unknown'].map((name) => `${keyOf(name)}.json`);
    expect(readdirSync(folder).sort()).toEqual(kept.sort());
  });

  it('pruning record files deletes what killed processes left, and nothing of others', async () => {
    const records = await open();
    const key = keyOf('a');
    const left = [`${key}.json.0a1b2c3d.tmp`, `${key}.lock`, `${keyOf('b')}.lock.f3a1c07d-9b52`];
    const others = ['notes.txt', 'platform.json'];
    // The process of this lock has ended: its id is larger than any.
    for (const name of [...left, ...others]) {
      writeFileSync(join(folder, name), '4194999 elsewhere');
      setAge(join(folder, name), 120_000);
    }
    const fresh = `${keyOf('c')}.json.0a1b2c3d.tmp`;
    writeFileSync(join(folder, fresh), '');
    await records.prune?.();
    expect(readdirSync(folder).sort()).toEqual([...others, fresh].sort());
  });
});

import { expect, it } from 'vitest';
import { boundedRecords } from '../../../src/lib/idempotency/bounded-records.ts';
import type { ClaimEnd, KeyRecords } from '../../../src/lib/idempotency/key-records.ts';

const NEW = { staleClaim: undefined };

/** Records whose `acquire` is answered by the test. */
function lockedRecords() {
  let answer = (_acquired: boolean) => {};
  const acquired = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  const ends: ClaimEnd[] = [];
  const released: (readonly string[])[] = [];
  const records: KeyRecords = {
    acquire: () => acquired,
    hold: () => acquired,
    release: async (keys) => void released.push(keys),
    read: async () => ({ record: undefined, now: 0 }),
    renew: async () => {},
    end: async (_key, _claim, end) => void ends.push(end),
  };
  return { records, answer, ends, released };
}

it('a claim that is recorded after its caller has given up is released', async () => {
  const { records, answer, ends } = lockedRecords();
  const claim = boundedRecords(records, 20).acquire('key', 'one', NEW);
  await expect(claim).rejects.toThrow('The database did not answer within 0.02 seconds.');
  answer(true);
  await expect.poll(() => ends).toEqual([{ status: 'released' }]);
});

it('keys that are held after their caller has given up are released', async () => {
  const { records, answer, released } = lockedRecords();
  const holding = boundedRecords(records, 20).hold(['a', 'b'], 'one');
  await expect(holding).rejects.toThrow('The database did not answer within 0.02 seconds.');
  answer(true);
  await expect.poll(() => released).toEqual([['a', 'b']]);
});

it('a claim of another request that is found after its caller has given up is not released', async () => {
  const { records, answer, ends } = lockedRecords();
  const claim = boundedRecords(records, 20).acquire('key', 'one', NEW);
  await expect(claim).rejects.toThrow('did not answer');
  answer(false);
  await new Promise(setImmediate);
  expect(ends).toEqual([]);
});

it('a claim that is recorded in time is the answer, and an error is not replaced', async () => {
  const { records, answer, ends } = lockedRecords();
  answer(true);
  expect(await boundedRecords(records, 1_000).acquire('key', 'one', NEW)).toBe(true);
  expect(ends).toEqual([]);
  const failing = { ...records, read: () => Promise.reject(new Error('damaged')) };
  await expect(boundedRecords(failing, 1_000).read('key')).rejects.toThrow('damaged');
});

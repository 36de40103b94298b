import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lazy } from '../../../src/lib/concurrency/lazy.ts';

/** Fails until `count` attempts were made. */
function failing(count: number) {
  let attempts = 0;
  const create = async () => {
    if (++attempts <= count) throw new Error(`attempt ${attempts}`);
    return attempts;
  };
  return { create, attempts: () => attempts };
}

it('a lazy value is created once, and again after a failure', async () => {
  const { create, attempts } = failing(1);
  const value = lazy(create);
  await expect(value.get()).rejects.toThrow('attempt 1');
  expect(await Promise.all([value.get(), value.get()])).toEqual([2, 2]);
  expect(await value.getIfCreated()).toBe(2);
  expect(attempts()).toBe(2);
});

it('a lazy value answers with a failure for as long as was given, without another attempt', async () => {
  const { create, attempts } = failing(1);
  const value = lazy(create, 200);
  for (let request = 0; request < 3; request++) await expect(value.get()).rejects.toThrow('attempt 1');
  expect(attempts()).toBe(1);
  await delay(220);
  expect(await value.get()).toBe(2);
});

import { expect, it } from 'vitest';
import { createRetries } from '../../../src/lib/postgres/retry.ts';

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const SECOND_MS = 1_000;

/** Transactions on a server that is away, of which each attempt takes a second. */
function away() {
  let time = 0;
  let attempts = 0;
  const retry = createRetries(() => time);
  return {
    advance: (ms: number) => {
      time += ms;
    },
    /** @returns how often it was tried */
    async fail(error: Error = REFUSED): Promise<number> {
      attempts = 0;
      const failing = () => {
        attempts++;
        time += SECOND_MS;
        return Promise.reject(error);
      };
      await expect(retry(failing)).rejects.toBe(error);
      return attempts;
    },
    succeed: () => retry(() => Promise.resolve('done')),
  };
}

it('a transaction waits three seconds for a server that does not listen', async () => {
  expect(await away().fail()).toBe(3);
});

it('each transaction waits in the first ten seconds of an outage, and none after them', async () => {
  const { fail } = away();
  expect([await fail(), await fail(), await fail(), await fail(), await fail(), await fail()]).toEqual([
    3, 3, 3, 2, 1, 1,
  ]);
});

it('a transaction that succeeds ends an outage', async () => {
  const { advance, fail, succeed } = away();
  await fail();
  advance(9 * SECOND_MS);
  expect(await fail()).toBe(1);
  expect(await succeed()).toBe('done');
  expect(await fail()).toBe(3);
});

it('a failure long after the last one begins another outage', async () => {
  const { advance, fail } = away();
  await fail();
  advance(60 * SECOND_MS);
  expect(await fail()).toBe(3);
});

it('a connection that is not opened in time is not tried again', async () => {
  expect(await away().fail(new Error('Connection terminated due to connection timeout'))).toBe(1);
});

import { expect, it } from 'vitest';
import type { Claim, RecordedOutcome } from '../../src/lib/idempotency/store.ts';
import {
  createMemoryIdempotencyStore,
  MAX_FULL_RECORDS,
  MAX_OUTCOMES,
} from '../../src/tools/idempotency/memory-store.ts';
import { manualClock } from '../support/clock.ts';

function openStore() {
  const store = createMemoryIdempotencyStore(manualClock(0));
  const { signal } = new AbortController();
  const claim = (key: string) => store.claim(key, { staleOutcome: undefined, signal });
  return {
    async granted(key: string): Promise<Claim> {
      const answer = await claim(key);
      if (!('claim' in answer)) throw new Error('it is recorded already');
      return answer.claim;
    },
    async recorded(key: string): Promise<RecordedOutcome | undefined> {
      const answer = await claim(key);
      return 'recorded' in answer ? answer.recorded : undefined;
    },
  };
}

it('the idempotency store forgets the oldest known outcomes beyond 10,000, and none that is unknown', async () => {
  const store = openStore();
  await (await store.granted('unknown')).markIndeterminate();
  for (let index = 0; index < MAX_OUTCOMES + 10; index++) {
    await (await store.granted(`create ${index}`)).complete({ id: `bk_${index}` });
  }
  expect(await store.recorded('unknown')).toHaveProperty('lastSentAt');
  expect(await store.recorded(`create ${MAX_OUTCOMES}`)).toEqual({ id: `bk_${MAX_OUTCOMES}` });
  expect(await store.recorded('create 0')).toBeUndefined();
});

it('the idempotency store keeps the latest 200 records, and only the ids of earlier ones', async () => {
  const store = openStore();
  for (let index = 0; index <= MAX_FULL_RECORDS; index++) {
    await (await store.granted(`create ${index}`)).complete({ id: `bk_${index}`, record: { fields: { index } } });
  }
  expect(await store.recorded('create 0')).toEqual({ id: 'bk_0' });
  expect(await store.recorded('create 1')).toEqual({ id: 'bk_1', record: { fields: { index: 1 } } });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyRecords, LEASE_MS } from '../../src/lib/idempotency/key-records.ts';
import {
  type Claim,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyStore,
  type RecordedOutcome,
} from '../../src/lib/idempotency/store.ts';

/** An idempotency store, as two processes open it. */
export interface StoreUnderTest {
  first: IdempotencyStore;
  second: IdempotencyStore;
  /** The records of a store that processes share; absent in memory. */
  records?: KeyRecords;
  /** The monotonic clock of the process, in milliseconds. */
  monotonic(): number;
  /** Makes all records older by this many milliseconds; newer if negative, as if the clock had been set back. */
  age(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** `memory`: of one process. `database`: of several on a database server, which prunes it. `computer`: of several of one computer. */
export type StoreKind = 'memory' | 'database' | 'computer';

/** Of a real clock, in milliseconds. */
const TOLERANCE_MS = 3_000;
const HOUR_MS = 60 * 60_000;

/** Defines the tests that every idempotency store must pass. */
export function describeIdempotencyStore(name: string, kind: StoreKind, open: () => Promise<StoreUnderTest>): void {
  describe(`the idempotency store ${name}`, () => {
    let opened: StoreUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const { signal } = new AbortController();
    const claim = (store: IdempotencyStore, key: string, options: { stale?: RecordedOutcome } = {}) =>
      store.claim(key, { staleOutcome: options.stale, signal });
    async function granted(...args: Parameters<typeof claim>): Promise<Claim> {
      const answer = await claim(...args);
      if (!('claim' in answer)) throw new Error(`it is recorded: ${JSON.stringify(answer.recorded)}`);
      return answer.claim;
    }
    async function recorded(...args: Parameters<typeof claim>): Promise<RecordedOutcome> {
      const answer = await claim(...args);
      if ('recorded' in answer) return answer.recorded;
      await answer.claim.release();
      throw new Error('nothing is recorded');
    }
    /** How long ago a request of unknown outcome was sent, in milliseconds. */
    const sentAgo = (outcome: RecordedOutcome) =>
      'lastSentAt' in outcome ? opened.monotonic() - outcome.lastSentAt : Number.NaN;
    const sharedStore = () => {
      const { records, ...stores } = opened;
      if (!records) throw new Error('this store has no records');
      return { ...stores, records };
    };
    const newKey = () => randomUUID().replaceAll('-', '').padEnd(43, 'x');

    it('grants one of several simultaneous claims, and gives the others its outcome', async () => {
      const { first, second } = opened;
      const key = newKey();
      const answers = [first, second, first, second].map((store) => claim(store, key));
      let claims = 0;
      for (const answer of answers)
        void answer.then((settled) => {
          if (!('claim' in settled)) return;
          claims++;
          void delay(100).then(() => settled.claim.complete({ id: 'bk_1' }));
        });
      const outcomes = (await Promise.all(answers)).flatMap((settled) => ('recorded' in settled ? [settled] : []));
      expect(claims).toBe(1);
      expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ recorded: { id: 'bk_1' } })));
    });

    it('grants a claim to a waiting request when the first one created nothing', async () => {
      const { first, second } = opened;
      const key = newKey();
      const held = await granted(first, key);
      const waiting = granted(second, key);
      await delay(60);
      await held.release();
      await (await waiting).complete({ id: 'bk_2' });
      expect(await recorded(first, key)).toMatchObject({ id: 'bk_2' });
    });

    it('gives a waiting request the time of a request whose outcome is unknown', async () => {
      const { first, second } = opened;
      const key = newKey();
      const held = await granted(first, key);
      const waiting = recorded(second, key);
      await held.markIndeterminate();
      expect(Math.abs(sentAgo(await waiting))).toBeLessThan(TOLERANCE_MS);
      await opened.age(30_000);
      expect(Math.abs(sentAgo(await recorded(first, key)) - 30_000)).toBeLessThan(TOLERANCE_MS);
    });

    it('replaces an outcome that no longer holds once, for simultaneous requests that found it', async () => {
      const { first, second } = opened;
      const key = newKey();
      await (await granted(first, key)).complete({ id: 'bk_gone' });
      const [one, other] = [await recorded(first, key), await recorded(second, key)];
      const held = await granted(first, key, { stale: one });
      const waiting = recorded(second, key, { stale: other });
      await held.complete({ id: 'bk_new' });
      expect(await waiting).toMatchObject({ id: 'bk_new' });
    });

    it('does not replace an outcome for a request that found an earlier one', async () => {
      const { first, second } = opened;
      const key = newKey();
      await (await granted(first, key)).complete({ id: 'bk_1' });
      const [own, stale] = [await recorded(first, key), await recorded(second, key)];
      await (await granted(first, key, { stale: own })).complete({ id: 'bk_2' });
      expect(await recorded(second, key, { stale })).toMatchObject({ id: 'bk_2' });
    });

    it('forgets an outcome after 15 minutes, and not before', async () => {
      const { first, second } = opened;
      const key = newKey();
      await (await granted(first, key)).complete({ id: 'bk_old' });
      await opened.age(IDEMPOTENCY_TTL_MS - TOLERANCE_MS);
      expect(await recorded(second, key)).toMatchObject({ id: 'bk_old' });
      await opened.age(TOLERANCE_MS + 1);
      await (await granted(second, key)).release();
    });

    it('ends the wait of a request that is cancelled', async () => {
      const { first, second } = opened;
      const key = newKey();
      const held = await granted(first, key);
      const cancelled = AbortSignal.timeout(50);
      await expect(second.claim(key, { staleOutcome: undefined, signal: cancelled })).rejects.toThrow();
      await held.release();
    });

    it('grants keys to one request at a time that have one in common, and to others at once', async () => {
      const { first, second } = opened;
      const [common, one, other] = [newKey(), newKey(), newKey()];
      const release = await first.hold([one, common], signal);
      await (await second.hold([other], signal))();
      const order: string[] = [];
      const waiting = second.hold([common, other], signal).then((free) => {
        order.push('second');
        return free();
      });
      await delay(60);
      order.push('first');
      await release();
      await waiting;
      expect(order).toEqual(['first', 'second']);
      await (await first.hold([one, common, other], signal))();
    });

    it('lets many requests in turn that hold the same keys in another order', async () => {
      const { first, second } = opened;
      const keys = [newKey(), newKey(), newKey()];
      let holders = 0;
      let most = 0;
      const work = async (index: number) => {
        const own = index % 2 === 0 ? keys : keys.toReversed();
        const release = await (index % 3 === 0 ? second : first).hold(
          own.slice(index % 2),
          new AbortController().signal,
        );
        most = Math.max(most, ++holders);
        await delay(2);
        holders--;
        await release();
      };
      await Promise.all(Array.from({ length: 12 }, (_, index) => work(index)));
      expect(most).toBe(1);
    });

    it('ends the wait for keys of a request that is cancelled', async () => {
      const { first, second } = opened;
      const key = newKey();
      const release = await first.hold([key], signal);
      await expect(second.hold([key], AbortSignal.timeout(50))).rejects.toThrow();
      await release();
      await (await second.hold([key], signal))();
    });

    if (kind === 'memory') return;

    it('lets others hold the keys of a process that ended, after its lease', async () => {
      const { first, records } = sharedStore();
      const keys = [newKey(), newKey()].sort();
      expect(await records.hold(keys, 'dead')).toBe(true);
      expect(await records.hold(keys.slice(1), 'other')).toBe(false);
      await opened.age(LEASE_MS + 1);
      await (await first.hold(keys, signal))();
      expect((await records.read(keys[0] ?? '')).record).toBeUndefined();
    });

    it('takes a claim whose process ended for a request that it may have sent until its lease ended', async () => {
      const { first, records } = sharedStore();
      const key = newKey();
      expect(await records.acquire(key, 'dead', { staleClaim: undefined })).toBe(true);
      await opened.age(LEASE_MS + 10_000);
      const outcome = await recorded(first, key);
      expect(Math.abs(sentAgo(outcome) - 10_000)).toBeLessThan(TOLERANCE_MS);
      await (await granted(first, key, { stale: outcome })).release();
    });

    it('holds an outcome for 15 minutes, not for longer, when the clock is set back', async () => {
      const { first, second, records } = sharedStore();
      const key = newKey();
      await (await granted(first, key)).complete({ id: 'bk_future' });
      await opened.age(-HOUR_MS);
      expect(await recorded(second, key)).toMatchObject({ id: 'bk_future' });
      await opened.age(IDEMPOTENCY_TTL_MS + 1);
      await (await granted(second, key)).release();

      const abandoned = newKey();
      await records.acquire(abandoned, 'dead', { staleClaim: undefined });
      await opened.age(-HOUR_MS);
      await records.read(abandoned);
      await opened.age(LEASE_MS + 1);
      expect(await recorded(first, abandoned)).toHaveProperty('lastSentAt');
    });

    it('lets others hold the keys of a process that ended before the clock was set back', async () => {
      const { records } = sharedStore();
      const keys = [newKey(), newKey()].sort();
      expect(await records.hold(keys, 'dead')).toBe(true);
      await opened.age(-HOUR_MS);
      expect(await records.hold(keys, 'other')).toBe(false);
      await opened.age(LEASE_MS + 1);
      expect(await records.hold(keys, 'other')).toBe(true);
      await records.release(keys, 'other');
    });

    if (kind === 'database') return;

    it('deletes expired records, also from before the clock was set back, and no others', async () => {
      const { records, first } = sharedStore();
      const [expired, future, current] = [newKey(), newKey(), newKey()];
      for (const key of [expired, future]) await (await granted(first, key)).complete({ id: key });
      await opened.age(IDEMPOTENCY_TTL_MS + 1);
      await (await granted(first, current)).complete({ id: current });
      await records.prune?.();
      expect((await records.read(expired)).record).toBeUndefined();
      expect((await records.read(current)).record).toMatchObject({ status: 'completed', recordId: current });
      await opened.age(-HOUR_MS);
      await records.prune?.();
      await opened.age(IDEMPOTENCY_TTL_MS + 1);
      await records.prune?.();
      expect((await records.read(current)).record).toBeUndefined();
    });
  });
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, markChanged } from '../../src/platform/store/change-marker.ts';
import { recordBeat } from '../../src/platform/store/deliveries/delivery-workers.ts';
import { openStore, type Store } from '../../src/platform/store/store.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';

/** Two stores on one database, as those of two processes. */
let created: TestDatabase;
let writing: Store;
let other: Store;

beforeEach(async () => {
  created = await newDatabase();
  writing = await openStore(created.database, 0);
  other = await openStore(created.database, 0);
});
afterEach(async () => {
  await Promise.all([writing?.close(), other?.close()]);
  await created?.remove();
});

/** Counts the calls of listeners for each change. */
function listenTo(store: Store) {
  const calls = { events: 0, reports: 0 };
  for (const change of ['events', 'reports'] as const) store.onChange(change, () => void calls[change]++);
  return calls;
}
const commit = (...changes: Change[]) =>
  writing.write(async (tx) => {
    await recordBeat(tx, 'wrk_1', 0);
    for (const change of changes) markChanged(tx, change);
  }, 'rows');

describe('a commit that changes something', () => {
  it('calls the listeners for it in its process at once, and those for another change not', async () => {
    const calls = listenTo(writing);
    // PostgreSQL calls each listener once when it begins to listen.
    if (ENGINE === 'postgres') await expect.poll(() => Math.min(calls.events, calls.reports)).toBe(1);
    const before = { ...calls };
    await commit('reports');
    expect(calls.reports).toBeGreaterThan(before.reports);
    expect(calls.events).toBe(before.events);
    await commit();
    expect(calls.events).toBe(before.events);
    await commit('events', 'reports');
    expect(calls.events).toBeGreaterThan(before.events);
  });

  it.runIf(ENGINE === 'postgres')(
    'calls the listeners for it in another process, and those for another change not',
    async () => {
      const calls = listenTo(other);
      await expect.poll(() => Math.min(calls.events, calls.reports)).toBe(1);
      await commit('events');
      await expect.poll(() => calls.events).toBe(2);
      await commit('events', 'reports');
      await expect.poll(() => calls).toEqual({ events: 3, reports: 2 });
    },
  );

  it.runIf(ENGINE === 'sqlite')('calls all listeners in another process', async () => {
    const calls = listenTo(other);
    await commit('events');
    await expect.poll(() => calls).toEqual({ events: 1, reports: 1 });
  });
});

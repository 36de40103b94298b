import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeartbeats } from '../../../src/platform/deliveries/heartbeat.ts';
import type { Store } from '../../../src/platform/store/store.ts';

const TAKEOVER_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the lease of a worker whose heartbeats cannot be stored', () => {
  const unavailable = { write: () => Promise.reject(new Error('unavailable')) } as unknown as Store;

  it('aborts its deliveries before another worker may take them over, also before the first heartbeat', async () => {
    const heartbeats = createHeartbeats(unavailable, TAKEOVER_MS);
    const { lease } = heartbeats;
    lease.extend(performance.now());
    heartbeats.keepAlive(true);
    await vi.advanceTimersByTimeAsync(0.8 * TAKEOVER_MS - 1);
    expect([lease.isValid(), lease.signal.aborted]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([lease.isValid(), lease.signal.aborted]).toEqual([false, true]);
    expect(heartbeats.lease.workerId).not.toBe(lease.workerId);
    heartbeats.keepAlive(false);
  });

  it('a lease is valid for as long after it was extended', async () => {
    const heartbeats = createHeartbeats(unavailable, TAKEOVER_MS);
    const { lease } = heartbeats;
    lease.extend(performance.now());
    heartbeats.keepAlive(true);
    await vi.advanceTimersByTimeAsync(0.5 * TAKEOVER_MS);
    lease.extend(performance.now());
    await vi.advanceTimersByTimeAsync(0.8 * TAKEOVER_MS - 1);
    expect([lease.isValid(), lease.signal.aborted]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([lease.isValid(), lease.signal.aborted]).toEqual([false, true]);
    heartbeats.keepAlive(false);
  });
});

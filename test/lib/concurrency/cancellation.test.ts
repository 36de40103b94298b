import { expect, test, vi } from 'vitest';
import { raceAbort } from '../../../src/lib/concurrency/abort.ts';
import { abortSignalOf, Cancellation } from '../../../src/lib/concurrency/cancellation.ts';

test('a cancellation calls each listener once, and none that was removed or is added afterwards', () => {
  const cancellation = new Cancellation();
  const [first, second, removed, late] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  for (const listener of [first, second, removed, first]) cancellation.addEventListener('abort', listener);
  cancellation.removeEventListener('abort', removed);
  cancellation.abort();
  cancellation.abort();
  cancellation.addEventListener('abort', late);
  expect([first, second, removed, late].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0, 0]);
});

test('a listener that removes another one while a call is cancelled does not keep the rest from being called', () => {
  const cancellation = new Cancellation();
  const [removed, last] = [vi.fn(), vi.fn()];
  cancellation.addEventListener('abort', () => cancellation.removeEventListener('abort', removed));
  cancellation.addEventListener('abort', removed);
  cancellation.addEventListener('abort', last);
  cancellation.abort();
  expect(last).toHaveBeenCalledOnce();
});

test('a cancelled call rejects with the reason that an AbortController gives', async () => {
  const [cancellation, controller] = [new Cancellation(), new AbortController()];
  expect(() => cancellation.throwIfAborted()).not.toThrow();
  const waiting = raceAbort(new Promise(() => {}), cancellation);
  cancellation.abort();
  controller.abort();
  await expect(waiting).rejects.toBe(cancellation.reason);
  expect(() => cancellation.throwIfAborted()).toThrow(controller.signal.reason as Error);
  expect((cancellation.reason as Error).name).toBe('AbortError');
});

test('abortSignalOf returns a signal that aborts with the cancellation, and an AbortSignal as it is', () => {
  const { signal } = new AbortController();
  expect(abortSignalOf(signal)).toBe(signal);
  const cancellation = new Cancellation();
  const before = abortSignalOf(cancellation);
  expect(before.aborted).toBe(false);
  cancellation.abort();
  for (const derived of [before, abortSignalOf(cancellation)]) {
    expect(derived.aborted).toBe(true);
    expect(derived.reason).toBe(cancellation.reason);
  }
});

import { expect, it } from 'vitest';
import { raceAbort } from '../../../src/lib/concurrency/abort.ts';

/** Vitest fails the run for a rejection that nothing handles. */
const failLater = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 5));
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

it('a signal that aborted before ends the wait, and a later failure of the work is handled', async () => {
  await expect(raceAbort(failLater(), AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  await settle();
});

it('a signal that aborts ends the wait, and a later failure of the work is handled', async () => {
  const controller = new AbortController();
  const waiting = raceAbort(failLater(), controller.signal);
  controller.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  await settle();
});

it('work that settles before the signal aborts decides', async () => {
  const { signal } = new AbortController();
  await expect(raceAbort(Promise.resolve(1), signal)).resolves.toBe(1);
  await expect(raceAbort(failLater(), signal)).rejects.toThrow('late');
});

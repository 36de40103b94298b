import { expect, it } from 'vitest';
import { Deadline } from '../../../src/lib/concurrency/deadline.ts';

it('a deadline has one signal, which aborts when the caller aborts', () => {
  const caller = new AbortController();
  const deadline = new Deadline(60_000, caller.signal);
  const { signal } = deadline;
  expect(deadline.signal).toBe(signal);
  expect(signal.aborted).toBe(false);
  const reason = new Error('cancelled');
  caller.abort(reason);
  expect(signal).toMatchObject({ aborted: true, reason });
  expect(deadline).toMatchObject({ over: true, expired: false, reason });
  deadline.end();
});

it('a signal that is requested after the deadline is over is aborted with the same reason', () => {
  const reason = new Error('cancelled');
  const deadline = new Deadline(60_000, AbortSignal.abort(reason));
  expect(deadline.signal).toMatchObject({ aborted: true, reason });
  deadline.end();
});

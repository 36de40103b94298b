import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { destroyStalledSockets } from '../../../src/lib/http/stalled-sockets.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fakeSocket = (writableLength: number) => ({ bytesWritten: 1_000, writableLength, destroy: vi.fn() });
const watch = (sockets: object[]) =>
  destroyStalledSockets(new Map(sockets.map((socket) => [socket as unknown as Socket, undefined])), 10_000);

it('a connection is destroyed when its client has read nothing for the timeout, and at most a quarter later', () => {
  const [stalled, idle] = [fakeSocket(500), fakeSocket(0)];
  const stop = watch([stalled, idle]);
  // The first check sees the state that may have begun just before.
  vi.advanceTimersByTime(2_500);
  vi.advanceTimersByTime(9_999);
  expect(stalled.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(stalled.destroy).toHaveBeenCalledOnce();
  expect(idle.destroy).not.toHaveBeenCalled();
  stop();
});

it('a connection whose client reads slowly is not destroyed', () => {
  const slow = fakeSocket(500);
  const stop = watch([slow]);
  for (let round = 0; round < 10; round++) {
    vi.advanceTimersByTime(9_000);
    slow.bytesWritten += 1;
  }
  expect(slow.destroy).not.toHaveBeenCalled();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(slow.destroy).not.toHaveBeenCalled();
});

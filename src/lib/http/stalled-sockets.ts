import type { Socket } from 'node:net';

/** Checks per timeout. */
const CHECKS = 4;

/**
 * Destroys connections whose client has read nothing for `timeoutMs` while data is buffered for it: the buffers would fill
 * the memory (slow-read attack).
 * @returns a function that ends the checks.
 */
export function destroyStalledSockets(sockets: ReadonlyMap<Socket, unknown>, timeoutMs: number): () => void {
  /** Bytes sent and buffered of each connection at its last change, and the number of checks since then. */
  const stalled = new WeakMap<Socket, { state: string; checks: number }>();
  const timer = setInterval(() => {
    for (const socket of sockets.keys()) {
      if (socket.writableLength === 0) {
        stalled.delete(socket);
        continue;
      }
      const state = `${socket.bytesWritten} ${socket.writableLength}`;
      const previous = stalled.get(socket);
      const checks = previous?.state === state ? previous.checks + 1 : 0;
      stalled.set(socket, { state, checks });
      if (checks >= CHECKS) socket.destroy();
    }
  }, timeoutMs / CHECKS).unref();
  return () => clearInterval(timer);
}

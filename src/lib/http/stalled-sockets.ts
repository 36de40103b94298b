import type { Socket } from 'node:net';

/** How often connections are looked at, in parts of the time they have. */
const LOOKS = 4;

/**
 * Cuts off connections whose client takes nothing of what is sent to it: what waits for it fills the memory.
 * @param timeMs in which something must have been taken, in milliseconds.
 * @returns what ends that.
 */
export function destroyStalledSockets(sockets: ReadonlyMap<Socket, unknown>, timeMs: number): () => void {
  /** What each connection had sent and still had to send when that last changed, and how many looks ago. */
  const stuck = new WeakMap<Socket, { state: string; looks: number }>();
  const timer = setInterval(() => {
    for (const socket of sockets.keys()) {
      if (socket.writableLength === 0) {
        stuck.delete(socket);
        continue;
      }
      const state = `${socket.bytesWritten} ${socket.writableLength}`;
      const before = stuck.get(socket);
      const looks = before?.state === state ? before.looks + 1 : 0;
      stuck.set(socket, { state, looks });
      if (looks >= LOOKS) socket.destroy();
    }
  }, timeMs / LOOKS).unref();
  return () => clearInterval(timer);
}

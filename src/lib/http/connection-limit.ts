import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Open connections. At the limit, an idle one is closed for a new one. */
export const MAX_CONNECTIONS = 4_096;
/** Requests of one connection that wait for a response. Hardly any client pipelines. */
export const MAX_PIPELINED = 100;

/** An open connection. */
interface Connection {
  /** Of its client. A closed socket has none. */
  address: string;
  /** Requests without a complete response. */
  requests: number;
  /** The responses to its pipelined requests, which are not handled yet. */
  waiting: ServerResponse[];
}

/**
 * Limits the connections of a server, and calls `handle` with their requests. For a connection beyond the limit, the client
 * with most idle connections loses the one that has been idle for longest; idle ones have no request, or only a part of
 * its headers. If none is idle, the new one is closed.
 *
 * Pipelined requests are handled one after the other, each after the response before it, as HTTP demands where a request
 * may change something (RFC 9112, 9.3.2). On Node 20 and 22, a response whose turn has not come does not emit `close`
 * when its connection ends: what its handler releases then would stay acquired.
 */
export function limitConnections(server: Server, handle: RequestListener, max = MAX_CONNECTIONS): void {
  /** The idle connections of each address, in order of time. */
  const idle = new Map<string, Set<Socket>>();
  const open = new Map<Socket, Connection>();
  const setIdle = (socket: Socket, address: string) => {
    const sockets = idle.get(address) ?? new Set();
    idle.set(address, sockets.add(socket));
  };
  const unsetIdle = (socket: Socket, address: string) => {
    const sockets = idle.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) idle.delete(address);
  };
  const oldestIdle = () => {
    let most: Set<Socket> | undefined;
    for (const sockets of idle.values()) if (!most || sockets.size > most.size) most = sockets;
    return most?.values().next().value;
  };
  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket;
    if (open.size >= max) {
      const oldest = oldestIdle();
      if (!oldest) return void socket.destroy();
      forget(oldest);
      oldest.destroy();
    }
    open.set(socket, { address, requests: 0, waiting: [] });
    setIdle(socket, address);
    socket.once('close', () => forget(socket));
  });
  const forget = (socket: Socket) => {
    const known = open.get(socket);
    if (!known) return;
    open.delete(socket);
    unsetIdle(socket, known.address);
  };
  const start = (outgoing: ServerResponse) => {
    const { req: incoming, socket } = outgoing;
    if (incoming.socket.destroyed) return;
    if (socket) handle(incoming, outgoing);
    // The response before it is the last one of the connection, or an error that Node itself sends.
    else incoming.socket.destroySoon();
  };
  server.on('request', ({ socket }, outgoing) => {
    const known = open.get(socket);
    // Node still reads the requests that a connection had sent before it was destroyed.
    if (!known || socket.destroyed) return;
    if (known.requests++ === 0) {
      unsetIdle(socket, known.address);
      start(outgoing);
    } else if (known.requests > MAX_PIPELINED) return void socket.destroy();
    else {
      known.waiting.push(outgoing);
      // The bounds of bodies and permits begin with the handler.
      socket.pause();
    }
    outgoing.on('close', () => {
      if (--known.requests === 0) return open.has(socket) && setIdle(socket, known.address);
      const next = known.waiting.shift();
      if (known.waiting.length === 0) socket.resume();
      // Not before all listeners have released what the closed response had.
      if (next) process.nextTick(start, next);
    });
  });
}

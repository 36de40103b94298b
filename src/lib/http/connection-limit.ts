import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Open connections. At the limit, an idle one is closed for a new one. */
export const MAX_CONNECTIONS = 4_096;
/** Requests of one connection that are open at the same time. Hardly any client pipelines. */
export const MAX_PIPELINED = 100;

/**
 * Limits the connections of a server. For a connection beyond the limit, the client with most idle connections loses the
 * one that has been idle for longest; idle ones have no request, or only a part of its headers. If none is idle, the new
 * one is closed.
 */
export function limitConnections(server: Server, max = MAX_CONNECTIONS): void {
  /** The idle connections of each address, in order of time. */
  const idle = new Map<string, Set<Socket>>();
  /** The address of each connection, which a closed socket has no longer, and its open requests. */
  const open = new Map<Socket, { address: string; requests: number }>();
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
    open.set(socket, { address, requests: 0 });
    setIdle(socket, address);
    socket.once('close', () => forget(socket));
  });
  const forget = (socket: Socket) => {
    const known = open.get(socket);
    if (!known) return;
    open.delete(socket);
    unsetIdle(socket, known.address);
  };
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const known = open.get(socket);
    if (!known) return;
    if (known.requests++ === 0) unsetIdle(socket, known.address);
    if (known.requests > MAX_PIPELINED) socket.destroy();
    outgoing.on('close', () => {
      if (--known.requests === 0 && open.has(socket)) setIdle(socket, known.address);
    });
  });
}

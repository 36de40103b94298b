import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface HalfRequest {
  /** Header lines, each with CRLF. */
  headers?: string;
  /** What is sent of the body. Default: its first byte. */
  sent?: string | Buffer;
  /** The announced length. Default: 1,000. */
  length?: number;
  path?: string;
}

/** Requests of which only a part of the body is sent. */
export interface HalfRequests {
  sockets: Socket[];
  /** Returns how many connections the server has not closed. */
  open(): number;
  close(): void;
}

/** Opens connections and sends half a request on each: complete headers and the beginning of the body. */
export async function sendHalfRequests(
  url: string,
  count: number,
  requestAt: (index: number) => HalfRequest = () => ({}),
): Promise<HalfRequests> {
  const { port, pathname } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { headers = '', sent = '{', length = 1_000, path = pathname } = requestAt(index);
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {}).resume();
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${length}\r\n${headers}\r\n`,
      );
      socket.write(sent);
      return socket;
    }),
  );
  return {
    sockets,
    open: () => sockets.filter((socket) => !socket.closed).length,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Measures the longest of several answers, one after the other. Throws unless each has this status. */
export async function longestAnswer(send: () => Promise<Response>, { status = 200, count = 10 } = {}): Promise<number> {
  let longest = 0;
  for (let request = 0; request < count; request++) {
    const startedAt = performance.now();
    const answer = await send();
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${answer.status}: ${text}`);
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

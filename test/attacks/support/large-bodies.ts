import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** How a body is announced: by its length, or not at all. */
export type Framing = 'with a Content-Length' | 'in chunks';

/**
 * Sends a body on so many connections simultaneously. Returns the statuses; 0 for a connection that was
 * reset before its client had read one, because the server does not read the body of a refused request.
 */
export function sendSimultaneously(url: string, count: number, body: Buffer, framing: Framing): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => sendRaw(url, body, framing)));
}

const CHUNK_BYTES = 60_000;

async function sendRaw(url: string, body: Buffer, framing: Framing): Promise<number> {
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const status = readStatus(socket);
  const isChunked = framing === 'in chunks';
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}${length}\r\n\r\n`);
  if (isChunked) {
    for (let start = 0; start < body.length; start += CHUNK_BYTES) {
      const chunk = body.subarray(start, start + CHUNK_BYTES);
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
  } else {
    socket.write(body);
  }
  return status.finally(() => socket.destroy());
}

/** Returns the status when a part of the answer's body has arrived; 0 if the connection ends before. */
function readStatus(socket: ReturnType<typeof connect>): Promise<number> {
  let text = '';
  return new Promise((resolve) => {
    socket.on('data', (data) => {
      text += data;
      const end = text.indexOf('\r\n\r\n');
      if (end > 0 && text.length > end + 4) resolve(Number(text.slice(9, 12)));
    });
    socket.once('close', () => resolve(0));
  });
}

/** Sends a body on so many connections, one after the other, which then stay open and idle. */
export async function leaveIdle(
  url: string,
  count: number,
  body: Buffer,
): Promise<{ statuses: number[]; close(): void }> {
  const agents: Agent[] = [];
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    const agent = new Agent({ keepAlive: true });
    agents.push(agent);
    const sent = request(url, { method: 'POST', agent, headers: { ...HEADERS, 'content-length': body.length } });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    statuses.push(answer.statusCode);
  }
  return {
    statuses,
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}

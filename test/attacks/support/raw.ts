import { connect } from 'node:net';

/** All bytes that the server sent until the connection was closed. */
export interface RawResponse {
  /** The status of each response, in order, without interim (100) responses. */
  statuses: string[];
  text: string;
}

/** A harmless request after the attack. Its response shows where the server starts to read the next request. */
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Mark: 1\r\nConnection: close\r\n\r\n';

/** Longer than any response takes. A server that is still waiting has been tricked into expecting more input. */
const RESPONSE_TIMEOUT_MS = 20_000;

/**
 * Sends raw bytes unchanged over a new connection, followed by a harmless request with `Connection: close`, and reads all
 * responses.
 */
export function sendRaw(url: string, bytes: string | Buffer, mark = PROBE): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(Buffer.concat([Buffer.from(bytes), Buffer.from(mark)]));
    });
    const timer = setTimeout(
      () => socket.destroy(new Error(`the connection stayed open: ${text}`)),
      RESPONSE_TIMEOUT_MS,
    );
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    // A server that rejects the request may close the connection before it has read everything.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error));
    socket.on('close', () => {
      clearTimeout(timer);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => match[1] as string);
      resolve({ statuses: statuses.filter((status) => status !== '100'), text });
    });
  });
}

/** A raw POST request to /mcp. `headers` are complete lines that end with CRLF. */
export function rawPost(headers: string, body: string, { target = '/mcp', host = 'localhost' } = {}): string {
  const common = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
  return `POST ${target} HTTP/1.1\r\nHost: ${host}\r\n${common}${headers}\r\n${body}`;
}

export const contentLength = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n`;

import { connect } from 'node:net';

/** What a connection said until it was closed. */
export interface RawResponse {
  /** The status of each answer, in order; interim ones are left out. */
  statuses: string[];
  text: string;
}

/** A request that no attack is part of: what it is answered shows where the server takes its beginning to be. */
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Mark: 1\r\nConnection: close\r\n\r\n';

/** Longer than any answer takes; a server that waits for more has been led to. */
const RESPONSE_TIMEOUT_MS = 20_000;

/**
 * Writes bytes to a connection of their own, byte for byte as given, with a harmless request behind them that ends the
 * connection, and reads all that is answered.
 */
export function sendRaw(url: string, bytes: string | Buffer, mark = PROBE): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(Buffer.concat([Buffer.from(bytes), Buffer.from(mark)]));
    });
    const late = setTimeout(() => socket.destroy(new Error(`no end: ${text}`)), RESPONSE_TIMEOUT_MS);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    // A server that refuses may close before it has read all that was written.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error));
    socket.on('close', () => {
      clearTimeout(late);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => match[1] as string);
      resolve({ statuses: statuses.filter((status) => status !== '100'), text });
    });
  });
}

/** A POST to /mcp as it stands on the wire; `headers` are whole lines. */
export function rawPost(headers: string, body: string, { target = '/mcp', host = 'localhost' } = {}): string {
  const usual = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
  return `POST ${target} HTTP/1.1\r\nHost: ${host}\r\n${usual}${headers}\r\n${body}`;
}

export const contentLength = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n`;

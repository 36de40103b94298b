import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  method: string;
  /** Path and query, as sent. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Behaviour = (request: Received, response: ServerResponse) => void;

export interface Upstream {
  url: string;
  received: Received[];
  /** Sets the response to the next requests. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/**
 * Starts an HTTP server with configurable responses: failures of a platform, and response variants that the specification
 * allows but the embedded platform does not produce.
 */
export async function startUpstream(initial: Behaviour = json(200, { data: {} })): Promise<Upstream> {
  let behaviour = initial;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const entry = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      received.push(entry);
      behaviour(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a behaviour that answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Returns a behaviour that answers with a page of records. */
export function page(data: unknown[], meta: Record<string, unknown> = {}): Behaviour {
  return json(200, { data, meta: { total: data.length, page: 1, per_page: 25, has_more: false, ...meta } });
}

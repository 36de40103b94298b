import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { rejectEncodedBody } from './content-encoding.ts';
import { destroyStalledSockets } from './stalled-sockets.ts';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 takes any that is free. */
  port: number;
  /** Answers one request. The second argument is Node's side of it. */
  fetch: (request: Request, node: NodeSide) => Response | Promise<Response>;
  /** Wraps the handler of Node's requests. It answers a request, or passes it to `next`, which calls `fetch`. */
  middleware?: (next: NodeHandler) => NodeHandler;
  /** How long requests under way may take after closing has begun, in milliseconds. Default 10 s. */
  drainMs?: number;
  /** How long a client may take, in milliseconds. */
  timeouts?: Partial<ClientTimeouts>;
  onError(error: Error): void;
}

export interface ClientTimeouts {
  /** For the headers of a request. Default 10 s. */
  headersMs: number;
  /** For a request with its body. Default 30 s. */
  requestMs: number;
  /** Without taking anything of an answer. Default 30 s. */
  sendMs: number;
}

export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface NodeSide {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface RunningServer {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  /** Whether there is a new connection on which the first request may be under way. */
  expecting(): boolean;
  /** Takes no new connections, lets requests under way end (bounded), then closes. */
  close(): Promise<void>;
}

/** Serves a fetch-style handler over HTTP. Rejects when it cannot listen. */
export async function listen(options: ServeOptions): Promise<RunningServer> {
  const { host, port, drainMs = 10_000 } = options;
  const { headersMs = 10_000, requestMs = 30_000, sendMs = 30_000 } = options.timeouts ?? {};
  const answer = getRequestListener((request, node) => options.fetch(request, node as NodeSide), {
    // The adapter would otherwise replace Request and Response for the whole process.
    overrideGlobalObjects: false,
    errorHandler: (error) => failed(error, options.onError),
  });
  const { middleware = (next: NodeHandler) => next } = options;
  const handle = middleware((incoming, outgoing) => void answer(incoming, outgoing));
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: KEPT_MS,
      connectionsCheckingInterval: Math.min(1_000, headersMs),
    },
    (incoming, outgoing) => {
      const wrong = rejectEncodedBody(incoming);
      if (wrong) refuse(outgoing, wrong);
      else handle(incoming, outgoing);
    },
  );
  answerMalformed(server);
  const sockets = socketsOf(server);
  const endCutting = destroyStalledSockets(sockets, sendMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', options.onError);
  const { port: bound } = server.address() as AddressInfo;
  const silent = () => [...sockets].filter(([{ bytesRead }]) => bytesRead === 0);
  const isNew = (since: number) => since > performance.now() - SILENT_MS;
  return {
    expecting: () => silent().some(([, since]) => isNew(since)),
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      // Whoever has connected and not been accepted would be reset, with a request that is already sent.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that becomes idle after closing has begun would otherwise be kept for its keep-alive time.
      const idle = setInterval(() => {
        server.closeIdleConnections();
        // Node takes one for busy on which nothing has come yet, as clients open ahead.
        for (const [socket, since] of silent()) if (!isNew(since)) socket.destroy();
      }, 20);
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
      endCutting();
    },
  };
}

/** The body is not read: the connection is of no further use. */
function refuse(outgoing: ServerResponse, message: string): void {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  // 400 and not 415, which the platform's specification does not document.
  outgoing.writeHead(400, headers).end(JSON.stringify({ error: 'bad_request', message }));
}

/**
 * How long a connection without a request is kept. Longer than proxies keep theirs, which is usually a minute: one that
 * sends to a connection which is just being closed here cannot know whether the request was read.
 */
const KEPT_MS = 75_000;
/** On a connection that is younger, in milliseconds, a first request may be under way. */
const SILENT_MS = 1_000;

export const NOT_HTTP = 'The request is not valid HTTP';

/** The connections that are open, and since when, by `performance.now`. */
function socketsOf(server: Server): Map<Socket, number> {
  const sockets = new Map<Socket, number>();
  server.on('connection', (socket) => {
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** What is answered when the adapter could not make a request of what came, or the handler threw. */
function failed(error: unknown, report: (error: Error) => void): Response {
  if (error instanceof RequestError) return Response.json({ error: 'bad_request', message: NOT_HTTP }, { status: 400 });
  report(error instanceof Error ? error : new Error(String(error)));
  return Response.json({ error: 'internal_error', message: 'Internal server error' }, { status: 500 });
}

/** What is said of a request that Node gave up reading. */
function malformedAnswer(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: '408 Request Timeout', error: 'timeout', message: 'The request did not arrive in time' };
  }
  const message = code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large' : NOT_HTTP;
  return { status: '400 Bad Request', error: 'bad_request', message };
}

/** Answers what Node could not read as it answers everything else: with a code and a sentence, not an empty page. */
function answerMalformed(server: Server): void {
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => void answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    // Not into the middle of another answer.
    const midway = answer?.headersSent && !answer.writableFinished;
    if (midway || !socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    // Nor a second one to the same request, or after the last one of the connection: a proxy would take it for the
    // answer to somebody else's.
    if (answer?.writableFinished && !(answer.req.complete && answer.shouldKeepAlive)) return socket.destroySoon();
    const { status, ...said } = malformedAnswer(error.code);
    const body = JSON.stringify(said);
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    return socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`, () => socket.destroy());
  });
}

/** Answers one HTTP request: what a server of ours is, whether a socket or the same process calls it. */
export type FetchHandler = (request: Request) => Promise<Response>;

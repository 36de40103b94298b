import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { limitConnections } from './connection-limit.ts';
import { rejectEncodedBody } from './content-encoding.ts';
import { INTERNAL_ERROR } from './internal-error.ts';
import { destroyStalledSockets } from './stalled-sockets.ts';

interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0: a free port. */
  port: number;
  /** Answers one request. The second argument has Node's objects for it. */
  fetch: (request: Request, node: NodeSide) => Response | Promise<Response>;
  /** Wraps the handler of Node's requests. It answers a request, or passes it to `next`, which calls `fetch`. */
  middleware?: (next: NodeHandler) => NodeHandler;
  /** How long open requests may take after `close` was called. Default 10 s. */
  drainMs?: number;
  timeouts?: Partial<ClientTimeouts>;
  /** Open connections. Default: `MAX_CONNECTIONS`. */
  maxConnections?: number;
  onError(error: Error): void;
}

export interface ClientTimeouts {
  /** For sending the headers of a request. Default 10 s. */
  headersMs: number;
  /** For sending a request with its body. Default 30 s. */
  requestMs: number;
  /** Without reading any byte of a response. Default 30 s. */
  sendMs: number;
}

export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

interface NodeSide {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface RunningServer {
  /** `http://host:port`, without a trailing slash. */
  url: string;
  /** True while a new connection exists on which the first request may arrive. */
  expectsRequest(): boolean;
  /** Accepts no new connections, waits for open requests (bounded by `drainMs`), then closes. */
  close(): Promise<void>;
}

/** Serves a fetch-style handler over HTTP. Rejects if it cannot listen. */
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
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
  });
  const handleDecoded: NodeHandler = (incoming, outgoing) => {
    const problem = rejectEncodedBody(incoming);
    if (problem) refuse(outgoing, problem);
    else handle(incoming, outgoing);
  };
  limitConnections(server, handleDecoded, options.maxConnections);
  answerMalformed(server);
  const sockets = socketsOf(server);
  const stopStallCheck = destroyStalledSockets(sockets, sendMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', options.onError);
  const { port: bound } = server.address() as AddressInfo;
  const unusedSockets = () => [...sockets].filter(([{ bytesRead }]) => bytesRead === 0);
  const isNew = (openedAt: number) => openedAt > performance.now() - FIRST_REQUEST_MS;
  return {
    expectsRequest: () => unusedSockets().some(([, openedAt]) => isNew(openedAt)),
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      await acceptBacklog(server);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that becomes idle while closing would otherwise stay open for its keep-alive time.
      const idle = setInterval(() => {
        server.closeIdleConnections();
        // Node counts a connection without a first request as busy; clients open such connections in advance.
        for (const [socket, openedAt] of unusedSockets()) if (!isNew(openedAt)) socket.destroy();
      }, 20);
      const timeout = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(timeout);
      stopStallCheck();
    },
  };
}

/** Refuses a request. Its body is not read, so the connection cannot be used again. */
function refuse(outgoing: ServerResponse, message: string): void {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  // 400 instead of 415, which the platform's specification does not document.
  outgoing.writeHead(400, headers).end(JSON.stringify({ error: 'bad_request', message }));
}

/**
 * Keep-alive timeout, longer than that of proxies, which is usually a minute: a proxy that sends a request on a connection
 * which closes at that moment cannot know whether the request was read.
 */
const KEEP_ALIVE_MS = 75_000;
/** A first request may still arrive on a younger connection. */
const FIRST_REQUEST_MS = 1_000;
/** A server that closes accepts new connections for so long at most. */
const BACKLOG_MS = 1_000;

export const NOT_HTTP = 'The request is not valid HTTP';
/** The body of the response to a request that did not arrive in time. */
export const LATE = { error: 'timeout', message: 'The request did not arrive in time' };

/**
 * Accepts the connections that the system has for the server: when it closes they would be reset, with requests already sent.
 * Node accepts one of them in each turn of its event loop.
 */
async function acceptBacklog(server: Server): Promise<void> {
  let hasAccepted = true;
  const note = () => {
    hasAccepted = true;
  };
  server.on('connection', note);
  for (const end = performance.now() + BACKLOG_MS; hasAccepted && performance.now() < end; ) {
    hasAccepted = false;
    // The first turn may be the one that runs, and has polled already.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', note);
}

/** The open connections with the time at which each was opened (`performance.now`). */
function socketsOf(server: Server): Map<Socket, number> {
  const sockets = new Map<Socket, number>();
  server.on('connection', (socket) => {
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** The response if the adapter cannot represent the request, or the handler has thrown. */
function failed(error: unknown, report: (error: Error) => void): Response {
  if (error instanceof RequestError) return Response.json({ error: 'bad_request', message: NOT_HTTP }, { status: 400 });
  report(error instanceof Error ? error : new Error(String(error)));
  return Response.json(INTERNAL_ERROR, { status: 500 });
}

/** The response to a request that Node could not parse, or that was not complete in time. */
function malformedAnswer(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: '408 Request Timeout', ...LATE };
  }
  const message = code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large' : NOT_HTTP;
  return { status: '400 Bad Request', error: 'bad_request', message };
}

/** What is known about the last response of a connection. */
interface AnswerState extends Pick<ServerResponse, 'headersSent' | 'writableFinished' | 'shouldKeepAlive'> {
  req: Pick<IncomingMessage, 'complete'>;
}

/** Answers requests that Node cannot parse with JSON like all other errors; Node would send no body. */
function answerMalformed(server: Server): void {
  const answers = new WeakMap<Socket, AnswerState>();
  server.on('request', (req, response) => {
    const { socket } = req;
    answers.set(socket, response);
    // An idle connection would keep its last response, and with it everything that answered the request.
    response.on('close', () => {
      const { headersSent, writableFinished, shouldKeepAlive } = response;
      if (answers.get(socket) === response)
        answers.set(socket, { headersSent, writableFinished, shouldKeepAlive, req });
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    // The error must not be written into another response.
    const isPartlySent = answer?.headersSent && !answer.writableFinished;
    if (isPartlySent || !socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    // Nor may it be a second response to the same request, or follow the last one of the connection: a proxy would return
    // it to another client.
    if (answer?.writableFinished && !(answer.req.complete && answer.shouldKeepAlive)) return socket.destroySoon();
    const { status, ...content } = malformedAnswer(error.code);
    const body = JSON.stringify(content);
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    return socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`, () => socket.destroy());
  });
}

/** Answers one HTTP request, received from a socket or called in the same process. */
export type FetchHandler = (request: Request) => Promise<Response>;

import type { ServerResponse } from 'node:http';
import {
  type McpHandlerRequestOptions,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Place } from '../limits/concurrency-limit.ts';
import { withoutQuotes } from '../log-protocol-error.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { watch } from '../tracing/trace-transport.ts';
import { freeWhileWaiting } from './release-permit.ts';

/** What a session is made for: a caller, with the rights that its first request had. */
export interface SessionOffer {
  /** The caller's id; empty where nobody is asked who they are. */
  caller: string;
  /** Caller and rights as one text: a request with another one is not of this session. */
  rights: string;
  /** Whether the caller is one that somebody vouches for, and did not make its credential up. */
  proven(): boolean;
  /** Makes the session's server. */
  connect(): McpServer;
}

/** `refused`: its first request was not one that begins a session. */
export type EndReason = 'deleted' | 'idle' | 'displaced' | 'refused' | 'shutdown';

/** A connection of MCP 2025 over HTTP: one server that lasts, and what goes to and fro in it. */
export interface Session {
  readonly id: string;
  readonly offer: SessionOffer;
  /** Whether it was begun by an `initialize` that the SDK took. */
  readonly begun: boolean;
  /** Whether it has as many requests under way as it may. */
  readonly full: boolean;
  /** For how long nothing has been asked or listened to, in milliseconds. */
  idleMs(): number;
  /** Answers a request of the session. */
  answer(asked: AskedInSession): Promise<Response>;
  end(reason: EndReason): Promise<void>;
}

/** An HTTP request of a session. */
export interface AskedInSession {
  request: Request;
  /** Where the answer goes. */
  outgoing: ServerResponse;
  options: McpHandlerRequestOptions;
  /** Of the JSON-RPC request in it, if it has one. */
  id: RequestId | undefined;
  /** What it takes up of what the server does at a time. */
  place: Place | undefined;
}

export interface SessionOptions {
  id: string;
  offer: SessionOffer;
  clock: Clock;
  logger: Logger;
  maxBodyBytes: number;
  /** Called once, when the session is over for any reason. */
  onEnd(): void;
  /** Told of each request. */
  tracer?: RequestTracer | undefined;
}

/** Requests of one session at a time; more are refused. Each may wait for its user for long. */
const MOST_REQUESTS = 16;

/** Whoever has the whole of it can ask in the session, so logs get no more than this. */
const shown = (id: string) => id.slice(0, 8);

export function openSession(options: SessionOptions): Session {
  const { id, offer, clock, logger, maxBodyBytes, onEnd, tracer } = options;
  let reason: EndReason = 'deleted';
  let underWay = 0;
  let requests = 0;
  let last = clock.now();
  // No store of events: what a client missed is not sent again (resumability is optional).
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    maxRequestBodySize: maxBodyBytes,
  });
  transport.onclose = () => {
    if (transport.sessionId !== undefined) logger.info('session ended', { session: shown(id), reason });
    onEnd();
  };
  transport.onerror = (error) => logger.warn('protocol error', { error: withoutQuotes(error) });
  const server = offer.connect();
  const connected = server.connect(transport).then(() => {
    if (tracer) watch(transport, { tracer, over: 'http' });
    return freeWhileWaiting(transport);
  });
  return {
    id,
    offer,
    get begun() {
      return transport.sessionId !== undefined;
    },
    get full() {
      return requests >= MOST_REQUESTS;
    },
    idleMs: () => (underWay > 0 ? 0 : clock.now() - last),
    async answer({ request, outgoing, options: requestOptions, id: requestId, place }) {
      const isRequest = requestId === undefined ? 0 : 1;
      underWay++;
      requests += isRequest;
      outgoing.once('close', () => {
        underWay--;
        requests -= isRequest;
        last = clock.now();
      });
      const waiting = await connected;
      if (requestId !== undefined && place) {
        waiting.began(requestId, place);
        outgoing.once('close', () => waiting.ended(requestId));
      }
      return transport.handleRequest(request, requestOptions);
    },
    async end(why) {
      reason = why;
      await server.close();
    },
  };
}

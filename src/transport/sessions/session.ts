import type { ServerResponse } from 'node:http';
import {
  type McpHandlerRequestOptions,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { withoutQuotes } from '../protocol-error.ts';
import type { RequestTracer } from '../watch/tracer.ts';
import { watch } from '../watch/transport.ts';

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
  /** For how long nothing has been asked or listened to, in milliseconds. */
  idleMs(): number;
  /** Answers a request of the session; `outgoing` is where the answer goes. */
  answer(request: Request, outgoing: ServerResponse, options: McpHandlerRequestOptions): Promise<Response>;
  end(reason: EndReason): Promise<void>;
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

/** Whoever has the whole of it can ask in the session, so logs get no more than this. */
const shown = (id: string) => id.slice(0, 8);

export function openSession(options: SessionOptions): Session {
  const { id, offer, clock, logger, maxBodyBytes, onEnd, tracer } = options;
  let reason: EndReason = 'deleted';
  let underWay = 0;
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
  const connected = server.connect(transport).then(() => tracer && watch(transport, { tracer, over: 'http' }));
  return {
    id,
    offer,
    get begun() {
      return transport.sessionId !== undefined;
    },
    idleMs: () => (underWay > 0 ? 0 : clock.now() - last),
    async answer(request, outgoing, requestOptions) {
      underWay++;
      outgoing.once('close', () => {
        underWay--;
        last = clock.now();
      });
      await connected;
      return transport.handleRequest(request, requestOptions);
    },
    async end(why) {
      reason = why;
      await server.close();
    },
  };
}

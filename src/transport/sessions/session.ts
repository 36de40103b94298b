import type { ServerResponse } from 'node:http';
import {
  type McpHandlerRequestOptions,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Permit } from '../limits/concurrency-limit.ts';
import { decorateTransport } from '../sdk/decorate-transport.ts';
import { protocolErrorLogger } from '../sdk/log-protocol-error.ts';
import { traceRequests } from '../tracing/trace-transport.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { releasePermitDuringElicitation } from './release-permit.ts';

/** What a session serves: one caller, with the rights of its first request. */
export interface SessionView {
  /** The caller's id; empty without authentication. */
  caller: string;
  /** Caller and rights as one text: a request with another one does not belong to this session. */
  rights: string;
  /** Whether the operator or the platform has verified the caller's credential. */
  verified(): boolean;
  /** Makes the session's server. */
  connect(): McpServer;
}

/** `refused`: its first request was not one that begins a session. */
export type EndReason = 'deleted' | 'idle' | 'displaced' | 'refused' | 'shutdown';

/** A session of MCP 2025 over HTTP: one long-lived server, and the messages of its client. */
export interface Session {
  readonly id: string;
  readonly view: SessionView;
  /** Whether it began with an `initialize` that the SDK accepted. */
  readonly initialized: boolean;
  /** Whether it has reached its limit of open requests. */
  readonly isFull: boolean;
  /** For how long it has had no request and no listener, in milliseconds. */
  idleMs(): number;
  /** Answers a request of the session. */
  answer(request: SessionRequest): Promise<Response>;
  end(reason: EndReason): Promise<void>;
}

/** An HTTP request of a session. */
export interface SessionRequest {
  request: Request;
  /** Where the answer goes. */
  outgoing: ServerResponse;
  options: McpHandlerRequestOptions;
  /** The id of the JSON-RPC request in it, if it has one. */
  id: RequestId | undefined;
  /** Its share of the concurrency limit. */
  permit: Permit | undefined;
}

export interface SessionOptions {
  id: string;
  view: SessionView;
  clock: Clock;
  logger: Logger;
  maxBodyBytes: number;
  /** Called once, when the session is over for any reason. */
  onEnd(): void;
  tracer?: RequestTracer | undefined;
}

/** Open requests of one session; more are refused. Each may wait for its user for long. */
const MAX_REQUESTS = 16;

/** The whole id gives access to the session, so logs get no more than this. */
const shortened = (id: string) => id.slice(0, 8);

export function openSession(options: SessionOptions): Session {
  const { id, view, clock, logger, maxBodyBytes, onEnd, tracer } = options;
  let reason: EndReason = 'deleted';
  let underWay = 0;
  let requests = 0;
  let last = clock.now();
  // Without an event store, messages that a client missed are not sent again (resumability is optional).
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    maxRequestBodySize: maxBodyBytes,
  });
  const closed = () => {
    if (transport.sessionId !== undefined) logger.info('session ended', { session: shortened(id), reason });
    onEnd();
  };
  const elicitations = releasePermitDuringElicitation();
  // In the order in which received messages pass.
  const decorated = decorateTransport(transport, [
    { onClose: closed, onError: protocolErrorLogger(logger) },
    elicitations.hook,
    ...(tracer ? [traceRequests({ tracer, over: 'http' })] : []),
  ]);
  const server = view.connect();
  const connected = server.connect(decorated);
  return {
    id,
    view,
    get initialized() {
      return transport.sessionId !== undefined;
    },
    get isFull() {
      return requests >= MAX_REQUESTS;
    },
    idleMs: () => (underWay > 0 ? 0 : clock.now() - last),
    async answer({ request, outgoing, options: requestOptions, id: requestId, permit }) {
      const isRequest = requestId === undefined ? 0 : 1;
      underWay++;
      requests += isRequest;
      outgoing.once('close', () => {
        underWay--;
        requests -= isRequest;
        last = clock.now();
      });
      await connected;
      if (requestId !== undefined && permit) {
        elicitations.began(requestId, permit);
        outgoing.once('close', () => elicitations.ended(requestId));
      }
      return transport.handleRequest(request, requestOptions);
    },
    async end(why) {
      reason = why;
      await server.close();
    },
  };
}

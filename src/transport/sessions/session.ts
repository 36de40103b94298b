import { type McpServer, type Transport, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Credential } from '../auth/credential.ts';
import { cleanErrors } from '../sdk/clean-errors.ts';
import { decorateTransport, type TransportHook } from '../sdk/decorate-transport.ts';
import { protocolErrorLogger } from '../sdk/log-protocol-error.ts';
import { traceRequests } from '../tracing/trace-transport.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { cancelledId, createOpenRequests } from './open-requests.ts';
import { pauseDuringElicitation } from './pause.ts';
import { idInUse } from './refusals.ts';
import type { SessionRequest } from './session-request.ts';

/** The view of a session: one caller, with the rights of its first request. One with other rights is not of this session. */
export interface SessionView extends Credential {
  /** Creates the session's server. */
  connect(): McpServer;
  /** Creates its hooks. */
  hooks?: (() => TransportHook[]) | undefined;
}

/** `refused`: its first request was not a valid `initialize`. */
export type EndReason = 'deleted' | 'idle' | 'displaced' | 'refused' | 'shutdown';

/** A session of MCP 2025 over HTTP: one long-lived server, and the messages of its client. */
export interface Session {
  readonly id: string;
  readonly view: SessionView;
  /** True after the SDK has accepted an `initialize`. */
  readonly initialized: boolean;
  /** True if the limit of open requests is reached. */
  readonly isFull: boolean;
  /** Milliseconds since the session had a request or a listener. */
  idleMs(): number;
  /** Answers a request of the session. */
  answer(request: SessionRequest): Promise<Response>;
  end(reason: EndReason): Promise<void>;
}

interface SessionOptions {
  id: string;
  view: SessionView;
  clock: Clock;
  logger: Logger;
  maxBodyBytes: number;
  /** Called once when the session has ended for any reason. */
  onEnd(): void;
  tracer?: RequestTracer | undefined;
}

/** Open requests of one session; more are refused. Each may wait for its user for a long time, also without a connection. */
export const MAX_REQUESTS = 16;

/** Shortens an id for logs: the whole id gives access to the session. */
const shorten = (id: string) => id.slice(0, 8);

export function openSession(options: SessionOptions): Session {
  const { id, view, clock, logger, maxBodyBytes, onEnd, tracer } = options;
  let reason: EndReason = 'deleted';
  let openExchanges = 0;
  let lastActiveAt = clock.monotonic();
  // There is no event store: messages that a client missed are not sent again (resumability is optional).
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    maxRequestBodySize: maxBodyBytes,
  });
  const onClose = () => {
    if (transport.sessionId !== undefined) logger.info('session ended', { session: shorten(id), reason });
    onEnd();
  };
  const elicitations = pauseDuringElicitation();
  const openRequests = createOpenRequests(elicitations.requestEnded);
  // In the order of received messages.
  const decorated = decorateTransport(transport, [
    { onClose, onError: protocolErrorLogger(logger) },
    ...(view.hooks?.() ?? []),
    answerCancelled(transport),
    elicitations.hook,
    openRequests.hook,
    ...(tracer ? [traceRequests({ tracer, over: 'http' })] : []),
    cleanErrors(logger),
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
      return openRequests.size >= MAX_REQUESTS;
    },
    idleMs: () => (openExchanges > 0 ? 0 : clock.monotonic() - lastActiveAt),
    async answer({ request, outgoing, lifetime, options: requestOptions, id: requestId, permit, closeOnRevocation }) {
      openExchanges++;
      outgoing.once('close', () => {
        openExchanges--;
        lastActiveAt = clock.monotonic();
      });
      if (requestId === undefined) {
        await connected;
        return transport.handleRequest(request, requestOptions);
      }
      // The answers to two requests with one id could not be distinguished, and one of them would no longer count.
      if (openRequests.has(requestId)) return idInUse();
      openRequests.start(requestId, lifetime);
      elicitations.requestStarted(requestId, { permit, closeOnRevocation });
      await connected;
      try {
        return await transport.handleRequest(request, requestOptions);
      } finally {
        openRequests.endUnlessReceived(requestId);
      }
    },
    async end(endReason) {
      reason = endReason;
      await server.close();
    },
  };
}

/**
 * Answers a request that its client cancels. The SDK does not, and would keep the request's id and its open response for
 * the life of the session. The protocol permits such an answer, and clients ignore it.
 */
function answerCancelled(transport: Transport): TransportHook {
  return {
    onReceive(message, _extra, next) {
      next(message);
      const id = cancelledId(message);
      if (id === undefined) return;
      const error = { code: -32_800, message: 'The request was cancelled by its client' };
      // Rejects if there is no such request.
      void transport.send({ jsonrpc: '2.0', id, error }).catch(() => {});
    },
  };
}

import { randomUUID } from 'node:crypto';
import { isInitializeRequest, isJsonContentType, isLegacyRequest, type RequestId } from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { overloadResponse } from '../limits/overload.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import {
  INITIALIZE_TOO_LARGE,
  idNeeded,
  MAX_INITIALIZE_BYTES,
  notAllowed,
  notFound,
  SESSION_BUSY,
} from './refusals.ts';
import { openSession, type SessionView } from './session.ts';
import type { SessionRequest } from './session-request.ts';
import { sessionTable } from './table.ts';

interface SessionsOptions {
  /** Maximum number of open sessions. */
  max: number;
  clock?: Clock | undefined;
  logger: Logger;
  maxBodyBytes: number;
  /** Called with the number of open sessions when it changes. */
  onChange(open: number): void;
  /** Called when a limit refused a new session, or a request of a session with too many open requests. */
  onRefused(limit: 'sessions' | 'concurrency'): void;
  tracer?: RequestTracer | undefined;
}

/** A request that may belong to a session. */
export interface IncomingRequest extends Omit<SessionRequest, 'id'> {
  view: SessionView;
}

export interface Sessions {
  /** Answers a request of a client of MCP 2025; undefined for a request that needs no session. */
  answer(request: IncomingRequest): Promise<Response | undefined>;
  /** Ends all sessions. */
  close(): Promise<void>;
}

const ID_HEADER = 'mcp-session-id';
/** Interval at which idle sessions are expired. */
const SWEEP_MS = 60_000;

/**
 * Sessions of Streamable HTTP (MCP 2025-11-25, Transports), in which a server can send requests and notifications to its
 * client. They are stored in this process. Later protocol revisions have no sessions.
 */
export function createSessions({
  max,
  clock = systemClock,
  logger,
  maxBodyBytes,
  tracer,
  ...observer
}: SessionsOptions): Sessions {
  const table = sessionTable(max);
  const reportSize = () => observer.onChange(table.size);
  const sweep = setInterval(table.expire, SWEEP_MS).unref();
  reportSize();

  const begin = async ({ view, ...incoming }: IncomingRequest): Promise<Response> => {
    // The session keeps what its client says about itself.
    if (incoming.bytes > MAX_INITIALIZE_BYTES) return overloadResponse(INITIALIZE_TOO_LARGE);
    const full = table.makeRoom(view);
    if (full) {
      observer.onRefused('sessions');
      return overloadResponse(full);
    }
    const id = randomUUID();
    const onEnd = () => {
      table.remove(id);
      reportSize();
    };
    const session = openSession({ id, view, clock, logger, maxBodyBytes, onEnd, tracer });
    table.add(session);
    reportSize();
    try {
      return await session.answer({ ...incoming, id: undefined });
    } finally {
      if (!session.initialized) await session.end('refused');
    }
  };

  return {
    async answer(incoming) {
      const { request, view } = incoming;
      const id = request.headers.get(ID_HEADER);
      let requestId: RequestId | undefined;
      if (request.method === 'POST') {
        const body = incoming.options.parsedBody;
        // The SDK answers what is not JSON.
        if (body === undefined || !isJsonContentType(request.headers.get('content-type'))) return undefined;
        if (!(await isLegacyRequest(request, body))) return undefined;
        requestId = requestIdIn(body);
        // The SDK answers an `initialize` that is not valid.
        if (id === null && isObject(body) && body.method === 'initialize') {
          return isInitializeRequest(body) ? begin(incoming) : undefined;
        }
      } else if (request.method !== 'GET' && request.method !== 'DELETE') return notAllowed();
      if (id === null) return idNeeded();
      const session = table.find(id, view);
      if (!session) return notFound();
      if (requestId === undefined || !session.isFull) return session.answer({ ...incoming, id: requestId });
      observer.onRefused('concurrency');
      return overloadResponse(SESSION_BUSY);
    },
    async close() {
      clearInterval(sweep);
      await Promise.all(table.all().map((session) => session.end('shutdown')));
    },
  };
}

/** Returns the id of a JSON-RPC request; undefined for any other body. */
function requestIdIn(body: unknown): RequestId | undefined {
  if (!isObject(body) || body.method === undefined) return undefined;
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : undefined;
}

import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  type RequestId,
  readRequestBody,
} from '@modelcontextprotocol/server';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { isObject } from '../../lib/json.ts';
import type { Logger } from '../../lib/logger.ts';
import { overloadResponse } from '../limits/refuse.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { idNeeded, notAllowed, notFound, SESSION_BUSY } from './refusals.ts';
import { type AskedInSession, openSession, type SessionOffer } from './session.ts';
import { sessionTable } from './table.ts';

export type { SessionOffer } from './session.ts';

export interface SessionsOptions {
  /** How many may be open at a time. */
  most: number;
  clock?: Clock | undefined;
  logger: Logger;
  maxBodyBytes: number;
  /** Told how many there are, whenever that changes. */
  onChange(open: number): void;
  /** Told when a session, or a request in one that has too many, was refused for the sake of the others. */
  onRefused(limit: 'sessions' | 'concurrency'): void;
  /** Told of each request. */
  tracer?: RequestTracer | undefined;
}

/** A request that may be of a session. */
export interface Asked extends Omit<AskedInSession, 'id'> {
  offer: SessionOffer;
}

export interface Sessions {
  /** Answers what a client of MCP 2025 asks; undefined where a request is for whoever serves the others. */
  answer(asked: Asked): Promise<Response | undefined>;
  /** Ends them all. */
  close(): Promise<void>;
}

const ID = 'mcp-session-id';
/** How often what nobody asks for is looked for, in milliseconds. */
const SWEEP_MS = 60_000;

/**
 * Sessions of Streamable HTTP (MCP 2025-11-25, Transports): in one, a server can ask its client and tell it of changes.
 * They are kept in this process. Later protocol revisions have none, and are never given one.
 */
export function createSessions({
  most,
  clock = systemClock,
  logger,
  maxBodyBytes,
  tracer,
  ...told
}: SessionsOptions): Sessions {
  const table = sessionTable(most);
  const changed = () => told.onChange(table.size);
  const sweep = setInterval(table.expire, SWEEP_MS).unref();
  changed();

  const begin = async ({ offer, ...asked }: Asked): Promise<Response> => {
    const full = table.makeRoom(offer);
    if (full) {
      told.onRefused('sessions');
      return overloadResponse(full);
    }
    const id = randomUUID();
    const onEnd = () => {
      table.remove(id);
      changed();
    };
    const session = openSession({ id, offer, clock, logger, maxBodyBytes, onEnd, tracer });
    table.add(session);
    changed();
    const answer = await session.answer({ ...asked, id: undefined });
    if (!session.begun) await session.end('refused');
    return answer;
  };

  return {
    async answer(asked) {
      const { request, offer } = asked;
      const id = request.headers.get(ID);
      let requestId: RequestId | undefined;
      if (request.method === 'POST') {
        const body = await bodyOf(request, maxBodyBytes);
        if (body === undefined || !(await isLegacyRequest(request, body))) return undefined;
        requestId = requestIdIn(body);
        // What is wrong with an `initialize` is for the SDK to say.
        if (id === null && isObject(body) && body.method === 'initialize') {
          return isInitializeRequest(body) ? begin(asked) : undefined;
        }
      } else if (request.method !== 'GET' && request.method !== 'DELETE') return notAllowed();
      if (id === null) return idNeeded();
      const session = table.find(id, offer);
      if (!session) return notFound();
      if (requestId === undefined || !session.full) return session.answer({ ...asked, id: requestId });
      told.onRefused('concurrency');
      return overloadResponse(SESSION_BUSY);
    },
    async close() {
      clearInterval(sweep);
      await Promise.all(table.all().map((session) => session.end('shutdown')));
    },
  };
}

/** The id of a JSON-RPC request; of nothing else that comes. */
function requestIdIn(body: unknown): RequestId | undefined {
  if (!isObject(body) || body.method === undefined) return undefined;
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : undefined;
}

/** What a request says, read from a copy; undefined where it is no JSON or too long, which others answer. */
async function bodyOf(request: Request, maxBytes: number): Promise<unknown> {
  if (!isJsonContentType(request.headers.get('content-type'))) return undefined;
  const read = await readRequestBody(request.clone(), maxBytes).catch(() => undefined);
  if (!read || read.tooLarge) return undefined;
  try {
    return JSON.parse(read.text);
  } catch {
    return undefined;
  }
}

import type { ServerResponse } from 'node:http';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type ServerEventBus,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Logger } from '../../lib/logging/logger.ts';
import type { ProtocolEra, ResourceUpdates } from '../../lib/protocol.ts';
import type { CallerView } from '../auth/authorize.ts';
import { fastPath } from '../fast-path/index.ts';
import { cleanErrors } from '../sdk/clean-errors.ts';
import { decorateTransport } from '../sdk/decorate-transport.ts';
import { protocolErrorLogger } from '../sdk/log-protocol-error.ts';
import { traceRequests } from '../tracing/trace-transport.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { speakErrors } from '../voice/speak-errors.ts';
import type { Exchange, Middleware } from './exchange.ts';

/** The handlers for the requests of one caller view. */
interface Handlers {
  /** The SDK's handler. */
  sdk: McpHttpHandler;
  /** Answers plain requests without the SDK. */
  fastPath?: Middleware | undefined;
}

interface HandlerCacheOptions {
  logger: Logger;
  maxBodyBytes: number;
  tracer?: RequestTracer | undefined;
  fail(exchange: Exchange, error: unknown): void;
}

/** Creates the handlers of each caller view once, and caches them while the view exists or open responses need them. */
export function createHandlerCache({ logger, maxBodyBytes, tracer, fail }: HandlerCacheOptions) {
  const cached = new WeakMap<CallerView, Handlers>();
  /** Number of open responses by handler, including subscriptions. */
  const busy = new Map<McpHttpHandler, number>();
  const decorateFor =
    ({ voice, hooks }: CallerView, era: ProtocolEra) =>
    (transport: Transport) =>
      decorateTransport(transport, [
        // A stateless client of 2025 declares its capabilities in a request that later ones are not connected with.
        ...(era === '2026' ? (hooks?.() ?? []) : []),
        ...(tracer ? [traceRequests({ tracer, over: 'http' })] : []),
        ...(voice ? [speakErrors(voice, era)] : []),
        cleanErrors(logger),
      ]);
  const create = (view: CallerView): Handlers => {
    const { factory, fastPathTools, updates, voice } = view;
    const sdk = createMcpHandler((context) => factory(context, decorateFor(view, eraOf(context))), {
      ...(updates ? { bus: busOf(updates) } : {}),
      maxRequestBodySize: maxBodyBytes,
      onerror: protocolErrorLogger(logger),
    });
    return { sdk, fastPath: fastPathTools && fastPath({ tools: fastPathTools, voice, tracer, fail }) };
  };
  return {
    of(view: CallerView): Handlers {
      const existing = cached.get(view);
      if (existing) return existing;
      const handlers = create(view);
      cached.set(view, handlers);
      return handlers;
    },
    /** Retains a handler until its response is written or the client has disconnected. */
    retain(handler: McpHttpHandler, outgoing: ServerResponse) {
      busy.set(handler, (busy.get(handler) ?? 0) + 1);
      outgoing.once('close', () => {
        const remaining = (busy.get(handler) ?? 0) - 1;
        if (remaining > 0) busy.set(handler, remaining);
        else busy.delete(handler);
      });
    },
    /** Ends subscriptions and all other open responses. */
    close: async () => void (await Promise.all([...busy.keys()].map((handler) => handler.close()))),
  };
}

const eraOf = ({ era }: McpRequestContext): ProtocolEra => (era === 'modern' ? '2026' : '2025');

/** The source of the SDK handler's notifications; each listening client subscribes to it. */
function busOf(updates: ResourceUpdates): ServerEventBus {
  return {
    publish: () => {},
    subscribe: (listener) => updates.subscribe((uri) => listener({ kind: 'resource_updated', uri })),
  };
}

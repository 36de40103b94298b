import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, type McpHttpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Logger } from '../../lib/logger.ts';
import type { Updates } from '../../lib/updates.ts';
import type { Offer } from '../auth/authorize.ts';
import { type DirectHttpOptions, directHttp, type Otherwise } from '../fast-path/index.ts';
import { withoutQuotes } from '../log-protocol-error.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { watchServers } from '../tracing/trace-transport.ts';

/** An offer with what answers requests for it. */
export interface Served {
  handler: McpHttpHandler;
  /** Answers what needs no SDK, and passes the rest on. */
  first?: ((incoming: IncomingMessage, outgoing: ServerResponse, otherwise: Otherwise) => void) | undefined;
}

export interface ServingOptions {
  logger: Logger;
  maxBodyBytes: number;
  /** What is known of a request, for the log. */
  about?: DirectHttpOptions['about'];
  /** Told of each answer given without the SDK. */
  onAnswer(outgoing: ServerResponse): void;
  /** Told of each request. */
  tracer?: RequestTracer | undefined;
}

/** Makes what answers for each offer, once, for as long as the offer is kept or answers under way need it. */
export function serving({ logger, maxBodyBytes, about, onAnswer, tracer }: ServingOptions) {
  const made = new WeakMap<Offer, Served>();
  /** What has answers under way, subscriptions among them, and how many. */
  const busy = new Map<McpHttpHandler, number>();
  const make = ({ factory, direct, updates }: Offer): Served => ({
    handler: createMcpHandler(tracer ? watchServers(factory, { tracer, over: 'http' }) : factory, {
      ...(updates ? { bus: busOf(updates) } : {}),
      maxRequestBodySize: maxBodyBytes,
      onerror: (error) => logger.warn('protocol error', { error: withoutQuotes(error) }),
    }),
    first:
      direct &&
      directHttp({
        tools: direct,
        about,
        tracer,
        onAnswer,
        onError: (error, incoming) => logger.error('request failed', { error, request_id: about?.(incoming)?.id }),
      }),
  });
  return {
    of(offer: Offer): Served {
      const known = made.get(offer);
      if (known) return known;
      const served = make(offer);
      made.set(offer, served);
      return served;
    },
    /** Keeps a handler in mind until its answer is written or the client has gone. */
    began(handler: McpHttpHandler, outgoing: ServerResponse) {
      busy.set(handler, (busy.get(handler) ?? 0) + 1);
      outgoing.once('close', () => {
        const left = (busy.get(handler) ?? 0) - 1;
        if (left > 0) busy.set(handler, left);
        else busy.delete(handler);
      });
    },
    /** Ends subscriptions, and what else is under way. */
    close: async () => void (await Promise.all([...busy.keys()].map((handler) => handler.close()))),
  };
}

/** What the SDK's handler takes its notifications from; each listening client subscribes to it. */
function busOf(updates: Updates): ServerEventBus {
  return {
    publish: () => {},
    subscribe: (listener) => updates.subscribe((uri) => listener({ kind: 'resource_updated', uri })),
  };
}

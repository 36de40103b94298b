import type { IncomingMessage } from 'node:http';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { beside } from '../lib/beside.ts';
import type { Clock } from '../lib/clock.ts';
import type { FetchHandler } from '../lib/handler.ts';
import type { Logger } from '../lib/logger.ts';
import { tellAbout } from '../lib/request.ts';
import { listen, type NodeSide, type ServeOptions } from '../lib/serve.ts';
import { isEndless } from './admission/endless.ts';
import { type AdmissionOptions, createAdmission } from './admission/index.ts';
import { overloadResponse, refuse } from './admission/refuse.ts';
import { isForMcp } from './admission/target.ts';
import type { Authorize, Authorized } from './auth/authorize.ts';
import type { ResourceMetadata } from './auth/metadata.ts';
import { endWhenRefused } from './auth/recheck.ts';
import { refusalResponse } from './auth/refuse.ts';
import { toldOf } from './auth/writing-needs.ts';
import { withoutBatches } from './batches.ts';
import { corsFor } from './cors.ts';
import { serving } from './served.ts';
import { createSessions } from './sessions/index.ts';
import type { RequestTracer } from './watch/tracer.ts';

export interface HttpOptions extends AdmissionOptions {
  /** Says who may ask at `/mcp`, and what they are served. */
  authorize: Authorize;
  /** What clients are told before they have a token; absent where none is issued to them. */
  metadata?: ResourceMetadata | undefined;
  logger: Logger;
  /** The address to listen on. */
  host: string;
  /** Where clients reach this server, when not at its own address: behind a proxy. */
  publicUrl?: URL | undefined;
  /** 0 takes a free one. */
  port: number;
  /** Throws when requests cannot be served: the platform or its database is away. */
  ready(): Promise<void>;
  /** Takes the platform's notifications at `/webhooks`, and says itself which are genuine. Absent: there are none. */
  webhooks?: FetchHandler | undefined;
  /** What `/metrics` answers, in Prometheus's text format. Absent: there is no such address. */
  metrics?: { contentType: string; text(): Promise<string> } | undefined;
  /** Names that clients may ask for in `Host`, beside this machine's own and that of `publicUrl`. */
  allowedHosts?: readonly string[] | undefined;
  /**
   * Pages that may ask, such as https://app.example.com, beside those on this machine and at `publicUrl`. Only
   * those named here may read the answers from elsewhere (CORS).
   */
  allowedOrigins?: readonly string[] | undefined;
  /** The largest request body, in bytes. Default 1 MiB. */
  maxBodyBytes?: number;
  /** How many sessions of MCP 2025 may be open at a time. Default 0: each request is served by itself. */
  maxSessions?: number | undefined;
  /** What tells how long sessions were idle. */
  clock?: Clock | undefined;
  /** Told of the requests of MCP. */
  tracer?: RequestTracer | undefined;
}

export interface HttpServer {
  /** Where MCP is served, ending in `/mcp`. */
  url: string;
  /** Takes no new connections, lets calls under way end (bounded), ends subscriptions, then closes. */
  close(): Promise<void>;
}

type ListenFirst = NonNullable<ServeOptions['first']>;
const otherwiseOnly: ListenFirst = (incoming, outgoing, otherwise) => otherwise(incoming, outgoing);

/** How long calls under way may take at shutdown, in milliseconds. */
const DRAIN_MS = 10_000;
/** How often is looked whether a call has come meanwhile, in milliseconds. */
const LOOK_MS = 20;

/** Serves MCP over Streamable HTTP at `/mcp`, with `/healthz`, `/readyz` and `/metrics` beside it. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { authorize, logger, host, port, ready, publicUrl, observer } = options;
  const { maxBodyBytes = 1024 * 1024, maxSessions = 0 } = options;
  const underWay = new Set<Promise<void>>();
  const admission = createAdmission(options);
  const sessions =
    maxSessions > 0
      ? createSessions({
          most: maxSessions,
          clock: options.clock,
          logger,
          maxBodyBytes,
          tracer: options.tracer,
          onChange: (open) => observer?.sessions(open),
          onRefused: (limit) => observer?.refused(limit),
        })
      : undefined;
  const served = serving({
    logger,
    maxBodyBytes,
    about: admission.about,
    onAnswer: (outgoing) => track(underWay, outgoing),
    tracer: options.tracer,
  });
  /** What was said of each request that is being looked at. */
  const authorized = beside<IncomingMessage, Authorized>('authorized');

  const own = publicUrl ? [publicUrl.hostname] : [];
  const hosts = [...localhostAllowedHostnames(), ...own, ...(options.allowedHosts ?? [])];
  const origins = [...localhostAllowedOrigins(), ...own];
  const { metadata, allowedOrigins = [] } = options;
  const pages = new Set(allowedOrigins);
  const cors = corsFor(allowedOrigins, ['/mcp', ...(metadata?.paths ?? [])]);
  const app = new Hono<{ Bindings: NodeSide }>();
  const { webhooks } = options;
  // Before the guard: deliveries come through a proxy, under its name. No page can make a genuine one.
  if (webhooks) {
    for (const path of ['/webhooks', '/webhooks/:secret']) app.all(path, (c) => webhooks(c.req.raw));
  }
  // A page elsewhere must not reach this server through the browser, by rebinding DNS or by asking directly.
  app.use(async (c, next) => {
    const known = pages.has(c.req.header('origin') ?? '');
    const refused =
      hostHeaderValidationResponse(c.req.raw, hosts) ??
      (known ? undefined : originValidationResponse(c.req.raw, origins));
    return refused ?? next();
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  const isReady = shared(ready);
  app.get('/readyz', async (c) => {
    try {
      await isReady();
      return c.json({ status: 'ready' });
    } catch (error) {
      logger.warn('not ready', { error });
      return c.json({ status: 'not ready' }, 503);
    }
  });
  const { metrics } = options;
  if (metrics) {
    app.get('/metrics', async (c) => c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }));
  }
  for (const path of metadata?.paths ?? []) app.get(path, (c) => c.json(metadata?.document ?? {}));
  app.all('/mcp', async (c) => {
    const { incoming, outgoing } = c.env;
    if (!isForMcp(incoming)) return c.notFound();
    // Absent where it could not be said before.
    const verdict = authorized.get(incoming) ?? (await authorize(incoming.rawHeaders, admission.about(incoming)));
    if ('refusal' in verdict) {
      const overload = admission.identified(incoming, '');
      return overload ? overloadResponse(overload) : refusalResponse(verdict.refusal);
    }
    const overload = admission.identified(incoming, verdict.principal);
    if (overload) return overloadResponse(overload);
    const about = admission.about(incoming);
    if (about) tellAbout(c.req.raw, about);
    const { offer } = verdict;
    const { handler } = served.of(offer);
    served.began(handler, outgoing);
    if (!isEndless(incoming)) track(underWay, outgoing);
    else endWhenRefused(incoming, outgoing, authorize, offer);
    const told = toldOf(metadata, offer.writingNeeds);
    const asked = { request: c.req.raw, outgoing, options: told, place: admission.place(incoming) };
    const inSession = offer.session && (await sessions?.answer({ ...asked, offer: offer.session }));
    const answer = inSession ?? (await handler.fetch(c.req.raw, told));
    // The rest of a body that was too large is not read: the connection is of no further use.
    if (answer.status === 413) answer.headers.set('connection', 'close');
    return answer;
  });
  app.notFound((c) => c.json({ error: 'not_found', message: 'MCP is served at /mcp.' }, 404));
  app.onError((error, c) => {
    logger.error('request failed', { error, request_id: admission.about(c.env.incoming)?.id });
    return c.json({ error: 'internal_error', message: 'Internal server error' }, 500);
  });

  const onError = (error: Error) => logger.error('the HTTP server failed', { error });
  /** Every request to `/mcp` is authorized first, and never answered on the strength of an earlier one. */
  const first: ListenFirst = (incoming, outgoing, otherwise) => {
    cors?.allow(incoming, outgoing);
    if (!admission.admit(incoming, outgoing) || cors?.preflight(incoming, outgoing)) return;
    if (!isForMcp(incoming)) return otherwise(incoming, outgoing);
    const go = (verdict: Authorized) => {
      authorized.set(incoming, verdict);
      // Whoever is not let in is limited too: else credentials could be guessed.
      const overload = admission.identified(incoming, 'refusal' in verdict ? '' : verdict.principal);
      if (overload) return refuse(outgoing, overload);
      if ('refusal' in verdict) return otherwise(incoming, outgoing);
      const { first: direct = otherwiseOnly } = served.of(verdict.offer);
      direct(incoming, outgoing, withoutBatches(otherwise));
    };
    const verdict = authorize(incoming.rawHeaders, admission.about(incoming));
    if (!(verdict instanceof Promise)) return go(verdict);
    // What went wrong goes wrong again behind, where it is answered.
    verdict.then(go, () => otherwise(incoming, outgoing));
  };
  const server = await listen({
    fetch: app.fetch,
    host,
    port,
    onError,
    drainMs: DRAIN_MS,
    first,
  });
  return {
    url: `${server.url}/mcp`,
    async close() {
      const closed = server.close();
      const late = pause(DRAIN_MS).then(() => 'late');
      while (underWay.size > 0 || server.expecting()) {
        if ((await Promise.race([late, ...underWay, pause(LOOK_MS)])) === 'late') break;
      }
      await Promise.all([served.close(), sessions?.close()]);
      await closed;
    },
  };
}

/** Remembers an answer until it is written or its client has gone. */
function track(underWay: Set<Promise<void>>, outgoing: NodeSide['outgoing']): void {
  const ended = new Promise<void>((resolve) => void outgoing.once('close', resolve));
  underWay.add(ended);
  void ended.then(() => underWay.delete(ended));
}

/** One at a time, whoever asks meanwhile: anybody may ask, and each time the platform is asked. */
function shared(ready: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= ready().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

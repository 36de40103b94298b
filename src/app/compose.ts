import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Api,
  ApiError,
  type ApiObserver,
  type ApiOptions,
  type ApiTracer,
  createApi,
  createExtensions,
  inProcessSender,
  SendError,
  type Sender,
} from '../api/index.ts';
import { eventSources } from '../cli/config/events.ts';
import type { LivePlatform } from '../cli/config/platform.ts';
import { businessSettings, toolSettings } from '../cli/config/platform-profile.ts';
import type { Settings } from '../cli/config/settings.ts';
import { CommandError } from '../cli/runtime/usage-error.ts';
import { VERSION } from '../cli/runtime/version.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import { DatabaseError } from '../lib/database-error.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import { Secret } from '../lib/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { AdminBusiness, BusinessProfile, Platform, PlatformOptions } from '../platform/index.ts';
import type { View } from '../server/index.ts';
import {
  ALL_TOOLS,
  type Audit,
  type BusinessSettings,
  createCallCache,
  createSearchCache,
  selectTools,
  type ToolDefinition,
  type ToolObserver,
  type ToolServices,
} from '../tools/index.ts';
import type { VerifySigned } from '../transport/auth/authorize-signed.ts';
import { type Callers, createCallers } from './callers.ts';
import { composeEvents, type Events } from './events.ts';
import { callerIdempotency, type SharedIdempotency } from './idempotency.ts';
import { secretFileReservation } from './secret-files.ts';
import { composeState, type State } from './state.ts';
import { asApiError } from './unavailable.ts';
import { principalOf, voiceProfile } from './voice.ts';

export { composeServerState } from './state.ts';

/** The platform's API with its credential and life cycle. */
interface Upstream {
  api: Api;
  /** Creates a client with another credential; `onAccepted` is called when the platform accepts it. */
  apiWith(key: () => Promise<Secret>, onAccepted?: () => void): Api;
  /**
   * Returns the secret that signs what clients bring back, the same in every process: the credential; with the embedded
   * platform, of which each process has a credential of its own, a secret in its database. Fails with a `SendError` or
   * a `DatabaseError`.
   */
  signingSecret: () => Promise<Secret>;
  /** Create requests, shared by all servers on the database of the embedded platform; undefined for a remote one. */
  idempotency: SharedIdempotency | undefined;
  /** Reads what the database of the embedded platform says about the business; undefined for a remote one. */
  profile: (() => Promise<BusinessProfile>) | undefined;
  /** Receives reports of calls for the embedded platform; undefined for a remote one. */
  intake: FetchHandler | undefined;
  /** Finds the source of Vapi that signs a message, on the embedded platform; undefined for a remote one. */
  verifyVapi: VerifySigned | undefined;
  /** Looks up a call in progress on the embedded platform; undefined for a remote one. */
  liveCall: ToolServices['liveCall'];
  /** The events of the embedded platform; undefined for a remote one. */
  events: (() => Promise<PlatformEvents>) | undefined;
  /** Opens the database of the embedded platform; does nothing for a remote one. @throws CommandError */
  open(): Promise<void>;
  /** Throws if the platform is not ready. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Optional observers of requests and tool calls. */
export interface Observers {
  api?: ApiObserver;
  tools?: ToolObserver;
  /** Traces requests to the platform. */
  tracer?: ApiTracer | undefined;
  /** Records writes in the audit log. */
  audit?: Audit | undefined;
}

export interface Composition {
  tools: readonly ToolDefinition[];
  /** The tools of the voice profile; empty if no caller can have it. */
  voiceTools: readonly ToolDefinition[];
  /** The views of the program, for hosts that draw them. */
  views: readonly View[];
  services: ToolServices;
  /** The tools and services of each caller. */
  callers: Callers;
  events: Events;
  /**
   * Opens the database of the embedded platform, which the first request does otherwise; does nothing for a remote one.
   * @throws CommandError if it cannot be used.
   */
  open(): Promise<void>;
  /** Receives reports of calls for the embedded platform; undefined for a remote one. */
  intake: FetchHandler | undefined;
  /** Identifies the source of Vapi that signs a message, on the embedded platform; undefined for a remote one. */
  verifyVapi: VerifySigned | undefined;
  /** Prepares a server on which all callers have the voice profile for its first caller. Never rejects. */
  warmUp(): Promise<void>;
  /** Reads what the embedded platform says about its business; undefined for a remote one. */
  profile: (() => Promise<BusinessProfile>) | undefined;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The composition root: the only module in which tools and platform meet. */
export async function compose(
  settings: Settings,
  logger: Logger,
  observers: Observers = {},
  state: State = composeState(undefined, logger, settings.deadlineMs),
  views: readonly View[] = [],
): Promise<Composition> {
  const upstream = settings.live
    ? liveUpstream(settings, settings.live, observers)
    : embeddedUpstream(settings, logger, observers);
  const signingSecret = (settings.live ? undefined : state.signingSecret) ?? upstream.signingSecret;
  const signingKey = signingWith(signingSecret);
  const sharedIdempotency = state.idempotency ?? upstream.idempotency ?? (async () => undefined);
  const idempotency = (key: ToolServices['signingKey']) => callerIdempotency(sharedIdempotency, key);
  const { offered, hidden } = selectTools(ALL_TOOLS, settings);
  const events = composeEvents({
    settings: settings.events,
    sources: eventSources(settings),
    api: upstream.api,
    platform: settings.auth.ownKeys ? undefined : upstream.events,
    shared: state.events(signingKey),
    clock: systemClock,
    logger,
    deadlineMs: settings.deadlineMs,
    onEvent: ({ kind, recordId }) => {
      for (const { searchCache, callCache } of [services, ...callers.all()]) {
        searchCache.invalidate();
        // An event without a record id may be about any.
        if (kind === 'call' || kind === 'unknown') callCache.invalidate(recordId);
      }
    },
  });
  const services: ToolServices = {
    api: upstream.api,
    extensions: createExtensions(upstream.api, systemClock),
    events,
    settings: toolSettings(settings),
    businessSettings: upstream.profile && cachedBusinessSettings(settings, upstream.profile, logger),
    liveCall: upstream.liveCall,
    clock: systemClock,
    logger,
    observer: observers.tools,
    audit: observers.audit,
    observed: { missingScopes: new Set() },
    offered: offered.map((tool) => tool.name),
    hidden,
    callCache: createCallCache(),
    searchCache: createSearchCache(),
    idempotency: idempotency(signingKey),
    signingKey,
    reserveSecretFile: secretFileReservation(settings.events.secretsFile, logger),
  };
  const voice = await voiceProfile(settings);
  const callers = createCallers({
    base: services,
    selection: { offered, hidden },
    voice,
    views,
    apiWith: upstream.apiWith,
    signingWith: (key) => signingWith(key ?? signingSecret),
    idempotency,
  });
  const close = async () => {
    await events.close();
    await upstream.close();
    await state.close();
  };
  const ready = async () => void (await Promise.all([upstream.ready(), state.ready()]));
  const { open, profile, intake, verifyVapi } = upstream;
  const voiceTools = voice?.selection.offered ?? [];
  const warmUp = async () => {
    if (voice?.isForAll) await (await import('./warm-up.ts')).warmUp(voice, services);
  };
  return {
    tools: offered,
    voiceTools,
    views,
    warmUp,
    services,
    callers,
    events,
    open,
    profile,
    intake,
    verifyVapi,
    ready,
    close,
  };
}

/** How long the business's name, zone, country and hours are used before they are read again, in milliseconds. */
const PROFILE_CACHED_MS = 5_000;

/** Returns a function that reads the business's settings from the database, and the same object while they do not change. */
function cachedBusinessSettings(settings: Settings, read: () => Promise<BusinessProfile>, logger: Logger) {
  let current = businessSettings(settings, undefined);
  let until = Number.NEGATIVE_INFINITY;
  return async (): Promise<BusinessSettings> => {
    if (systemClock.monotonic() < until) return current;
    try {
      const latest = businessSettings(settings, await read());
      if (!isDeepStrictEqual(latest, current)) current = latest;
    } catch (error) {
      // The call itself fails for the same reason, and says so.
      logger.debug('the business cannot be read', { error });
    }
    until = systemClock.monotonic() + PROFILE_CACHED_MS;
    return current;
  };
}

const throwAsApiError = (error: unknown): never => {
  throw asApiError(error);
};

const signingWith = (key: () => Promise<Secret>) => async () =>
  createHmac('sha256', (await key().catch(throwAsApiError)).reveal())
    .update('rcpt-mcp signing 1')
    .digest();

const commonApiOptions = ({ sessionCookie, deadlineMs }: Settings, { api, tracer }: Observers) => ({
  observer: api,
  tracer,
  userAgent: `rcpt-mcp/${VERSION}`,
  deadlineMs,
  ...(sessionCookie ? { sessionCookie } : {}),
});

function liveUpstream(settings: Settings, live: LivePlatform, observers: Observers): Upstream {
  const network = lazy(async () => (await import('../api/network.ts')).networkSender());
  const send: Sender = async (request) => (await network.get()).send(request);
  const { baseUrl, keyHeader, key } = live;
  const apiWith = apiFactory({ ...commonApiOptions(settings, observers), baseUrl, keyHeader, send });
  const api = apiWith(key ?? noKey);
  const readinessApi = key ? api : apiWith(invalidKey);
  return {
    api,
    apiWith,
    signingSecret: key ?? noKey,
    idempotency: undefined,
    profile: undefined,
    intake: undefined,
    verifyVapi: undefined,
    liveCall: undefined,
    events: undefined,
    open: async () => {},
    // The only endpoint without a scope: any response proves that the platform is reachable.
    ready: async () => {
      const response = readinessApi.listWebhookEvents({ query: { per_page: 1 } });
      await (key ? response : response.catch(ignoreUnauthorized));
    },
    close: async () => (await network.getIfCreated())?.close(),
  };
}

/** For `--auth platform-key` and `oauth`: callers bring their keys, and the server has none. */
const noKey = async (): Promise<Secret> => {
  throw new SendError('unreachable', false, { advice: 'This server has no platform key of its own.' });
};
/** Readiness without a key: a 401 to an invalid one proves that the platform is reachable. */
const invalidKey = async () => new Secret('none');
const ignoreUnauthorized = (error: unknown) => {
  if (!(error instanceof ApiError && error.details.kind === 'unauthorized')) throw error;
};

/** Creates clients of one platform with different credentials. */
function apiFactory(options: Omit<ApiOptions, 'key'>): Upstream['apiWith'] {
  return (key, onAccepted) => {
    if (!onAccepted) return createApi({ ...options, key });
    const send: Sender = async (request) => {
      const response = await options.send(request);
      if (response.status < 400) onAccepted();
      return response;
    };
    return createApi({ ...options, key, send });
  };
}

/** One call requests the platform several times, and an attempt to open its database can take seconds. In milliseconds. */
const OPENING_FAILED_MS = 1_000;

function embeddedUpstream(settings: Settings, logger: Logger, observers: Observers): Upstream {
  const deliveries = { loopback: settings.loopbackWebhooks };
  const platform = lazy(
    () => openPlatform(settings, logger, { deliveries, demo: settings.demo, publicUrl: settings.auth.publicUrl }),
    OPENING_FAILED_MS,
  );
  const opened = () => platform.get().catch(databaseUnavailable);
  const key = lazy(async () => (await opened()).issueProcessKey());
  const idempotency = lazy(async () => (await opened()).idempotencyStore({ maxWaitMs: settings.deadlineMs }));
  const apiWith = apiFactory({
    ...commonApiOptions(settings, observers),
    // Requests never leave the process. The scheme is `https` because credentials are sent over no other.
    baseUrl: new URL('https://embedded.invalid'),
    send: inProcessSender(async () => {
      const { assertUsable, fetch } = await opened();
      refuseUnusable(assertUsable);
      return fetch;
    }),
  });
  return {
    api: apiWith(key.get),
    apiWith,
    signingSecret: lazy(async () => (await opened()).signingSecret()).get,
    idempotency: async () => ({
      claim: (key, options) =>
        idempotency
          .get()
          .then((store) => store.claim(key, options))
          .catch(throwAsApiError),
    }),
    profile: async () => (await opened()).profile(),
    intake: async (request) => (await opened()).fetch(request),
    verifyVapi: async (headers, bytes) =>
      principalOf(await (await opened()).callSources.findSigner('vapi', { headers, bytes })),
    liveCall: async (callId) => (await opened()).calls.live(callId),
    events: async () => (await opened()).events,
    open: async () => void (await explainDatabaseErrors(platform.get())),
    ready: async () => (await opened()).ready(),
    close: async () => (await platform.getIfCreated())?.close(),
  };
}

/** Maps a database that cannot be used to a platform that cannot be reached: the request has not been sent. */
function databaseUnavailable(cause: unknown): never {
  if (!(cause instanceof DatabaseError)) throw cause;
  // The message has the path for the operator, and goes to the log with the cause.
  throw new SendError('unreachable', false, { cause, advice: cause.publicMessage });
}

function refuseUnusable(assertUsable: () => void): void {
  try {
    assertUsable();
  } catch (error) {
    databaseUnavailable(error);
  }
}

type Opening = [
  settings: Pick<Settings, 'database'>,
  logger: Logger,
  options?: Pick<PlatformOptions, 'deliveries' | 'demo' | 'publicUrl'>,
];

/** Opens the embedded platform. A new database is filled with the demo business, unless `demo` is false. @throws DatabaseError */
async function openPlatform(...[{ database }, logger, options]: Opening): Promise<Platform> {
  const platform = await import('../platform/index.ts');
  return platform.openPlatform({ database, logger, ...options });
}

/** Opens the embedded platform for a command. @throws CommandError */
export const openEmbedded = (...opening: Opening): Promise<Platform> => explainDatabaseErrors(openPlatform(...opening));

/** Opens the business of an embedded platform for a command. A new database stays empty. @throws CommandError */
export async function openBusiness(database: string): Promise<AdminBusiness & Pick<Platform, 'close'>> {
  const platform = await import('../platform/index.ts');
  return explainDatabaseErrors(platform.openBusiness({ database }));
}

/** Maps database errors to a `CommandError`, whose message the operator can act on. */
export async function explainDatabaseErrors<T>(work: Promise<T>): Promise<T> {
  const { DatabaseError } = await import('../platform/index.ts');
  return work.catch((error: unknown) => {
    throw error instanceof DatabaseError ? new CommandError(error.message, { cause: error }) : error;
  });
}

import { createHmac } from 'node:crypto';
import {
  type Api,
  ApiError,
  type ApiObserver,
  type ApiOptions,
  type ApiTracer,
  createApi,
  createExtensions,
  type Extensions,
  REMOTE_WAIT_MS,
  SendError,
  type Sender,
} from '../api/index.ts';
import type { RemotePlatform } from '../config/platform.ts';
import type { Settings } from '../config/settings.ts';
import { VERSION } from '../config/version.ts';
import type { PlatformEvents } from '../events/platform-feed.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { Secret } from '../lib/secrets/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { BusinessProfile, Platform, PlatformOptions, SessionCredential } from '../platform/index.ts';
import type { Audit, ToolObserver, ToolServices } from '../tools/index.ts';
import type { VerifySigned } from '../transport/auth/authorize-signed.ts';
import type { SharedIdempotency } from './idempotency.ts';
import { indexCredential } from './index-credential.ts';
import type { IndexParts } from './mirror/index.ts';
import { throwAsApiError } from './unavailable.ts';

/** The platform's API with its credential and life cycle. */
export interface Upstream {
  api: Api;
  /** Creates a client with another credential; `onAccepted` is called when the platform accepts it. */
  apiWith(key: () => Promise<Secret>, onAccepted?: () => void): Api;
  /** Returns what the platform announces to a client. The embedded one is waited for: it answers as soon as the process can. */
  extensionsOf(api: Api): Extensions;
  /** Cancels requests that no call waits for when a remote platform is closed; undefined for the embedded one. */
  closing: AbortSignal | undefined;
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
  callInProgress: ToolServices['callInProgress'];
  /** What a local copy of a remote platform needs; undefined without `--index`. */
  index: Pick<IndexParts, 'settings' | 'country' | 'account' | 'readerApi' | 'closing'> | undefined;
  /** The events of the embedded platform; undefined for a remote one. */
  events: (() => Promise<PlatformEvents>) | undefined;
  /** What the dashboard needs of the embedded platform; undefined for a remote one. */
  embedded: EmbeddedPlatform | undefined;
  /** Opens the database of the embedded platform; does nothing for a remote one. @throws CommandError */
  open(): Promise<void>;
  /** Throws if the platform is not ready. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The embedded platform, and clients of it in the name of its users. */
export interface EmbeddedPlatform {
  /** Opens it. Fails with a `SendError` if its database cannot be used. */
  platform(): Promise<Platform>;
  /** Creates a client in the name of a session, which is checked with each request. */
  apiOf(session: SessionCredential): Api;
}

/** Optional observers of requests and tool calls. */
export interface Observers {
  api?: ApiObserver | undefined;
  tools?: ToolObserver;
  /** Traces requests to the platform. */
  tracer?: ApiTracer | undefined;
  /** Receives attempts of the embedded platform to deliver events to webhooks. */
  onWebhookAttempt?: PlatformOptions['onWebhookAttempt'];
  /** Records writes in the audit log. */
  audit?: Audit | undefined;
}

/** Derives the key that signs what clients bring back from a credential. */
export const signingWith = (key: () => Promise<Secret>) => async () =>
  createHmac('sha256', (await key().catch(throwAsApiError)).reveal())
    .update('rcpt-mcp signing 1')
    .digest();

/** The options that all clients of a platform have in common. */
export const commonApiOptions = ({ sessionCookie, deadlineMs }: Settings, { api, tracer }: Observers) => ({
  observer: api,
  tracer,
  userAgent: `rcpt-mcp/${VERSION}`,
  deadlineMs,
  ...(sessionCookie ? { sessionCookie } : {}),
});

/** A remote platform. */
export function remoteUpstream(settings: Settings, remote: RemotePlatform, observers: Observers): Upstream {
  const network = lazy(async () => (await import('../api/network/network-sender.ts')).networkSender());
  let sender: Sender | undefined;
  const send: Sender = async (request) => {
    sender ??= (await network.get()).send;
    return sender(request);
  };
  const closing = new AbortController();
  const { baseUrl, keyHeader, key } = remote;
  const clients = (observed: Observers) =>
    apiFactory({ ...commonApiOptions(settings, observed), baseUrl, keyHeader, send });
  const apiWith = clients(observers);
  const api = apiWith(key ?? noKey);
  // Its refusals are intended, and counted they would be refused keys.
  const readinessApi = key ? api : clients({ ...observers, api: undefined })(invalidKey);
  return {
    api,
    apiWith,
    extensionsOf: (client) =>
      createExtensions(client, systemClock, { waitMs: REMOTE_WAIT_MS, closing: closing.signal }),
    closing: closing.signal,
    signingSecret: key ?? noKey,
    idempotency: undefined,
    profile: undefined,
    intake: undefined,
    verifyVapi: undefined,
    callInProgress: undefined,
    index: settings.index &&
      key && {
        settings: settings.index,
        country: settings.defaultCountry,
        readerApi: apiWith(key),
        closing: closing.signal,
        account: accountOf(baseUrl, key),
      },
    events: undefined,
    embedded: undefined,
    open: async () => {},
    // The only endpoint without a scope: any response proves that the platform is reachable.
    ready: async () => {
      const response = readinessApi.listWebhookEvents({ query: { per_page: 1 } });
      await (key ? response : response.catch(ignoreUnauthorized));
    },
    close: async () => {
      closing.abort();
      await (await network.getIfCreated())?.close();
    },
  };
}

/** Address and credential of a platform. */
const accountOf =
  (baseUrl: URL, key: () => Secret | Promise<Secret>): IndexParts['account'] =>
  async () => ({
    address: baseUrl.href,
    credential: indexCredential(await key()),
  });

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
export function apiFactory(options: Omit<ApiOptions, 'key' | 'onAccepted'>): Upstream['apiWith'] {
  return (key, onAccepted) => createApi({ ...options, key, onAccepted });
}

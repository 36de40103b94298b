import { createExtensions, inProcessSender, SendError } from '../api/index.ts';
import type { Settings } from '../config/settings.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import { DatabaseError } from '../lib/database/database-error.ts';
import type { IdempotencyStore } from '../lib/idempotency/store.ts';
import { Secret } from '../lib/secrets/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { Platform, SessionCredential } from '../platform/index.ts';
import { explainDatabaseErrors } from './open-platform.ts';
import { throwAsApiError } from './unavailable.ts';
import { apiFactory, commonApiOptions, type Observers, type Upstream } from './upstream.ts';
import { principalOf } from './voice.ts';

/** One call requests the platform several times, and an attempt to open its database can take seconds. In milliseconds. */
const OPENING_FAILED_MS = 1_000;

/** An upstream that is embedded. */
type EmbeddedUpstream = Upstream & { [N in 'embedded' | 'idempotency']: NonNullable<Upstream[N]> };

/**
 * The platform in this process.
 * @param open opens it, or returns the one that the process has opened already.
 */
export function embeddedUpstream(
  settings: Settings,
  observers: Observers,
  open: () => Promise<Platform>,
): EmbeddedUpstream {
  const platform = lazy(open, OPENING_FAILED_MS);
  const opened = () => platform.get().catch(databaseUnavailable);
  const key = lazy(async () => (await opened()).issueProcessKey());
  const idempotency = lazy(async () => (await opened()).idempotencyStore({ maxWaitMs: settings.deadlineMs }));
  const withStore = <T>(use: (store: IdempotencyStore) => Promise<T>) =>
    idempotency.get().then(use).catch(throwAsApiError);
  const factory = (session?: SessionCredential) =>
    apiFactory({
      ...commonApiOptions(settings, observers),
      // Requests never leave the process. The scheme is `https` because credentials are sent over no other.
      baseUrl: new URL('https://embedded.invalid'),
      send: inProcessSender(async () => {
        const { assertUsable, answer } = await opened();
        refuseUnusable(assertUsable);
        return (request) => answer(request, session && { session });
      }),
    });
  const apiWith = factory();
  return {
    api: apiWith(key.get),
    apiWith,
    extensionsOf: (client) => createExtensions(client, systemClock),
    closing: undefined,
    signingSecret: lazy(async () => (await opened()).signingSecret()).get,
    idempotency: async () => ({
      claim: (key, options) => withStore((store) => store.claim(key, options)),
      hold: (keys, signal) => withStore((store) => store.hold(keys, signal)),
    }),
    profile: async () => (await opened()).profile(),
    intake: async (request) => (await opened()).fetch(request),
    verifyVapi: async (headers, bytes) =>
      principalOf(await (await opened()).callSources.findSigner('vapi', { headers, bytes })),
    callInProgress: async (callId) => (await opened()).calls.inProgress(callId),
    index: undefined,
    events: async () => (await opened()).events,
    // The platform checks the session instead of a key.
    embedded: { platform: opened, apiOf: (session) => factory(session)(async () => new Secret('session')) },
    open: async () => void (await explainDatabaseErrors(platform.get())),
    ready: async () => (await opened()).ready(),
    close: async () => (await platform.getIfCreated())?.close(),
  };
}

/** Maps a database that cannot be used to a platform that cannot be reached: the request has not been sent. */
function databaseUnavailable(cause: unknown): never {
  if (!(cause instanceof DatabaseError)) throw cause;
  // The message has the path for the operator, and goes to the log with the cause.
  throw new SendError('unreachable', false, { cause, advice: cause.publicReason });
}

function refuseUnusable(assertUsable: () => void): void {
  try {
    assertUsable();
  } catch (error) {
    databaseUnavailable(error);
  }
}

import { createHmac } from 'node:crypto';
import type { Settings } from '../config/settings.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import { IDEMPOTENCY_TTL_MS } from '../lib/idempotency/store.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { SharedEvents } from './event-sources.ts';
import { type SharedIdempotency, userIdempotency } from './idempotency.ts';

/** The state that replicas share: in a PostgreSQL database, or none. */
export interface State {
  /** Returns the shared signing secret, for the embedded platform; undefined without shared state. */
  signingSecret: (() => Promise<Secret>) | undefined;
  /** Create requests that other processes see; undefined if the embedded platform's database has them, or none does. */
  idempotency: SharedIdempotency | undefined;
  /** Shares events among replicas with the same credential; undefined without shared state. */
  events(signingKey: () => Promise<Buffer>): SharedEvents | undefined;
  /** Throws if the database cannot be used. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Identifies the servers with one credential on a shared database, without revealing the credential. */
async function serverId(signingKey: () => Promise<Buffer>): Promise<string> {
  return createHmac('sha256', await signingKey())
    .update('server')
    .digest('base64url');
}

/**
 * @param url `postgres://…`; undefined without shared state
 * @param deadlineMs maximum duration of a statement
 */
export function composeState(url: string | undefined, logger: Logger, deadlineMs: number): State {
  if (url === undefined) {
    return {
      signingSecret: undefined,
      idempotency: undefined,
      events: () => undefined,
      ready: async () => {},
      close: async () => {},
    };
  }
  const shared = lazy(async () => {
    const { openSharedState } = await import('../shared-state/index.ts');
    const { MAX_EVENTS: logEntries, MAX_AGE_MS: logTtlMs } = await import('../events/event-buffer.ts');
    return openSharedState({
      url,
      clock: systemClock,
      logger,
      maxStatementMs: deadlineMs,
      idempotencyTtlMs: IDEMPOTENCY_TTL_MS,
      logEntries,
      logTtlMs,
    });
  });
  const signing = lazy(async () => (await shared.get()).secret('signing'));
  return {
    signingSecret: signing.get,
    idempotency: async () => (await shared.get()).idempotency,
    events: (signingKey) => ({
      log: async () => (await shared.get()).log(await serverId(signingKey)),
      pollingLease: async () => (await shared.get()).lease(`poll ${await serverId(signingKey)}`),
    }),
    ready: async () => (await shared.get()).ready(),
    close: async () => (await shared.getIfCreated())?.close(),
  };
}

/**
 * The state of a server that its user starts: like `composeState`, and the servers of one user in front of a remote
 * platform share at least their create requests.
 * @param url as for `composeState`
 */
export function composeServerState(
  url: string | undefined,
  { remote, deadlineMs }: Pick<Settings, 'remote' | 'deadlineMs'>,
  logger: Logger,
): State {
  const state = composeState(url, logger, deadlineMs);
  if (url !== undefined || !remote) return state;
  const { open, close } = userIdempotency(logger);
  return { ...state, idempotency: open, close: async () => close() };
}

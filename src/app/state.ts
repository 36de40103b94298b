import { createHmac } from 'node:crypto';
import type { IdempotencyStore } from '../lib/idempotency-store.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createMemoryIdempotencyStore, IDEMPOTENCY_TTL_MS } from '../tools/index.ts';
import type { SharedEvents } from './events.ts';

/** The state that replicas share: in a PostgreSQL database, or in memory if there is one process. */
export interface State {
  /** Returns the shared signing secret, for the embedded platform; undefined without shared state. */
  signingSecret: (() => Promise<Secret>) | undefined;
  /** Creates the idempotency store of a caller, shared by all replicas. */
  idempotency(signingKey: () => Promise<Buffer>): IdempotencyStore;
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
 * @param url `postgres://…`; undefined if there is one process
 * @param deadlineMs maximum duration of a statement
 */
export function composeState(url: string | undefined, logger: Logger, deadlineMs: number): State {
  if (url === undefined) {
    return {
      signingSecret: undefined,
      idempotency: () => createMemoryIdempotencyStore(systemClock),
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
    idempotency: (signingKey) => ({
      async claim(request, options) {
        // An HMAC with the caller's key: rows reveal nothing without it, and no two callers share a row.
        const key = createHmac('sha256', await signingKey())
          .update(`idempotency ${request}`)
          .digest('base64url');
        const { idempotency } = await shared.get();
        return idempotency.claim(key, options);
      },
    }),
    events: (signingKey) => ({
      log: async () => (await shared.get()).log(await serverId(signingKey)),
      pollingLease: async () => (await shared.get()).lease(`poll ${await serverId(signingKey)}`),
    }),
    ready: async () => (await shared.get()).ready(),
    close: async () => (await shared.getIfCreated())?.close(),
  };
}

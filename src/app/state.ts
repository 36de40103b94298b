import { createHmac } from 'node:crypto';
import type { IdempotencyStore } from '../lib/idempotency-store.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createMemoryIdempotencyStore, IDEMPOTENCY_TTL_MS } from '../tools/index.ts';
import type { SharedEvents } from './events.ts';

/** The state that replicas share; in this process's memory without a database for it. */
export interface State {
  /** The signing secret where the credential is this process's own; undefined without shared state. */
  signingSecret: (() => Promise<Secret>) | undefined;
  /** The recent create requests of a caller, shared by all replicas. */
  idempotency(signingKey: () => Promise<Buffer>): IdempotencyStore;
  /** Shares events among replicas with the same credential; undefined without replicas. */
  events(signingKey: () => Promise<Buffer>): SharedEvents | undefined;
  /** Throws when it is not usable. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Identifies servers on one database by their credential, without revealing it. */
async function serverId(signingKey: () => Promise<Buffer>): Promise<string> {
  return createHmac('sha256', await signingKey())
    .update('server')
    .digest('base64url');
}

/** @param url `postgres://…`; undefined: there is one process. */
export function composeState(url: string | undefined, logger: Logger): State {
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
      idempotencyTtlMs: IDEMPOTENCY_TTL_MS,
      logEntries,
      logTtlMs,
    });
  });
  const signing = lazy(async () => (await shared.get()).secret('signing'));
  return {
    signingSecret: signing.get,
    idempotency: (signingKey) => ({
      async claim(text, options) {
        // Keyed by the caller: rows reveal nothing without the key, and no two callers share one.
        const key = createHmac('sha256', await signingKey())
          .update(`idempotency ${text}`)
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

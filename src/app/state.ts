import { createHmac } from 'node:crypto';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { SharedKnown } from '../shared-state/index.ts';
import { createIntentMemory, type IntentMemory, REMEMBERED_MS } from '../tools/index.ts';
import type { SharedEvents } from './events.ts';

/** The state that replicas share; in this process's memory without a database for it. */
export interface State {
  /** The signing secret where the credential is this process's own; undefined without shared state. */
  signingSecret: (() => Promise<Secret>) | undefined;
  /** The recent create requests of a caller, shared by all replicas. */
  intents(signingKey: () => Promise<Buffer>): IntentMemory;
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
      intents: () => createIntentMemory(systemClock),
      events: () => undefined,
      ready: async () => {},
      close: async () => {},
    };
  }
  const shared = lazy(async () => {
    const { openSharedState } = await import('../shared-state/index.ts');
    const { MAX_EVENTS: logEntries, MAX_AGE_MS: logKeptMs } = await import('../events/event-buffer.ts');
    return openSharedState({ url, clock: systemClock, logger, intentsKeptMs: REMEMBERED_MS, logEntries, logKeptMs });
  });
  const signing = lazy(async () => (await shared.get()).secret('signing'));
  return {
    signingSecret: signing.get,
    intents: (signingKey) => ({
      async claim(wish, { again, instead, signal }) {
        // Keyed by the caller: rows reveal nothing without the key, and no two callers share one.
        const key = createHmac('sha256', await signingKey())
          .update(`intent ${wish}`)
          .digest('base64url');
        const { intents } = await shared.get();
        return intents.claim(key, { again, instead: instead as SharedKnown | undefined, signal });
      },
    }),
    events: (signingKey) => ({
      log: async () => (await shared.get()).log(await serverId(signingKey)),
      turn: async () => (await shared.get()).turn(`poll ${await serverId(signingKey)}`),
    }),
    ready: async () => (await shared.get()).ready(),
    close: async () => (await shared.opened())?.close(),
  };
}

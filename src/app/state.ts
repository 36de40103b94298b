import { createHmac } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import { lazy } from '../lib/lazy.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import type { SharedKnown } from '../state/index.ts';
import { createIntentMemory, type IntentMemory, REMEMBERED_MS } from '../tools/index.ts';
import type { SharedEvents } from './events.ts';

/** What replicas share, as the rest of the program sees it. Without a database for it, this process's memory. */
export interface State {
  /** What signs where the credential is this process's own; undefined where there is nothing shared. */
  signingSecret: (() => Promise<Secret>) | undefined;
  /** What one caller asked to be created lately. Callers that sign with the same key share it, in all replicas. */
  intents(signingKey: () => Promise<Buffer>): IntentMemory;
  /** How replicas whose credential is the same tell each other what happens; undefined where there are none. */
  events(signingKey: () => Promise<Buffer>): SharedEvents | undefined;
  /** Throws when it cannot be used. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Tells servers on one database apart by their credential, and says nothing of it. */
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
    const { openSharedState } = await import('../state/index.ts');
    const { MAX_EVENTS: logEntries, MAX_AGE_MS: logKeptMs } = await import('../events/journal.ts');
    return openSharedState({ url, clock: systemClock, logger, intentsKeptMs: REMEMBERED_MS, logEntries, logKeptMs });
  });
  const signing = lazy(async () => (await shared.get()).secret('signing'));
  return {
    signingSecret: signing.get,
    intents: (signingKey) => ({
      async claim(wish, { again, instead, signal }) {
        // Without the caller's key nobody can tell what a row is about, and no two callers share one.
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

import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import type { Clock } from '../lib/time/clock.ts';
import { openStateDatabase } from './database.ts';
import { createSharedLog, type SharedLog } from './event-log.ts';
import { createSharedIntents, type SharedIntents } from './idempotency-store.ts';
import { createSharedTurn, type SharedTurn } from './lease.ts';
import { createTidying } from './retention.ts';
import { sharedSecret } from './shared-secret.ts';

export type { SharedLog } from './event-log.ts';
export type { SharedClaim, SharedIntents, SharedKnown } from './idempotency-store.ts';
export type { SharedTurn } from './lease.ts';

/** What the replicas of one server must know of each other, in a PostgreSQL database. */
export interface SharedState {
  intents: SharedIntents;
  /** A random secret that all replicas have in common. */
  secret(name: string): Promise<Secret>;
  /** What the replicas of one server learn of: see `createSharedLog`. */
  log(server: string): SharedLog;
  /** Something that one of the replicas does at a time. */
  turn(name: string): SharedTurn;
  /** Throws when the database cannot be used. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedStateOptions {
  /** `postgres://…` */
  url: string;
  clock: Clock;
  logger: Logger;
  /** How long it is remembered what was asked to be created, in milliseconds. */
  intentsKeptMs: number;
  /** Entries of a log kept at most, and for how long, in milliseconds. */
  logEntries: number;
  logKeptMs: number;
}

/** @throws DatabaseError when the URL cannot be meant. The database is connected to on first use. */
export async function openSharedState(options: SharedStateOptions): Promise<SharedState> {
  const { url, clock, logger, intentsKeptMs, logEntries } = options;
  const database = await openStateDatabase(url);
  const intents = createSharedIntents({ database, clock, logger, keptMs: intentsKeptMs });
  const tidy = createTidying({ ...options, database });
  return {
    intents: {
      claim(key, options) {
        tidy();
        return intents.claim(key, options);
      },
    },
    secret: (name) => sharedSecret(database, name),
    log: (server) => createSharedLog(database, server, logEntries),
    turn: (name) => createSharedTurn(database, name),
    async ready() {
      await database.read('select 1');
      tidy();
    },
    close: database.close,
  };
}

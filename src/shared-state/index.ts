import type { IdempotencyStore } from '../lib/idempotency-store.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import type { Clock } from '../lib/time/clock.ts';
import { openStateDatabase } from './database.ts';
import { createSharedLog, type SharedLog } from './event-log.ts';
import { createPostgresIdempotencyStore } from './idempotency-store.ts';
import { createLease, type Lease } from './lease.ts';
import { createRetention } from './retention.ts';
import { sharedSecret } from './shared-secret.ts';

export type { SharedLog } from './event-log.ts';
export type { Lease } from './lease.ts';

/** What the replicas of one server must know of each other, in a PostgreSQL database. */
export interface SharedState {
  idempotency: IdempotencyStore;
  /** A random secret that all replicas have in common. */
  secret(name: string): Promise<Secret>;
  /** What the replicas of one server learn of: see `createSharedLog`. */
  log(server: string): SharedLog;
  /** Something that one of the replicas does at a time. */
  lease(name: string): Lease;
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
  idempotencyTtlMs: number;
  /** Entries of a log kept at most, and for how long, in milliseconds. */
  logEntries: number;
  logTtlMs: number;
}

/** @throws DatabaseError when the URL cannot be meant. The database is connected to on first use. */
export async function openSharedState(options: SharedStateOptions): Promise<SharedState> {
  const { url, clock, logger, idempotencyTtlMs, logEntries } = options;
  const database = await openStateDatabase(url);
  const idempotency = createPostgresIdempotencyStore({ database, clock, logger, ttlMs: idempotencyTtlMs });
  const prune = createRetention({ ...options, database });
  return {
    idempotency: {
      claim(key, options) {
        prune();
        return idempotency.claim(key, options);
      },
    },
    secret: (name) => sharedSecret(database, name),
    log: (server) => createSharedLog(database, server, logEntries),
    lease: (name) => createLease(database, name),
    async ready() {
      await database.read('select 1');
      prune();
    },
    close: database.close,
  };
}

import { createSharedIdempotencyStore } from '../lib/idempotency/shared-store.ts';
import type { IdempotencyStore } from '../lib/idempotency/store.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import type { Clock } from '../lib/time/clock.ts';
import { openStateDatabase } from './database.ts';
import { createSharedLog, type SharedLog } from './event-log.ts';
import { postgresKeyRecords } from './idempotency-records.ts';
import { createLease, type Lease } from './lease.ts';
import { createRetention } from './retention.ts';
import { sharedSecret } from './shared-secret.ts';

/** The state that the replicas of one server share, in a PostgreSQL database. */
interface SharedState {
  idempotency: IdempotencyStore;
  /** Returns a random secret that all replicas share. */
  secret(name: string): Promise<Secret>;
  /** The event log of one server: see `createSharedLog`. */
  log(server: string): SharedLog;
  /** The right of one replica to do something that the others must not do concurrently. */
  lease(name: string): Lease;
  /** Throws if the database cannot be used. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface SharedStateOptions {
  /** `postgres://…` */
  url: string;
  clock: Clock;
  logger: Logger;
  /** Maximum duration of a statement, in milliseconds: callers wait for it. */
  maxStatementMs: number;
  /** How long outcomes of create requests are recorded, in milliseconds. */
  idempotencyTtlMs: number;
  /** Maximum number of retained entries of a log. */
  logEntries: number;
  /** How long entries of a log are retained, in milliseconds. */
  logTtlMs: number;
}

/** @throws DatabaseError if the URL is invalid. Connects on first use. */
export async function openSharedState(options: SharedStateOptions): Promise<SharedState> {
  const { url, clock, logger, maxStatementMs, idempotencyTtlMs, logEntries } = options;
  const database = await openStateDatabase(url, { maxStatementMs });
  const records = postgresKeyRecords(database, idempotencyTtlMs);
  const idempotency = createSharedIdempotencyStore({ records, clock, logger });
  const { prune, stop } = createRetention({ ...options, database });
  return {
    idempotency: {
      claim(key, options) {
        prune();
        return idempotency.claim(key, options);
      },
      hold(keys, signal) {
        prune();
        return idempotency.hold(keys, signal);
      },
    },
    secret: (name) => sharedSecret(database, name),
    log(server) {
      const log = createSharedLog(database, server, logEntries);
      return {
        ...log,
        append(id, entry) {
          prune();
          return log.append(id, entry);
        },
        after(position, limit) {
          prune();
          return log.after(position, limit);
        },
      };
    },
    lease: (name) => createLease(database, name),
    async ready() {
      await database.read('select 1');
      prune();
    },
    close() {
      stop();
      return database.close();
    },
  };
}

import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { openStateDatabase } from './database.ts';
import { createSharedIntents, type SharedIntents } from './intents.ts';
import { createSharedLog, type SharedLog } from './log.ts';
import { sharedSecret } from './secrets.ts';
import { createTidying } from './tidy.ts';
import { createSharedTurn, type SharedTurn } from './turns.ts';

export type { SharedClaim, SharedIntents, SharedKnown } from './intents.ts';
export type { SharedLog } from './log.ts';
export type { SharedTurn } from './turns.ts';

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

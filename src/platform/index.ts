import { ALL_SCOPES, type Scope } from '../contract/index.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { FetchHandler } from '../lib/handler.ts';
import { type Logger, silentLogger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { createApp } from './app.ts';
import { createAuthorize } from './auth/authorize.ts';
import type { ProcessKeys } from './auth/keys.ts';
import { createKeyUsage } from './auth/usage.ts';
import { DEFAULT_SETTINGS, type DeliverySettings } from './deliveries/settings.ts';
import { startWorker } from './deliveries/worker.ts';
import type { DemoBusiness } from './demo/types.ts';
import { type OperatorCalls, operatorCalls } from './operator/calls.ts';
import { type OperatorEvents, operatorEvents } from './operator/events.ts';
import { issueProcessKey, type OperatorKeys, operatorKeys, requireOwner } from './operator/keys.ts';
import { type OperatorUsers, operatorUsers } from './operator/users.ts';
import { type OperatorWebhooks, operatorWebhooks } from './operator/webhooks.ts';
import { ensureTeam } from './seed.ts';
import { importBusiness } from './store/import.ts';
import { openStore } from './store/store.ts';

export { DatabaseError } from '../lib/database-error.ts';
export type { DeliverySettings } from './deliveries/settings.ts';
export type { DemoBusiness } from './demo/types.ts';
export type { EventsRead, OperatorEvents } from './operator/events.ts';
export type { KeyInfo } from './operator/keys.ts';
export type { AttemptInfo, WebhookInfo } from './operator/webhooks.ts';
export type { TeamMember } from './store/people.ts';

export interface PlatformOptions {
  /** A file path, whose folder is created when it is not there; `:memory:`; or the `postgres://` URL of a database. */
  database: string;
  clock?: Clock | undefined;
  logger?: Logger | undefined;
  /** Whether a new database begins with the demo business (default) or with an empty one. */
  demo?: boolean | undefined;
  /** What a new database begins with instead of either. */
  business?: DemoBusiness | undefined;
  /**
   * Whether this process tells webhooks what happens (default), and how where the defaults do not fit. Otherwise what
   * happens waits for a process that does.
   */
  deliveries?: boolean | Partial<DeliverySettings> | undefined;
}

/** The embedded platform: the whole API of the specification, and what its operator can do beside it. */
export interface Platform {
  /** Answers requests for everything under `/api`, whatever their host. */
  fetch: FetchHandler;
  /**
   * Makes a key that only this process knows and that is never stored, for a client in the same process. Belongs to
   * the owner of the team (default: the first) and has all scopes unless told otherwise.
   */
  issueProcessKey(options?: { teamId?: string; scopes?: readonly Scope[] }): Secret;
  /** The first team: that of the demo business, if the database began with it. */
  readonly team: Team;
  keys: OperatorKeys;
  users: OperatorUsers;
  calls: OperatorCalls;
  events: OperatorEvents;
  webhooks: OperatorWebhooks;
  /** Adds a whole business as another team. */
  addBusiness(business: DemoBusiness): Promise<void>;
  /** Throws when the database cannot be used. */
  ready(): Promise<void>;
  /** Ends deliveries under way (within seconds) and what is being written, and closes the database. Further calls wait for the first. */
  close(): Promise<void>;
}

export interface Team {
  id: string;
  name: string;
  /** IANA name. */
  timeZone: string;
  /** ISO 3166 code. */
  defaultCountry: string;
}

/** Opens the embedded platform. Throws `DatabaseError` when its database cannot be used. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, clock = systemClock, logger = silentLogger, demo = true, business, deliveries = true } = options;
  const store = await openStore(database, clock.now());
  const team = await ensureTeam(store, business ?? (demo ? 'demo' : 'empty'), clock.now()).catch(async (error) => {
    await store.close();
    throw error;
  });

  const processKeys: ProcessKeys = new Map();
  const usage = createKeyUsage(store, clock, logger);
  const authorize = createAuthorize({ store, clock, processKeys, onUse: usage.note });
  const settings = { ...DEFAULT_SETTINGS, ...(typeof deliveries === 'object' ? deliveries : {}) };
  const app = createApp({ store, clock, loopback: settings.loopback }, authorize, logger);
  const worker = deliveries === false ? undefined : startWorker(store, settings, logger);

  return {
    fetch: async (request) => app.fetch(request),
    issueProcessKey: ({ teamId = team.id, scopes = ALL_SCOPES } = {}) => issueProcessKey(processKeys, teamId, scopes),
    team: { id: team.id, name: team.name, timeZone: team.time_zone, defaultCountry: team.default_country },
    keys: operatorKeys(store, clock, team.id),
    users: operatorUsers(store, team.id),
    calls: operatorCalls(store, clock, team.id),
    events: operatorEvents(store, team.id),
    webhooks: operatorWebhooks(store, clock, { settings, logger }, team.id),
    addBusiness: (added) => store.write((tx) => importBusiness(tx, added, clock.now())),
    ready: () => store.read(async (db) => void (await requireOwner(db, team.id))),
    close: once(async () => {
      await worker?.close();
      await usage.flush();
      await store.close();
    }),
  };
}

/** Runs `work` the first time it is called, and gives everybody the outcome of that. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  return () => {
    outcome ??= work();
    return outcome;
  };
}

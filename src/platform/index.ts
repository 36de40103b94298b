import { ALL_SCOPES, type Scope } from '../contract/index.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import type { PlainRequest, PlainResponse } from '../lib/http/plain-message.ts';
import { boundedRecords } from '../lib/idempotency/bounded-records.ts';
import { createSharedIdempotencyStore } from '../lib/idempotency/shared-store.ts';
import { IDEMPOTENCY_TTL_MS, type IdempotencyStore } from '../lib/idempotency/store.ts';
import { type Logger, silentLogger } from '../lib/logging/logger.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import { type Clock, systemClock } from '../lib/time/clock.ts';
import { type AdminBookings, adminBookings } from './admin/bookings.ts';
import { type AdminBusiness, adminBusiness } from './admin/business.ts';
import { type AdminCalendarFeeds, adminCalendarFeeds } from './admin/calendar-feeds.ts';
import { type AdminCallSources, adminCallSources } from './admin/call-sources.ts';
import { type AdminCalls, adminCalls } from './admin/calls.ts';
import { type AdminContacts, adminContacts } from './admin/contacts.ts';
import { type AdminCustomerData, adminCustomerData } from './admin/customer-data.ts';
import { type AdminDemo, adminDemo } from './admin/demo.ts';
import { type AdminErasure, adminErasure } from './admin/erasure.ts';
import { type AdminEvents, adminEvents } from './admin/events.ts';
import { type AdminKeys, adminKeys, issueProcessKey, requireOwner } from './admin/keys.ts';
import { type AdminUsers, adminUsers } from './admin/users.ts';
import { type AdminWebhooks, adminWebhooks } from './admin/webhooks.ts';
import { createAuthorize } from './auth/authorize.ts';
import { createKeyUsage } from './auth/key-usage.ts';
import type { ProcessKeys } from './auth/keys.ts';
import { type BusinessProfile, readProfile } from './business/profile.ts';
import { type CalendarSettings, DEFAULT_CALENDAR_SETTINGS } from './calendars/settings.ts';
import { startCalendarWorker } from './calendars/worker.ts';
import { DEFAULT_SETTINGS, type DeliverySettings } from './deliveries/settings.ts';
import { type OnWebhookAttempt, startWorker } from './deliveries/worker.ts';
import { followClock } from './demo/follow-clock.ts';
import type { DemoBusiness } from './demo/types.ts';
import { startDerivedWorker } from './derived/worker.ts';
import { createFailures } from './http/failures.ts';
import { createLocalHandler } from './http/local-requests.ts';
import type { RequestOrigin } from './http/request-origin.ts';
import { createRoutes } from './http/router.ts';
import { DEFAULT_FETCH_SETTINGS, type FetchSettings } from './intake/fetch-settings.ts';
import { startFetchWorker } from './intake/fetch-worker.ts';
import type { Measurements } from './measure.ts';
import { createHandlers } from './routes/index.ts';
import { ensureTeam } from './seed.ts';
import { platformKeyRecords } from './store/idempotency-records.ts';
import { importBusiness } from './store/import.ts';
import { sharedSecret } from './store/secrets.ts';
import { openStore } from './store/store.ts';

export { DatabaseError } from '../lib/database/database-error.ts';
export type { AdminBookings, BookingList, CatalogueRecord, PricedBooking } from './admin/bookings.ts';
export {
  type AdminBusiness,
  type BusinessOverview,
  DemoBusinessError,
  type PlannedBusiness,
} from './admin/business.ts';
export type { AdminCalendarFeeds, NewCalendarFeed } from './admin/calendar-feeds.ts';
export {
  type AdminCallSources,
  type CallReportInfo,
  CallSourceError,
  type CallSourceInfo,
} from './admin/call-sources.ts';
export { type AdminContacts, MAX_BATCH_ROWS } from './admin/contacts.ts';
export { NoDemoError } from './admin/demo.ts';
export { ErasureError, type ErasurePlan } from './admin/erasure.ts';
export type { AdminEvents } from './admin/events.ts';
export type { BookingImporter } from './admin/import-bookings.ts';
export type { KeyInfo } from './admin/keys.ts';
export { UserError } from './admin/users.ts';
export { RedeliveryError, type WebhookInfo } from './admin/webhooks.ts';
export { OutdatedPlanError } from './business/apply.ts';
export { BusinessFileError } from './business/plan.ts';
export type { BusinessProfile } from './business/profile.ts';
export type { ImportReport, ImportRequest } from './dashboard/endpoints-imports.ts';
export { MAX_FILE_BYTES, MAX_REPORTED_NOTES } from './dashboard/endpoints-imports.ts';
export type {
  DashboardCall,
  DashboardServer,
  ImportRefusal,
  SessionCredential,
} from './dashboard/server.ts';
export type { DeliverySettings } from './deliveries/settings.ts';
export type { DemoBusiness } from './demo/types.ts';
export { CalendarFeedError } from './feeds/manage-feeds.ts';
export type { BookingImportOutcome } from './rules/booking-import.ts';
export type { ImportOutcome } from './rules/contact-import.ts';
export type { ImportedContact } from './rules/contact-index.ts';
export type { ImportedBooking } from './rules/imported-booking.ts';
export type { TeamMember } from './store/accounts/users.ts';

export interface PlatformOptions {
  /** A file path, whose folder is created if missing; `:memory:`; or the `postgres://` URL of a database. */
  database: string;
  clock?: Clock | undefined;
  logger?: Logger | undefined;
  /** True (default) to seed a new database with the demo business, false to seed it with an empty one. */
  demo?: boolean | undefined;
  /** False: a new database is refused. Default: true. */
  mayBeNew?: boolean | undefined;
  /** A business to seed a new database with instead. */
  business?: DemoBusiness | undefined;
  /**
   * Whether this process delivers events to webhooks (default: true), or settings that override the defaults. If false,
   * deliveries stay pending until a process that delivers opens the database.
   */
  deliveries?: boolean | Partial<DeliverySettings> | undefined;
  /** Called after each attempt of this process to deliver an event to a webhook, for metrics. It must not throw. */
  onWebhookAttempt?: OnWebhookAttempt | undefined;
  /**
   * The address at which others reach this platform, without path: a signature of Twilio covers it, feeds have it, and the
   * dashboard accepts it as its own origin.
   */
  publicUrl?: URL | undefined;
  /** Settings of reading private calendars, which the processes that deliver do too. */
  calendars?: Partial<CalendarSettings> | undefined;
  /** Settings of fetching calls from their vendors, which the processes that deliver do too. */
  callFetches?: Partial<FetchSettings> | undefined;
}

/** The embedded platform: the whole API of the specification, and the operations of its operator. */
export interface Platform {
  /** Handles requests to every path under `/api`, for any host. */
  fetch(request: Request, origin?: RequestOrigin): Promise<Response>;
  /** Handles requests of this process to the endpoints of the contract. The protocol of the address may be any. Never rejects. */
  answer(request: PlainRequest, origin?: Pick<RequestOrigin, 'session'>): Promise<PlainResponse>;
  /**
   * Creates a key of a team (default: the first one) for a client in the same process. It exists only in memory, belongs to no
   * user, and has all scopes unless `scopes` is set.
   */
  issueProcessKey(options?: { teamId?: string; scopes?: readonly Scope[] }): Secret;
  /**
   * Returns the secret that signs what clients bring back, such as cursors and confirmations. All processes on this
   * database have the same one, also after a restart.
   */
  signingSecret(): Promise<Secret>;
  /**
   * Returns the create requests of a server in front of this platform, shared by all processes on this database. Keys
   * must be hashed by the caller.
   * @param options.maxWaitMs after which `claim` throws a `DatabaseError` if the database is locked, in milliseconds
   */
  idempotencyStore(options: { maxWaitMs: number }): IdempotencyStore;
  /** Reads what the database says about the business of a team; default: the first one. */
  profile(teamId?: string): Promise<BusinessProfile>;
  /** The first team: the demo business, if the database was seeded with it. */
  readonly team: Team;
  keys: AdminKeys;
  users: AdminUsers;
  bookings: AdminBookings;
  contacts: AdminContacts;
  /** Bookings and contacts of any team. */
  recordsOf(teamId: string): Pick<Platform, 'bookings' | 'contacts'>;
  erasure: AdminErasure;
  customerData: AdminCustomerData;
  calls: AdminCalls;
  callSources: AdminCallSources;
  calendarFeeds: AdminCalendarFeeds;
  business: AdminBusiness;
  demo: AdminDemo;
  events: AdminEvents;
  webhooks: AdminWebhooks;
  /** Adds a whole business as another team. */
  addBusiness(business: DemoBusiness): Promise<void>;
  /** Rejects if the database cannot be used, or not be written. */
  ready(): Promise<void>;
  /** Reads what metrics say about the database. Rejects if it does not answer. */
  measure(): Promise<Measurements>;
  /** Throws a `DatabaseError` if the database is known to be unusable until the program restarts. Costs microseconds. */
  assertUsable(): void;
  /** Drains deliveries in flight (bounded to seconds) and pending writes, then closes the database. Idempotent. */
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

/** Opens the embedded platform. Rejects with `DatabaseError` if its database cannot be used. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, clock = systemClock, logger = silentLogger, demo = true, business, deliveries = true } = options;
  const { mayBeNew = true } = options;
  const store = await openStore(database, clock.now(), undefined, mayBeNew);
  const seed = business ?? (demo ? 'demo' : 'empty');
  const team = await ensureTeam(store, mayBeNew ? seed : undefined, clock.now()).catch(async (error) => {
    await store.close();
    throw error;
  });

  const processKeys: ProcessKeys = new Map();
  const usage = createKeyUsage(store, clock, logger);
  const { publicUrl } = options;
  const authorize = createAuthorize({ store, clock, publicUrl, processKeys, onUse: usage.recordUse });
  const settings = { ...DEFAULT_SETTINGS, ...(typeof deliveries === 'object' ? deliveries : {}) };
  const webhooks = adminWebhooks(store, clock, { settings, logger }, team.id);
  const context = { store, clock, loopback: settings.loopback, publicUrl };
  const routes = createRoutes(createHandlers(context), authorize);
  const failures = createFailures(logger);
  const answer = createLocalHandler(routes, failures, logger);
  const followDay = followClock(store, clock, team, logger);
  const worker = deliveries === false ? undefined : startWorker(store, settings, logger, options.onWebhookAttempt);
  const calendarSettings = { ...DEFAULT_CALENDAR_SETTINGS, ...options.calendars };
  const calendars = deliveries === false ? undefined : startCalendarWorker(store, calendarSettings, settings, logger);
  const reading = { settings: calendarSettings, wake: () => calendars?.wake() };
  // Loaded with the first request over HTTP: most processes over stdio get none.
  const app = lazy(async () =>
    (await import('./app.ts')).createApp(context, { routes, failures, logger, webhooks, calendars: reading }),
  );
  const fetchSettings = { ...DEFAULT_FETCH_SETTINGS, ...options.callFetches };
  const fetches = deliveries === false ? undefined : startFetchWorker(store, fetchSettings, settings, logger);
  const derived = deliveries === false ? undefined : startDerivedWorker(store, logger);
  const erasure = adminErasure(store, clock, team.id);

  return {
    fetch: async (request, origin = {}) => {
      await followDay();
      return (await app.get()).fetch(request, origin);
    },
    answer: async (request, origin) => {
      await followDay();
      return answer(request, origin);
    },
    issueProcessKey: ({ teamId = team.id, scopes = ALL_SCOPES } = {}) => issueProcessKey(processKeys, teamId, scopes),
    signingSecret: () => sharedSecret(store, 'signing'),
    idempotencyStore({ maxWaitMs }) {
      const records = boundedRecords(platformKeyRecords(store, IDEMPOTENCY_TTL_MS), maxWaitMs);
      return createSharedIdempotencyStore({ records, clock: systemClock, logger });
    },
    team: { id: team.id, name: team.name, timeZone: team.time_zone, defaultCountry: team.default_country },
    profile: (teamId = team.id) => store.readUncoordinated((db) => readProfile(db, teamId)),
    keys: adminKeys(store, clock, team.id),
    users: adminUsers(store, clock, team.id),
    bookings: adminBookings(store, clock, team.id),
    contacts: adminContacts(store, clock, team.id),
    recordsOf: (teamId) => ({
      bookings: adminBookings(store, clock, teamId),
      contacts: adminContacts(store, clock, teamId),
    }),
    erasure,
    customerData: adminCustomerData(store, clock, erasure, team.id),
    calls: adminCalls(store, clock, team.id),
    callSources: adminCallSources(store, clock, team.id),
    calendarFeeds: adminCalendarFeeds(store, clock, team.id),
    business: adminBusiness(store, clock),
    demo: adminDemo(store, clock, team.id),
    events: adminEvents(store, team.id),
    webhooks,
    addBusiness: (added) => store.write(async (tx) => void (await importBusiness(tx, added, clock.now())), 'all'),
    async ready() {
      await store.read((db) => requireOwner(db, team.id));
      await store.assertWritable();
    },
    measure: async () => (await import('./measure.ts')).measure(store, database, clock.now()),
    assertUsable: store.assertUsable,
    close: memoizeAsync(async () => {
      await Promise.all([worker?.close(), calendars?.close(), fetches?.close(), derived?.close()]);
      await Promise.all([usage.flush(), app.getIfCreated().then((created) => created?.close())]);
      await store.close();
    }),
  };
}

/** The business of a database. Unlike `openPlatform`, it puts nothing into a new database. */
export async function openBusiness({
  database,
  clock = systemClock,
}: Pick<PlatformOptions, 'database' | 'clock'>): Promise<AdminBusiness & Pick<Platform, 'close'>> {
  const store = await openStore(database, clock.now());
  return { ...adminBusiness(store, clock), close: memoizeAsync(store.close) };
}

/** Runs `work` on the first call and returns the same promise on every call. */
function memoizeAsync<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  return () => {
    outcome ??= work();
    return outcome;
  };
}

import type { Api } from '../api/index.ts';
import { eventSources } from '../config/events.ts';
import { toolSettings } from '../config/platform-profile.ts';
import type { Settings } from '../config/settings.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { BusinessProfile, Platform, PlatformOptions } from '../platform/index.ts';
import type { View } from '../server/index.ts';
import {
  ALL_TOOLS,
  createCallCache,
  createSearchCache,
  createVoiceMemory,
  selectTools,
  type ToolDefinition,
  type ToolServices,
} from '../tools/index.ts';
import type { VerifySigned } from '../transport/auth/authorize-signed.ts';
import { storedBusinessSettings } from './business-settings.ts';
import type { CallerParts, Callers } from './callers.ts';
import type { Dashboard, DashboardParts } from './dashboard.ts';
import { embeddedUpstream } from './embedded.ts';
import { composeEvents, type Events } from './events.ts';
import { callerIdempotency } from './idempotency.ts';
import type { IndexParts } from './mirror/index.ts';
import { explainDatabaseErrors, openPlatform } from './open-platform.ts';
import { secretFileReservation } from './secret-files.ts';
import { composeState, type State } from './state.ts';
import { statedBusinessSettings } from './stated-business.ts';
import { type Observers, remoteUpstream, signingWith, type Upstream } from './upstream.ts';
import { voiceProfile } from './voice.ts';

export { composeServerState } from './state.ts';

export interface Composition {
  tools: readonly ToolDefinition[];
  /** The tools of the voice profile; empty if no caller can have it. */
  voiceTools: readonly ToolDefinition[];
  /** The views of the program, for hosts that draw them. */
  views: readonly View[];
  services: ToolServices;
  /** Loads the tools and services of each caller, which a server with one client does without. */
  callers(): Promise<Callers>;
  events: Events;
  /**
   * Opens the database of the embedded platform, which the first request does otherwise; does nothing for a remote one.
   * @throws CommandError if it cannot be used.
   */
  open(): Promise<void>;
  /** Receives reports of calls for the embedded platform; undefined for a remote one. */
  intake: FetchHandler | undefined;
  /** Identifies the source of Vapi that signs a message, on the embedded platform; undefined for a remote one. */
  verifyVapi: VerifySigned | undefined;
  /** Prepares a server on which all callers have the voice profile for its first caller. Never rejects. */
  warmUp(): Promise<void>;
  /** Reads what the embedded platform says about its business; undefined for a remote one. */
  profile: (() => Promise<BusinessProfile>) | undefined;
  /** Opens the embedded platform; undefined with a remote one. */
  platform: (() => Promise<Platform>) | undefined;
  /** Loads the tools of the dashboard; undefined with a remote platform. */
  dashboard: (() => Promise<Dashboard>) | undefined;
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface ComposeOptions {
  /** Default: nothing is measured, traced or audited. */
  observers?: Observers | undefined;
  /** Default: no state is shared. */
  state?: State | undefined;
  /** What clients that draw views can be shown. Default: none. */
  views?: readonly View[] | undefined;
  /** False: the process only reads, and leaves deliveries to those that serve. */
  deliveries?: false | undefined;
}

/** The composition root. */
export async function compose(settings: Settings, logger: Logger, options: ComposeOptions = {}): Promise<Composition> {
  const { observers = {}, views = [], deliveries } = options;
  const state = options.state ?? composeState(undefined, logger, settings.deadlineMs);
  const upstream = settings.remote
    ? remoteUpstream(settings, settings.remote, observers)
    : embeddedUpstream(
        settings,
        observers,
        opening(settings, logger, { deliveries, onWebhookAttempt: observers.onWebhookAttempt }),
      );
  const index = upstream.index && (await composeIndex(upstream.index, upstream.api, logger));
  const api = index?.api ?? upstream.api;
  const signingSecret = (settings.remote ? undefined : state.signingSecret) ?? upstream.signingSecret;
  const signingKey = signingWith(signingSecret);
  const sharedIdempotency = state.idempotency ?? upstream.idempotency ?? (async () => undefined);
  const idempotency = (key: ToolServices['signingKey']) => callerIdempotency(sharedIdempotency, key);
  let callers: Callers | undefined;
  const { offered, hidden } = selectTools(ALL_TOOLS, settings);
  const events = composeEvents({
    settings: settings.events,
    sources: eventSources(settings),
    api: upstream.api,
    platform: settings.auth.ownKeys ? undefined : upstream.events,
    shared: state.events(signingKey),
    clock: systemClock,
    logger,
    deadlineMs: settings.deadlineMs,
    onEvent: (event) => {
      index?.onEvent(event);
      const { kind, recordId } = event;
      for (const { searchCache, callCache } of [services, ...(callers?.all() ?? [])]) {
        searchCache.invalidate();
        // An event without a record id may be about any.
        if (kind === 'call' || kind === 'unknown') callCache.invalidate(recordId);
      }
    },
  });
  const { profile } = upstream;
  const stored = profile && storedBusinessSettings(settings, profile, logger);
  const isComplete = settings.timeZone !== undefined && settings.defaultCountry !== undefined;
  const platformServices: CallerParts['platformServices'] = (client, extensions = upstream.extensionsOf(client)) => ({
    api: client,
    extensions,
    businessSettings:
      stored || isComplete
        ? stored
        : statedBusinessSettings(settings, { api: client, extensions, closing: upstream.closing }, logger),
  });
  const services: ToolServices = {
    ...platformServices(api, index?.extensions),
    events,
    settings: toolSettings(settings),
    callInProgress: upstream.callInProgress,
    index: index?.progress,
    clock: systemClock,
    logger,
    observer: observers.tools,
    audit: observers.audit,
    observed: { missingScopes: new Set() },
    offered: offered.map((tool) => tool.name),
    hidden,
    callCache: createCallCache(),
    searchCache: createSearchCache(),
    voiceMemory: createVoiceMemory(systemClock),
    idempotency: idempotency(signingKey),
    signingKey,
    reserveSecretFile: secretFileReservation(settings.events.secretsFile, logger),
  };
  const { embedded } = upstream;
  const dashboard =
    embedded && lazyDashboard({ ...embedded, settings, observers, signingKey, sharedIdempotency, logger });
  const voice = await voiceProfile(settings);
  const openCallers = async () => {
    const { createCallers } = await import('./callers.ts');
    callers ??= createCallers({
      base: services,
      selection: { offered, hidden },
      voice,
      views,
      apiWith: upstream.apiWith,
      platformServices,
      signingWith: (key) => signingWith(key ?? signingSecret),
      idempotency,
    });
    return callers;
  };
  const close = async () => {
    await Promise.all([events.close(), dashboard?.close(), index?.close()]);
    await upstream.close();
    await state.close();
  };
  const ready = async () => void (await Promise.all([upstream.ready(), state.ready()]));
  const { intake, verifyVapi } = upstream;
  const open = async () => {
    await upstream.open();
    if (index) await explainDatabaseErrors(index.open());
  };
  const voiceTools = voice?.selection.offered ?? [];
  const warmUp = async () => {
    if (voice?.isForAll) await (await import('./warm-up.ts')).warmUp(voice, services);
  };
  return {
    tools: offered,
    voiceTools,
    views,
    warmUp,
    services,
    callers: openCallers,
    events,
    open,
    profile,
    intake,
    verifyVapi,
    platform: embedded?.platform,
    dashboard: dashboard?.get,
    ready,
    close,
  };
}

/** The modules of the index are loaded only with `--index`. */
async function composeIndex(parts: Omit<IndexParts, 'api' | 'clock' | 'logger'>, api: Api, logger: Logger) {
  const { createIndex } = await import('./mirror/index.ts');
  const index = createIndex({ ...parts, api, clock: systemClock, logger });
  index.start();
  return index;
}

/** Most servers never need the dashboard: its modules are loaded with the first request for it. */
export function lazyDashboard(parts: DashboardParts) {
  const dashboard = lazy(async () => (await import('./dashboard.ts')).createDashboard(parts));
  return { get: dashboard.get, close: async () => (await dashboard.getIfCreated())?.close() };
}

/** What a command needs that reads records of the platform, wherever that is, and serves nothing. */
export type PlatformReader = Pick<Upstream, 'api' | 'extensionsOf' | 'open' | 'profile' | 'close'>;

/**
 * Creates the API client of a command. It receives no events, and sends no webhooks.
 * @param options.mayBeNew false: a new database of the embedded platform is refused
 */
export const composePlatformReader = (
  settings: Settings,
  logger: Logger,
  { mayBeNew }: Required<Pick<PlatformOptions, 'mayBeNew'>>,
): PlatformReader =>
  settings.remote
    ? remoteUpstream(settings, settings.remote, {})
    : embeddedUpstream(settings, {}, opening(settings, logger, { deliveries: false, mayBeNew }));

/** Returns the function that opens the embedded platform. */
function opening(
  settings: Settings,
  logger: Logger,
  { deliveries, ...more }: Pick<ComposeOptions, 'deliveries'> & Pick<PlatformOptions, 'mayBeNew' | 'onWebhookAttempt'>,
) {
  const { loopbackWebhooks: loopback, demo, auth } = settings;
  const options = { deliveries: deliveries ?? { loopback }, demo, publicUrl: auth.publicUrl, ...more };
  return () => openPlatform(settings, logger, options);
}

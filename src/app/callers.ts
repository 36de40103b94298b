import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Api, Extensions } from '../api/index.ts';
import { effectivePermissions, type Permissions } from '../config/rights.ts';
import type { IdempotencyStore } from '../lib/idempotency/store.ts';
import { childLogger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import {
  fastPathToolsFor,
  resourceUpdates,
  type ServerOptions,
  serverFactory,
  sessionServers,
  spokenToolsFor,
  type View,
  viewHooks,
} from '../server/index.ts';
import {
  createCallCache,
  createSearchCache,
  createVoiceMemory,
  restrictTools,
  type Selection,
  type ToolDefinition,
  type ToolServices,
  type VoiceSettings,
} from '../tools/index.ts';
import type { CallerView, Credential } from '../transport/auth/authorize.ts';
import type { Restrictions } from '../transport/auth/headers.ts';
import { missingScopesOf } from '../transport/auth/missing-scopes.ts';
import { ANONYMOUS, type Principal, type Scopes } from '../transport/auth/principal.ts';

/** Cached callers whose credential the operator configured or the platform has accepted. */
export const MAX_VERIFIED_CALLERS = 256;
/** Cached callers whose credential the platform has not accepted yet. */
export const MAX_UNVERIFIED_CALLERS = 64;
/** The size of each caller's call cache, and of its search cache. */
export const CACHE_BYTES = 512 * 1024;
/** Cached views per caller: one for each combination of restrictions and missing scopes. */
export const MAX_CALLER_VIEWS = 8;

/** What callers of the voice profile get. */
export interface VoiceProfile {
  /** True if all callers of the server have this profile. */
  isForAll: boolean;
  selection: Selection;
  settings: VoiceSettings;
  /** Lower-case name of the header with the caller's number; undefined if there is none. */
  numberHeader: string | undefined;
}

export interface CallerParts {
  /** The services of a server without authentication. */
  base: ToolServices;
  /** The tools that the operator's configuration enables. */
  selection: Selection;
  /** Absent if no caller can have the voice profile. */
  voice?: VoiceProfile | undefined;
  /** The views of the program. Default: none. */
  views?: readonly View[] | undefined;
  /** Creates a client of the platform with another credential; `onAccepted` is called when the platform accepts it. */
  apiWith(key: () => Promise<Secret>, onAccepted: () => void): Api;
  /** Creates the services that depend on the credential of the platform. `extensions`: default: those of the client. */
  platformServices(api: Api, extensions?: Extensions): Pick<ToolServices, 'api' | 'extensions' | 'businessSettings'>;
  /** Derives the signing key of a credential; of the operator's if undefined. */
  signingWith(key: (() => Promise<Secret>) | undefined): ToolServices['signingKey'];
  /** Creates the idempotency store of callers with this signing key. */
  idempotency(signingKey: ToolServices['signingKey']): IdempotencyStore;
}

export interface Callers {
  /** Returns the tools and services of a caller, within the restrictions of the request. */
  callerViewFor(principal: Principal, requested: Restrictions): CallerView;
  /** The services of all cached callers. */
  all(): ToolServices[];
}

const isWrite = (tool: ToolDefinition) => tool.effect !== 'read';

/** What a caller view is made of. */
interface CallerViewParts {
  services: ToolServices;
  permissions: Permissions;
  missingScopes: Scopes | undefined;
  credential: Credential;
}

/** One caller: a client of the platform, caches and a signing key, not shared with others. */
interface Caller {
  services: ToolServices;
  callerViews: LRUCache<string, CallerView>;
  /** The caller view of its last request: most have the same restrictions, and forming the key takes longer than comparing these. */
  last?: { principal: Principal; requested: Restrictions; view: CallerView };
  /** True if the operator configured its credential or the platform has accepted it. */
  isVerified: boolean;
}

/**
 * Isolates callers by the id of their credential. Verified and unverified callers have a cache each, so that invented
 * credentials evict only other unverified ones.
 */
export function createCallers(parts: CallerParts): Callers {
  const { base, selection, voice, views, apiWith, platformServices, signingWith, idempotency } = parts;
  const verified = new LRUCache<string, Caller>({ max: MAX_VERIFIED_CALLERS });
  const unverified = new LRUCache<string, Caller>({ max: MAX_UNVERIFIED_CALLERS });
  const callerWith = (services: ToolServices, isVerified: boolean): Caller => ({
    services,
    callerViews: new LRUCache({ max: MAX_CALLER_VIEWS }),
    isVerified,
  });
  const anonymous = callerWith(base, true);

  const createCaller = (principal: Principal): Caller => {
    const { id, name, platformKey, keyAdvice } = principal;
    const onAccepted = () => {
      if (caller.isVerified) return;
      caller.isVerified = true;
      // Others may have evicted it meanwhile: who floods the server with made-up keys must not keep a real one out.
      unverified.delete(id);
      if (!verified.has(id)) verified.set(id, caller);
    };
    const credentialKey = signingWith(platformKey);
    // Derived from the caller's id, so that confirmation tokens and cursors are valid for this caller only.
    const signingKey = async () =>
      createHmac('sha256', await credentialKey())
        .update(id)
        .digest();
    const api = platformKey && apiWith(platformKey, onAccepted);
    const services: ToolServices = {
      ...base,
      ...(api ? platformServices(api) : {}),
      settings: { ...base.settings, ...(keyAdvice ? { keyAdvice } : {}) },
      logger: childLogger(base.logger, { principal: name }),
      observed: { missingScopes: new Set() },
      callCache: createCallCache(CACHE_BYTES),
      searchCache: createSearchCache(CACHE_BYTES),
      voiceMemory: createVoiceMemory(base.clock),
      idempotency: idempotency(signingKey),
      signingKey,
    };
    const caller = callerWith(services, !principal.unverified);
    return caller;
  };
  const callerOf = (principal: Principal): Caller => {
    if (principal === ANONYMOUS) return anonymous;
    const cached = verified.get(principal.id) ?? unverified.get(principal.id);
    if (cached) return cached;
    const caller = createCaller(principal);
    (principal.unverified ? unverified : verified).set(principal.id, caller);
    return caller;
  };
  const optionsFor = (from: Selection, { services, permissions, missingScopes }: CallerViewParts): ServerOptions => {
    const { offered: tools, hidden } = restrictTools(from, permissions);
    const settings = { ...services.settings, ...permissions };
    return {
      tools,
      views,
      services: { ...services, settings, offered: tools.map((tool) => tool.name), hidden },
      requiredScopes: missingScopes && ((tool) => (isWrite(tool) ? missingScopes : undefined)),
    };
  };
  const fullCallerView = (parts: CallerViewParts): CallerView => {
    const options = optionsFor(selection, parts);
    // A token's scopes can change during a session, so a session checks those of each request.
    const requiredScopes: ServerOptions['requiredScopes'] = (tool, auth) =>
      isWrite(tool) ? missingScopesOf(auth) : undefined;
    const { credential, missingScopes } = parts;
    return {
      factory: serverFactory(options),
      ...viewHooks(options),
      fastPathTools: fastPathToolsFor(options),
      updates: resourceUpdates(options.services),
      credential,
      session: { ...credential, ...viewHooks(options), connect: sessionServers({ ...options, requiredScopes }) },
      missingScopes,
    };
  };
  /** No session, no subscriptions: voice agents open a connection for each request. */
  const voiceCallerView = ({ services, ...parts }: CallerViewParts): CallerView => {
    if (!voice) throw new Error('the voice profile is not configured');
    const settings = { ...services.settings, voice: voice.settings };
    const options = optionsFor(voice.selection, { ...parts, services: { ...services, settings } });
    const { numberHeader } = voice;
    const { credential, missingScopes } = parts;
    return {
      factory: serverFactory(options),
      fastPathTools: fastPathToolsFor(options),
      credential,
      voice: { numberHeader, ...spokenToolsFor(options) },
      missingScopes,
    };
  };
  const selectCallerView = (caller: Caller, principal: Principal, requested: Restrictions): CallerView => {
    const { services, callerViews } = caller;
    const permissions = effectivePermissions(base.settings, principal, requested);
    const { missingScopes, profile } = principal;
    const isVoice = profile === 'voice' || voice?.isForAll === true;
    const key = JSON.stringify([permissions, missingScopes, isVoice]);
    const cached = callerViews.get(key);
    if (cached) return cached;
    const credential = {
      caller: principal.id,
      rights: JSON.stringify([principal.id, permissions, isVoice]),
      verified: () => caller.isVerified,
    };
    const view = isVoice
      ? voiceCallerView({ services, permissions, missingScopes, credential })
      : fullCallerView({ services, permissions, missingScopes, credential });
    callerViews.set(key, view);
    return view;
  };
  return {
    callerViewFor(principal, requested) {
      const caller = callerOf(principal);
      const { last } = caller;
      if (last?.principal === principal && last.requested === requested) return last.view;
      const view = selectCallerView(caller, principal, requested);
      caller.last = { principal, requested, view };
      return view;
    },
    all: () => [...verified.values(), ...unverified.values()].map(({ services }) => services),
  };
}

import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Api, Extensions } from '../api/index.ts';
import { effectivePermissions } from '../config/rights.ts';
import type { IdempotencyStore } from '../lib/idempotency/store.ts';
import { childLogger } from '../lib/logging/logger.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import type { View } from '../server/index.ts';
import {
  createCallCache,
  createSearchCache,
  createVoiceMemory,
  type Selection,
  type ToolServices,
} from '../tools/index.ts';
import type { CallerView } from '../transport/auth/authorize.ts';
import type { Restrictions } from '../transport/auth/headers.ts';
import { ANONYMOUS, type Principal } from '../transport/auth/principal.ts';
import { fullCallerView, voiceCallerView } from './caller-views.ts';
import type { VoiceProfile } from './voice-profile.ts';

/** Cached callers whose credential the operator configured or the platform has accepted. */
export const MAX_VERIFIED_CALLERS = 256;
/** Cached callers whose credential the platform has not accepted yet. */
export const MAX_UNVERIFIED_CALLERS = 64;
/** The size of each caller's call cache, and of its search cache. */
export const CACHE_BYTES = 512 * 1024;
/** Cached views per caller: one for each combination of restrictions and missing scopes. */
export const MAX_CALLER_VIEWS = 8;

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
  const { base, selection, voice, views } = parts;
  const verified = new LRUCache<string, Caller>({ max: MAX_VERIFIED_CALLERS });
  const unverified = new LRUCache<string, Caller>({ max: MAX_UNVERIFIED_CALLERS });
  const anonymous = callerWith(base, true);

  const callerOf = (principal: Principal): Caller => {
    const { id } = principal;
    if (principal === ANONYMOUS) return anonymous;
    const cached = verified.get(id) ?? unverified.get(id);
    if (cached) return cached;
    const caller = createCaller(parts, principal, (accepted) => {
      // Others may have evicted it meanwhile: who floods the server with made-up keys must not keep a real one out.
      unverified.delete(id);
      if (!verified.has(id)) verified.set(id, accepted);
    });
    (principal.unverified ? unverified : verified).set(id, caller);
    return caller;
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
    const viewParts = { services, permissions, missingScopes, credential, views };
    const view = isVoice ? voiceCallerView(voice, viewParts) : fullCallerView(selection, viewParts);
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

const callerWith = (services: ToolServices, isVerified: boolean): Caller => ({
  services,
  callerViews: new LRUCache({ max: MAX_CALLER_VIEWS }),
  isVerified,
});

/** Creates the services of a caller. @param onVerified is called when the platform accepts an unverified credential. */
function createCaller(parts: CallerParts, principal: Principal, onVerified: (caller: Caller) => void): Caller {
  const { base, apiWith, platformServices, signingWith, idempotency } = parts;
  const { id, name, platformKey, keyAdvice } = principal;
  const onAccepted = () => {
    if (caller.isVerified) return;
    caller.isVerified = true;
    onVerified(caller);
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
}

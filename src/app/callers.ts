import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Api } from '../api/index.ts';
import { rightsOf } from '../cli/config/rights.ts';
import type { IdempotencyStore } from '../lib/idempotency-store.ts';
import { childLogger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { directFor, type ServerOptions, serverFactory, sessionServers, updatesOf } from '../server/index.ts';
import {
  createCallCache,
  createSearchCache,
  restrictTools,
  type Selection,
  type ToolDefinition,
  type ToolServices,
} from '../tools/index.ts';
import type { CallerView } from '../transport/auth/authorize.ts';
import type { Restrictions } from '../transport/auth/headers.ts';
import { missingScopesOf } from '../transport/auth/missing-scopes.ts';
import { ANONYMOUS, type Principal } from '../transport/auth/principal.ts';

/** Cache sizes: callers, and callers whose credential the platform has not accepted yet. */
const MOST_CALLERS = 256;
const MOST_UNPROVEN = 64;
/** The cache size for each caller's calls, and the same for searches, in bytes. */
const KEPT_BYTES = 512 * 1024;
/** Cached selections of tools per caller. */
const MOST_OFFERS = 8;

export interface CallerParts {
  /** The services of a server without authentication. */
  base: ToolServices;
  /** The tools as the operator configured them. */
  selection: Selection;
  /** The platform with another credential; `onTaken` is called when the platform has accepted it. */
  apiWith(key: () => Promise<Secret>, onTaken: () => void): Api;
  /** The signing key of a credential; undefined: the operator's. */
  signingWith(key: (() => Promise<Secret>) | undefined): ToolServices['signingKey'];
  /** The recent create requests of callers with this signing key. */
  idempotency(signingKey: ToolServices['signingKey']): IdempotencyStore;
}

export interface Callers {
  /** The tools and services of a caller, within the restrictions of the request. */
  viewFor(principal: Principal, asked: Restrictions): CallerView;
  /** The services of all cached callers. */
  all(): ToolServices[];
}

/** One caller: a client of the platform, caches and a signing key, not shared with others. */
interface Caller {
  services: ToolServices;
  offers: LRUCache<string, CallerView>;
  /** Whether the operator configured its credential, or the platform has accepted it. */
  proven: boolean;
}

/**
 * Isolates callers by the id of their credential. Invented credentials evict only others that the platform has not
 * accepted.
 */
export function createCallers({ base, selection, apiWith, signingWith, idempotency }: CallerParts): Callers {
  const kept = new LRUCache<string, Caller>({ max: MOST_CALLERS });
  const unproven = new LRUCache<string, Caller>({ max: MOST_UNPROVEN });
  const callerWith = (services: ToolServices, proven: boolean): Caller => ({
    services,
    offers: new LRUCache({ max: MOST_OFFERS }),
    proven,
  });
  const everyone = callerWith(base, true);

  const make = ({ id, name, platformKey, keyAdvice, unverified: made = false }: Principal): Caller => {
    const proven = () => {
      caller.proven = true;
      const current = unproven.get(id);
      unproven.delete(id);
      if (current) kept.set(id, current);
    };
    const shared = signingWith(platformKey);
    // Confirmation tokens and cursors are valid for this caller only.
    const signingKey = async () =>
      createHmac('sha256', await shared())
        .update(id)
        .digest();
    const services: ToolServices = {
      ...base,
      ...(platformKey ? { api: apiWith(platformKey, proven) } : {}),
      settings: { ...base.settings, ...(keyAdvice ? { keyAdvice } : {}) },
      logger: childLogger(base.logger, { principal: name }),
      observed: { missingScopes: new Set() },
      callCache: createCallCache(KEPT_BYTES),
      searchCache: createSearchCache(KEPT_BYTES),
      idempotency: idempotency(signingKey),
      signingKey,
    };
    const caller = callerWith(services, !made);
    return caller;
  };
  const callerOf = (principal: Principal): Caller => {
    if (principal === ANONYMOUS) return everyone;
    const known = kept.get(principal.id) ?? unproven.get(principal.id);
    if (known) return known;
    const caller = make(principal);
    (principal.unverified ? unproven : kept).set(principal.id, caller);
    return caller;
  };
  return {
    viewFor(principal, asked) {
      const caller = callerOf(principal);
      const { services, offers } = caller;
      const rights = rightsOf(base.settings, principal, asked);
      const { missingScopes } = principal;
      const key = JSON.stringify([rights, missingScopes]);
      const known = offers.get(key);
      if (known) return known;
      const { offered: tools, hidden } = restrictTools(selection, rights);
      const settings = { ...services.settings, ...rights };
      const writing = (tool: ToolDefinition) => tool.effect !== 'read';
      const options: ServerOptions = {
        tools,
        services: { ...services, settings, offered: tools.map((tool) => tool.name), hidden },
        requiredScopes: missingScopes && ((tool) => (writing(tool) ? missingScopes : undefined)),
      };
      // A token's scopes can change during a session.
      const needs: ServerOptions['requiredScopes'] = (tool, auth) =>
        writing(tool) ? missingScopesOf(auth) : undefined;
      const view: CallerView = {
        factory: serverFactory(options),
        fastPathTools: directFor(options),
        updates: updatesOf(options.services),
        session: {
          caller: principal.id,
          rights: JSON.stringify([principal.id, rights]),
          verified: () => caller.proven,
          connect: sessionServers({ ...options, requiredScopes: needs }),
        },
        missingScopes,
      };
      offers.set(key, view);
      return view;
    },
    all: () => [...kept.values(), ...unproven.values()].map(({ services }) => services),
  };
}

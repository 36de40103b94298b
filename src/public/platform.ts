import { ALL_SCOPES } from '../contract/scopes.ts';
import { silentLogger } from '../lib/logging/logger.ts';
import { systemClock } from '../lib/time/clock.ts';
import type * as Published from './published.d.ts';

const LOOPBACK = '127.0.0.1';

/** With the published type: one that lacks a scope does not compile here, and one with a scope too many not in `createKey`. */
const DEFAULT_SCOPES: readonly Published.Scope[] = ALL_SCOPES;

/** The implementation of `rcpt-mcp/platform`. Its published types are in `published.d.ts`, which the package contains. */
export const openPlatform: typeof Published.openPlatform = async (options = {}) => {
  const { database = ':memory:', demo = true, now = Date.now, deliveries = true } = options;
  const opened = await import('../platform/index.ts');
  const platform = await opened.openPlatform({ database, demo, deliveries, clock: { ...systemClock, now } });
  return {
    team: platform.team,
    fetch: platform.fetch,
    async listen({ port = 0 } = {}) {
      const { servePlatform } = await import('../platform/serve.ts');
      return servePlatform(platform, { host: LOOPBACK, port, logger: silentLogger });
    },
    async createKey({ name = 'test', scopes = DEFAULT_SCOPES, expiresInDays } = {}) {
      const expiry = expiresInDays === undefined ? {} : { expiresInDays };
      return (await platform.keys.create({ name, scopes, ...expiry })).key.reveal();
    },
    simulateCall: (call = {}) => platform.calls.simulate(call),
    close: platform.close,
  };
};

import type { ServerOptions } from '@modelcontextprotocol/server';

/**
 * How long clients may cache lists, which do not change while this process runs. It is limited because the process may be
 * restarted with other settings while the client is running.
 */
const LIST_TTL_MS = 5 * 60_000;

const list = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;

/**
 * Cache hints (MCP 2026-07-28, caching). Everything is private: records belong to a team, and lists and instructions
 * depend on one operator's settings. A resource's own hint takes precedence.
 */
export const CACHE_HINTS: NonNullable<ServerOptions['cacheHints']> = {
  'server/discover': list,
  'tools/list': list,
  'prompts/list': list,
  'resources/list': list,
  'resources/templates/list': list,
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
};

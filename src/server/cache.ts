import type { ServerOptions } from '@modelcontextprotocol/server';

/**
 * How long clients may keep what never changes while this process runs, in milliseconds. Not longer, because a client
 * may outlive a process that is started again with other settings.
 */
const LIST_TTL_MS = 5 * 60_000;

const list = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;

/**
 * Cache hints (MCP 2026-07-28, caching). Everything is private: records are a team's, and lists and instructions follow
 * from one operator's settings. What a resource says of itself goes before.
 */
export const CACHE_HINTS: NonNullable<ServerOptions['cacheHints']> = {
  'server/discover': list,
  'tools/list': list,
  'prompts/list': list,
  'resources/list': list,
  'resources/templates/list': list,
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
};

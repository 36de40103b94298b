import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../../src/api/index.ts';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { serverFactory } from '../../src/server/index.ts';
import {
  ALL_TOOLS,
  createCallCache,
  createMemoryIdempotencyStore,
  createSearchCache,
  createVoiceMemory,
  DEFAULT_TOOLSETS,
  type ToolServices,
} from '../../src/tools/index.ts';

/** Unexpected errors cannot be caused through the program, so the platform's client is replaced by a broken one. */
const lines: string[] = [];
const broken = (): never => {
  throw new TypeError('internal details of the failure: sk_live_canary');
};
const services: ToolServices = {
  api: new Proxy({}, { get: () => broken }) as Api,
  settings: {
    version: '0.0.0',
    mode: 'embedded',
    platformHost: 'embedded',
    timeZone: 'UTC',
    timeZoneSource: '',
    defaultCountry: 'US',
    toolsets: DEFAULT_TOOLSETS,
    readOnly: false,
    openingHours: undefined,
    openingHoursSource: '',
    isTimeZoneConfigured: false,
    isOpeningHoursConfigured: false,
    redact: 'off',
    maxTokens: 8_000,
    confirm: 'never',
    output: 'both',
    teamId: undefined,
  },
  extensions: { has: async () => false, announces: async () => false, announcesForCertain: async () => false },
  clock: systemClock,
  logger: createLogger({ level: 'debug', format: 'json', write: (line) => void lines.push(line) }),
  signingKey: broken,
  reserveSecretFile: broken,
  observed: { missingScopes: new Set() },
  offered: [],
  hidden: [],
  callCache: createCallCache(),
  searchCache: createSearchCache(),
  voiceMemory: createVoiceMemory(systemClock),
  idempotency: createMemoryIdempotencyStore(systemClock),
  events: {
    sources: [],
    open: () => Promise.reject(new Error('none')),
    listen: () => () => {},
    isBehind: () => false,
    knownGaps: () => [],
  },
};
const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });

beforeAll(async () => {
  const handler = createMcpHandler(serverFactory({ tools: ALL_TOOLS, services }));
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
});
afterAll(() => client.close());

it('an unexpected error of a resource has an id that the log repeats with the details', async () => {
  const error = await client.readResource({ uri: 'rcpt://bookings/x' }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: -32603, message: expect.stringMatching(/^Internal error [0-9a-f-]{36}\./) });
  expect(JSON.stringify(error) + String(error)).not.toMatch(/internal details|canary|TypeError/);
  const id = String(error).match(/[0-9a-f-]{36}/)?.[0] ?? 'no id';
  expect(lines.filter((line) => line.includes(id) && line.includes('internal details'))).toHaveLength(1);
  expect(lines.join('')).not.toContain('canary');
});

it('an unexpected error of a completion returns no suggestions', async () => {
  const ref = { type: 'ref/resource' as const, uri: 'rcpt://bookings/{id}' };
  expect((await client.complete({ ref, argument: { name: 'id', value: '' } })).completion.values).toEqual([]);
});

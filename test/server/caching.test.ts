import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Cache hints on the wire (MCP 2026-07-28). Requests are sent without an SDK client, which has its own cache. */
let session: HttpSession;

beforeAll(async () => {
  session = await startHttp();
});
afterAll(() => session?.close());

async function ask(method: string, params: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const answer = await fetch(session.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params.uri ? { 'mcp-name': params.uri } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const text = await answer.text();
  return JSON.parse(text.startsWith('{') ? text : (text.match(/^data: (.*)$/m)?.[1] ?? '')).result;
}

it.each(['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
  'clients may cache %s for five minutes, privately',
  async (method) => {
    expect(await ask(method)).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
  },
);

it('clients may cache records for seconds and catalogues for longer, all privately', async () => {
  const id = async (tool: string) => field((await session.client.call(tool)).data, 'items', 0, 'id');
  const ages: Record<string, number> = {
    [`rcpt://bookings/${await id('list_bookings')}`]: 5_000,
    [`rcpt://contacts/${await id('list_contacts')}`]: 5_000,
    [`rcpt://calls/${await id('list_calls')}`]: 60_000,
    [`rcpt://calls/${await id('list_calls')}/transcript`]: 60_000,
    'rcpt://services': 300_000,
    'rcpt://webhooks/events': 3_600_000,
  };
  for (const [uri, ttlMs] of Object.entries(ages))
    expect(await ask('resources/read', { uri }), uri).toMatchObject({ ttlMs, cacheScope: 'private' });
});

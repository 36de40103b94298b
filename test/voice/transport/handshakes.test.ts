import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  messageOf,
  type RawHeaders,
  REVISIONS,
  rpc,
  sendRaw,
  spokenText,
  startVoiceServer,
  type VoiceServer,
} from '../../support/voice-server.ts';

/** The handshakes of voice vendors: without a session, with a new connection for each request, and any `Accept`. */
let server: VoiceServer;

beforeAll(async () => {
  server = await startVoiceServer();
});
afterAll(() => server?.close());

/** `Accept` headers, and the form that a client with each can read; undefined: both. */
const ACCEPTS: readonly [name: string, headers: RawHeaders, form: 'json' | 'stream' | undefined][] = [
  ['none', [], 'json'],
  ['an empty one', ['Accept', ''], 'json'],
  ['*/*', ['Accept', '*/*'], 'json'],
  ['application/json', ['Accept', 'application/json'], 'json'],
  ['APPLICATION/JSON', ['accept', 'APPLICATION/JSON'], 'json'],
  ['text/event-stream', ['Accept', 'text/event-stream'], 'stream'],
  ['Text/Event-Stream', ['ACCEPT', 'Text/Event-Stream'], 'stream'],
  ['q values for JSON', ['Accept', 'text/event-stream;q=0.5, application/json;q=0.9'], 'json'],
  ['q values for a stream', ['Accept', 'application/json;q=0.5,text/event-stream'], 'stream'],
  ['a stream that is excluded', ['Accept', 'application/json, text/event-stream;q=0'], 'json'],
  ['another type', ['Accept', 'text/html'], 'json'],
  ['two headers', ['Accept', 'application/json;q=0.1', 'Accept', 'text/event-stream'], 'stream'],
  ['both', ['Accept', 'application/json, text/event-stream'], undefined],
];

const TYPES = { json: 'application/json', stream: 'text/event-stream' };

describe.each(REVISIONS)('a voice agent of MCP %s', (revision) => {
  it.each(ACCEPTS)(
    'each request is answered in a form that the agent can read with the Accept header: %s',
    async (_name, accept, form) => {
      const ask = async (method: string, params = {}) => {
        const { body, headers } = rpc(revision, method, params);
        return sendRaw(server.url, body, [...headers, ...accept]);
      };
      const steps: [string, object][] = [
        revision === '2026-07-28'
          ? ['server/discover', {}]
          : [
              'initialize',
              { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'voice', version: '1.0.0' } },
            ],
        ['tools/list', {}],
        // Twice: the second may be answered without the SDK.
        ['tools/call', { name: 'say_caller', arguments: {} }],
        ['tools/call', { name: 'say_caller', arguments: {} }],
        ['tools/call', { name: 'no_such_tool', arguments: {} }],
      ];
      for (const [method, params] of steps) {
        const answer = await ask(method, params);
        expect([method, answer.status]).toEqual([method, 200]);
        const expected = form ?? (revision === '2026-07-28' ? 'json' : 'stream');
        expect([method, answer.type]).toEqual([method, TYPES[expected]]);
        expect(messageOf(answer)).toMatchObject({ id: 1, result: {} });
        if (method === 'initialize') expect(messageOf(answer).result?.protocolVersion).toBe(revision);
      }
    },
  );

  it.each(ACCEPTS)(
    'the SDK and the fast path give the same answer with the Accept header: %s',
    async (_name, accept) => {
      const { body, headers } = rpc(revision, 'tools/call', { name: 'say_caller', arguments: { word: _name } });
      // The SDK answers the first request of a kind: this one has a header that the fast path does not know.
      const [bySdk, direct] = [['X-Unknown-Header', '1'], []].map((more) =>
        sendRaw(server.url, body, [...headers, ...accept, ...more]),
      );
      const comparable = async (answer: ReturnType<typeof sendRaw> | undefined) => {
        const { date: _date, ...rest } = (await answer)?.headers ?? {};
        return { ...(await answer), headers: rest };
      };
      expect(await comparable(direct)).toEqual(await comparable(bySdk));
    },
  );

  it('a call is answered with one text, no structured content, no output schema and no metadata of ours', async () => {
    const of = async (method: string, params = {}) => {
      const { body, headers } = rpc(revision, method, params);
      return sendRaw(server.url, body, headers);
    };
    const listed = messageOf(await of('tools/list')).result as { tools: Record<string, unknown>[] };
    expect(listed.tools.map(({ name }) => name)).toEqual(['say_caller', 'change_it', 'fail_here', 'take_time']);
    for (const tool of listed.tools) expect(tool).not.toHaveProperty('outputSchema');
    const called = messageOf(await of('tools/call', { name: 'say_caller', arguments: {} })).result;
    const ofProtocol = revision === '2026-07-28' ? ['_meta', 'content', 'resultType'] : ['content'];
    expect(Object.keys(called ?? {}).sort()).toEqual(ofProtocol);
    expect(called?.content).toEqual([{ type: 'text', text: 'null/null' }]);
    expect(Object.keys((called?._meta as object) ?? {})).toEqual(
      revision === '2026-07-28' ? ['io.modelcontextprotocol/serverInfo'] : [],
    );
  });

  it('a failure is heard in plain words, whether the tool, its name or its arguments are wrong', async () => {
    const calls = [
      { name: 'fail_here', arguments: {} },
      { name: 'get_webhook', arguments: {} },
      { name: 'say_caller', arguments: { word: { of: 7 } } },
      { name: 'say_caller', arguments: { phone: '+12125550123' } },
      { name: 'say_caller', arguments: 'none' },
    ];
    for (const params of calls) {
      const { body, headers } = rpc(revision, 'tools/call', params);
      const answer = await sendRaw(server.url, body, headers);
      const { result } = messageOf(answer);
      expect([params, answer.status, result?.isError]).toEqual([params, 200, true]);
      expect(Object.keys(result ?? {})).not.toContain('structuredContent');
      const [said, forAgent, ...more] = spokenText(answer).split(' | ');
      expect(said).toMatch(/^[A-Z].{20,200}[.?]$/);
      expect(said).not.toMatch(/secret|\d{3}|_|error|phone|[{}"]/i);
      // Of wrong arguments, which ones there are, and none of the values.
      if (forAgent !== undefined)
        expect(forAgent).toMatch(/^Not to be said: .*say_caller takes .* Correct the arguments and call again\.$/);
      expect([forAgent ?? '', more]).toEqual([expect.not.stringMatching(/secret|555/), []]);
    }
  });

  it('a change is confirmed by speech, where the full profile would show a form', async () => {
    const say = async (args: object) => {
      const { body, headers } = rpc(revision, 'tools/call', { name: 'change_it', arguments: args });
      return spokenText(await sendRaw(server.url, body, headers));
    };
    expect(await say({})).toBe('I would change it. Shall I?');
    expect(await say({ confirmed: true })).toBe('It is changed.');
  });

  it('the server offers no resources, prompts or subscriptions', async () => {
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list', 'logging/setLevel']) {
      const { body, headers } = rpc(revision, method, {});
      const answer = await sendRaw(server.url, body, headers);
      expect([method, messageOf(answer).error]).toEqual([method, expect.objectContaining({ code: -32601 })]);
    }
  });
});

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'voice', version: '1.0.0' } },
});

it.each(['1999-01-01', '2024-11-06', '2199-01-01', 'latest'])(
  'initialize with the unknown version %s is answered with one that the server supports',
  async (version) => {
    const { result } = messageOf(await sendRaw(server.url, initialize(version)));
    expect(REVISIONS).toContain(result?.protocolVersion);
    expect(result?.capabilities).toEqual({ tools: { listChanged: false } });
    expect(String(result?.instructions).length).toBeLessThan(600);
  },
);

it('notifications/initialized without an Accept header is answered with 202', async () => {
  const answer = await sendRaw(server.url, { jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([answer.status, answer.body]).toEqual([202, '']);
});

it('GET and DELETE of /mcp are answered with 405', async () => {
  expect((await sendRaw(server.url, '', ['Accept', 'text/event-stream'], 'GET')).status).toBe(405);
  expect((await sendRaw(server.url, '', [], 'DELETE')).status).toBe(405);
});

it('a ping and a stale session id of an old client do no harm', async () => {
  const answer = await sendRaw(server.url, { jsonrpc: '2.0', id: 'p', method: 'ping' }, ['Mcp-Session-Id', 'gone']);
  expect(messageOf(answer)).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
});

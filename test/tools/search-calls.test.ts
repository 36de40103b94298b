import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/proxy.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';

interface Hit {
  call_id: string;
  started_local: string;
  summary?: string;
  turns: { turn: number; speaker: string; text: string }[];
}

describe('search_calls with the demo business', () => {
  let platform: StartedPlatform;
  let proxy: RecordingProxy;
  let session: HttpSession;

  beforeAll(async () => {
    platform = await startPlatform({ demo: true });
    proxy = await startRecordingProxy(platform.url);
    session = await startHttp({
      RCPT_BASE_URL: proxy.url,
      RCPT_API_KEY: await platform.key(),
      RCPT_TIME_ZONE: 'America/New_York',
    });
  });
  afterAll(async () => {
    await session?.close();
    await proxy?.close();
    await platform?.close();
  });

  const search = async (args: Record<string, unknown>) => {
    const answer = await session.client.call('search_calls', args);
    expect(answer.isError, answer.text).toBe(false);
    return { ...answer, items: answer.data.items as Hit[] };
  };

  it('finds and quotes the same calls as a full read of all transcripts', async () => {
    const found: Hit[] = [];
    let cursor: unknown;
    do {
      const part = await search({ query: 'refund', limit: 4, ...(cursor ? { cursor } : {}) });
      found.push(...part.items);
      cursor = part.data.cursor;
    } while (cursor);
    const key = await platform.key();
    const get = async (path: string) =>
      (await fetch(`${platform.url}/api/v1${path}`, { headers: { 'x-api-key': key } })).json();
    const expected: string[] = [];
    for (const number of [1, 2]) {
      for (const { id } of field(await get(`/calls?per_page=100&page=${number}`), 'data') as { id: string }[]) {
        const call = field(await get(`/calls/${id}`), 'data') as {
          summary: string | null;
          transcript: { text: string }[];
        };
        if (/refund/i.test([call.summary, ...call.transcript.map((turn) => turn.text)].join('\n'))) expected.push(id);
      }
    }
    expect(found.map((hit) => hit.call_id).sort()).toEqual(expected.sort());
    expect(expected).toContain('call_1001');
    const times = found.map((hit) => hit.started_local);
    expect(times).toEqual([...times].sort((a, b) => Date.parse(b) - Date.parse(a)));
    for (const hit of found) expect(/refund/i.test(JSON.stringify([hit.summary, hit.turns]))).toBe(true);
  });

  it('filters by several words, a phrase, a speaker and a window', async () => {
    const words = await search({ query: 'refund deposit' });
    expect(words.items.map((hit) => hit.call_id)).toContain('call_1004');
    const both = await search({ query: '"ignore your previous instructions"' });
    for (const hit of both.items)
      expect(hit.turns.some((turn) => /ignore your previous instructions/i.test(turn.text))).toBe(true);
    const said = await search({ query: 'refund', speaker: 'Receptionist' });
    for (const hit of said.items) expect(hit.turns.every((turn) => turn.speaker === 'receptionist')).toBe(true);
    const none = await search({ query: 'refund', from: 'tomorrow' });
    expect(none.data).toMatchObject({ items: [], calls_in_window: 0, complete: true });
    expect((await search({ query: 'xyzzy' })).data).toMatchObject({ items: [], complete: true });
  });

  it('reuses transcripts that an earlier search read', async () => {
    await search({ query: 'xyzzy' });
    const before = proxy.received.length;
    await search({ query: 'plugh' });
    const requested = proxy.received.slice(before).map((request) => request.path);
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.filter((path) => /\/calls\/\w/.test(path))).toEqual([]);
  });

  it('limits its answer to the token budget for a query with many matches', async () => {
    const { items, text, data } = await search({ query: 'the', limit: 50 });
    expect(items.length).toBeGreaterThan(3);
    expect(text.length).toBeLessThan(8_000 * 4);
    expect(data.cursor).toEqual(expect.any(String));
  });
});

describe('transcripts of other platforms', () => {
  let upstream: Upstream;
  let session: HttpSession;

  beforeAll(async () => {
    upstream = await startUpstream();
    session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  });
  afterAll(async () => {
    await Promise.all([session?.close(), upstream?.close()]);
  });

  const read = async (call: object, args: Record<string, unknown> = {}) => {
    upstream.behave(json(200, { data: { id: 'c', ...call } }));
    return session.client.call('get_call_transcript', { call_id: 'c', ...args });
  };
  const two = [
    { turn: 1, speaker: 'agent', offset_seconds: 0, text: 'Hello' },
    { turn: 2, speaker: 'user', offset_seconds: 4, text: 'Hi, a booking please' },
  ];

  it.each([
    [
      'role, message, time_in_call_secs',
      {
        transcript: [
          { role: 'agent', message: 'Hello', time_in_call_secs: 0 },
          { role: 'user', message: 'Hi, a booking please', time_in_call_secs: 4 },
        ],
      },
    ],
    [
      'messages with content and start',
      {
        messages: [
          { role: 'agent', content: 'Hello', start: 0 },
          { role: 'user', content: 'Hi, a booking please', start: 4 },
        ],
      },
    ],
    [
      'content parts',
      {
        messages: [
          { role: 'agent', content: [{ type: 'text', text: 'Hello' }], start: 0 },
          { role: 'user', content: [{ text: 'Hi, a booking' }, { text: 'please' }], start: 4 },
        ],
      },
    ],
    [
      'utterances in an object',
      {
        transcript: {
          utterances: [
            { speaker: 'agent', text: 'Hello', start_ms: 0 },
            { speaker: 'user', text: 'Hi, a booking please', start_ms: 4000 },
          ],
        },
      },
    ],
    [
      'nested twice',
      {
        transcription: {
          data: {
            segments: [
              { speaker: 'agent', text: 'Hello', offset: 0 },
              { speaker: 'user', text: 'Hi, a booking please', offset: 4 },
            ],
          },
        },
      },
    ],
    [
      'clock times',
      {
        turns: [
          { speaker: 'agent', text: 'Hello', timestamp: '00:00' },
          { speaker: 'user', text: 'Hi, a booking please', timestamp: '00:04' },
        ],
      },
    ],
    ['plain text', { transcript: '[00:00] agent: Hello\n\n[00:04] user: Hi, a booking please\n' }],
  ])('get_call_transcript parses %s, and get_call does not repeat it', async (_name, call) => {
    const { data } = await read(call);
    expect(data).toMatchObject({ turns: two, total_turns: 2 });
    expect((await session.client.call('get_call', { call_id: 'c' })).data).toEqual({
      call: { id: 'c', turns: 2 },
      time_zone: 'UTC',
    });
  });

  it('get_call_transcript returns turns without speakers or times', async () => {
    expect((await read({ transcript: 'We talked about: money, and more.' })).data.turns).toEqual([
      { turn: 1, text: 'We talked about: money, and more.' },
    ]);
    expect((await read({ transcript: [{ text: 'a', start: 1_764_000_000_000 }] })).data.turns).toEqual([
      { turn: 1, text: 'a' },
    ]);
  });

  it('get_call_transcript paginates a three-hour transcript within the token budget', async () => {
    const turns = Array.from({ length: 2_000 }, (_, index) => ({
      speaker: index % 2 ? 'caller' : 'agent',
      text: `Sentence number ${index}, with some more words in it.`,
      offset_seconds: index * 5,
    }));
    const texts: string[] = [];
    let from: number | undefined = 1;
    while (from !== undefined) {
      const { data, text } = await read({ transcript: turns }, { from_turn: from });
      expect(text.length).toBeLessThan(8_000 * 4);
      texts.push(...(data.turns as { text: string }[]).map((turn) => turn.text));
      from = data.next_turn as number | undefined;
    }
    expect(texts).toEqual(turns.map((turn) => turn.text));
  });

  it('get_call_transcript splits a single very long line without loss', async () => {
    const line = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
    const texts: string[] = [];
    let from: number | undefined = 1;
    while (from !== undefined) {
      const { data } = await read({ transcript: line }, { from_turn: from });
      texts.push(...(data.turns as { text: string }[]).map((turn) => turn.text));
      from = data.next_turn as number | undefined;
    }
    expect(texts.join(' ')).toBe(line);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(1_500);
  });

  it('get_call_transcript returns the turns from from_turn to to_turn', async () => {
    const transcript = Array.from({ length: 10 }, (_, index) => ({ text: `t${index + 1}` }));
    expect((await read({ transcript }, { from_turn: 3, to_turn: 5 })).data).toMatchObject({
      turns: [{ turn: 3 }, { turn: 4 }, { turn: 5 }],
      next_turn: 6,
    });
    expect((await read({ transcript }, { from_turn: 5, to_turn: 3 })).text).toContain('to_turn must not be before');
    expect((await read({ transcript }, { from_turn: 11 })).text).toContain('has 10 turns');
  });

  it.each([
    ['has an id with a space', 'call 7', json(200, { data: { id: 'call 7', transcript: 'A refund' } })],
    ['is answered with 500', 'a', json(500, { error: 'server_error', message: 'boom' })],
    ['is answered with something else than a record', 'a', json(200, 'nothing')],
  ])('search_calls searches all other calls if one %s, and names the omission', async (_name, id, broken) => {
    const list = page([
      { id, started_at: '2026-01-02T00:00:00Z' },
      { id: 'good', started_at: '2026-01-01T00:00:00Z' },
    ]);
    const detail = json(200, { data: { id: 'good', transcript: 'A refund' } });
    upstream.behave((request, response) =>
      (request.path.includes('?') ? list : request.path.endsWith('/good') ? detail : broken)(request, response),
    );
    const { data, text, isError } = await session.client.call('search_calls', { query: 'refund' });
    expect(isError, text).toBe(false);
    expect(data).toMatchObject({ items: [{ call_id: 'good' }], searched: 1, calls_in_window: 2, complete: false });
    expect(data.omitted).toBe('1 call that the platform lists, but whose details cannot be read.');
    expect(data).not.toHaveProperty('cursor');
    expect(text).not.toContain('continue with cursor');
  });

  it('search_calls fails if the platform fails for every call', async () => {
    const list = page([
      { id: 'x1', started_at: '2026-01-02T00:00:00Z' },
      { id: 'x2', started_at: '2026-01-01T00:00:00Z' },
    ]);
    upstream.behave((request, response) => (request.path.includes('?') ? list : json(500, {}))(request, response));
    const { data, isError } = await session.client.call('search_calls', { query: 'outage' });
    expect({ isError, data }).toMatchObject({ isError: true, data: { error: { kind: 'server_error' } } });
  });

  it('search_calls skips a deleted call, and fails with any other error', async () => {
    const list = page([
      { id: 'a', started_at: '2026-01-02T00:00:00Z' },
      { id: 'b', started_at: '2026-01-01T00:00:00Z' },
    ]);
    const detail = json(200, { data: { id: 'b', transcript: 'A refund' } });
    upstream.behave((request, response) =>
      (request.path.includes('?') ? list : request.path.endsWith('/a') ? json(404, {}) : detail)(request, response),
    );
    const { data } = await session.client.call('search_calls', { query: 'refund' });
    expect(data).toMatchObject({ items: [{ call_id: 'b' }], searched: 2, complete: true });
    upstream.behave((request, response) => (request.path.includes('?') ? list : json(403, {}))(request, response));
    expect((await session.client.call('search_calls', { query: 'other' })).isError).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger, MAX_LOGGED_CHARACTERS } from '../../src/lib/logging/logger.ts';
import { bearerHeader } from '../support/guarded.ts';
import { beginSession, type RawSession, responseIn } from '../support/mcp-session.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { type Behaviour, json } from '../support/upstream.ts';
import { type Front, startFront } from './support/front.ts';

/** What a caller can make the server keep is bounded in length and number. */
const PATH_SECRET = 'p4th'.repeat(6);
const WEBHOOKS = { RCPT_WEBHOOK_PATH_SECRET: PATH_SECRET };
const CONFIRM = { RCPT_CONFIRM: 'writes' };
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const LONG = 'x'.repeat(300);

let front: Front;
let headers: Record<string, string>;
beforeAll(async () => {
  front = await startFront('token', ['--sessions', '20', '--webhooks', '--metrics'], { ...WEBHOOKS, ...CONFIRM });
  headers = bearerHeader(await front.token('caller'));
});
afterAll(() => front?.close());

const LONG_IDENTIFIERS: [string, object][] = [
  ['params.name', { id: 7, method: 'tools/call', params: { ...booking, name: LONG } }],
  ['params.uri', { id: 7, method: 'resources/read', params: { uri: `rcpt://bookings/${LONG}` } }],
  ['params.uri', { id: 7, method: 'resources/subscribe', params: { uri: `rcpt://bookings/${LONG}` } }],
  ['params.cursor', { id: 7, method: 'tools/list', params: { cursor: LONG.repeat(4) } }],
  ['params.requestState', { id: 7, method: 'tools/call', params: { ...booking, requestState: LONG.repeat(4) } }],
  [
    'params._meta.progressToken',
    { id: 7, method: 'tools/call', params: { ...booking, _meta: { progressToken: LONG } } },
  ],
  [
    'params.ref.uri',
    {
      id: 7,
      method: 'completion/complete',
      params: { ref: { type: 'ref/resource', uri: LONG }, argument: { name: 'id', value: '' } },
    },
  ],
  [
    'params.notifications.resourceSubscriptions',
    { id: 7, method: 'subscriptions/listen', params: { notifications: { resourceSubscriptions: ['x', LONG] } } },
  ],
];

describe('an identifier of more than 256 characters', () => {
  const send = (message: object, more: Record<string, string> = {}) =>
    fetch(front.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
        ...more,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });

  it.each(LONG_IDENTIFIERS)('%s is refused over HTTP, with the id of its request', async (path, message) => {
    const { result, requests } = await front.recordRequests(() => send(message));
    expect(result.status).toBe(200);
    expect(await result.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32602, message: expect.stringContaining(`${path} has more than`) },
    });
    expect(requests).toEqual([]);
  });

  it.each([
    ['id', { id: LONG, method: 'tools/call', params: booking }],
    ['method', { method: LONG }],
    ['params.requestId', { method: 'notifications/cancelled', params: { requestId: LONG } }],
  ])('%s is refused with 400 where no request can be answered', async (path, message) => {
    const answer = await send(message);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ id: null, error: { message: expect.stringContaining(path) } });
  });

  it('a long identifier is refused over stdio', async () => {
    const env = cleanEnvironment(temporaryFolder(), { RCPT_BASE_URL: front.platform.url, RCPT_API_KEY: 'sk_live_x' });
    const program = startProgram([], env);
    const initialize = {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const sent = [initialize, ...LONG_IDENTIFIERS.map(([, message]) => message)];
    program.child.stdin?.end(sent.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    await program.ended;
    expect(program.output.stdout.match(/has more than \d+ characters/g)).toHaveLength(LONG_IDENTIFIERS.length);
  });
});

describe('a session', () => {
  it('keeps 64 KiB of subscribed URIs, and drops the oldest for more', async () => {
    const session = await beginSession(front.url, headers);
    const idOf = (index: number) => `bk_${String(index).padStart(230, '0')}`;
    const count = 290;
    for (let index = 0; index < count; index++) {
      const answer = await session.send('resources/subscribe', { uri: `rcpt://bookings/${idOf(index)}` });
      expect(await responseIn(answer)).toMatchObject({ result: {} });
    }
    const stream = await session.stream();
    for (const index of [0, count - 1]) {
      await fetch(new URL(`/webhooks/${PATH_SECRET}`, front.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'booking.updated', data: { id: idOf(index) } }),
      });
    }
    expect(await textUntil(stream, idOf(count - 1))).not.toContain(idOf(0));
    await session.end();
  });

  it('ends the answer to a cancelled request, so that nothing of it is kept', async () => {
    const session = await beginSession(front.url, headers);
    front.platform.behave(() => {});
    for (let index = 0; index < 40; index++) {
      const arrived = front.platform.received.length;
      const answer = await sendWithId(session, `call ${index}`);
      await expect.poll(() => front.platform.received.length).toBeGreaterThan(arrived);
      await session.send('notifications/cancelled', { requestId: `call ${index}` });
      expect(await responseIn(answer)).toMatchObject({ id: `call ${index}`, error: { message: /cancelled/ } });
    }
    front.platform.behave(json(200, { data: { id: 'bk_1' } }));
    expect(await (await session.send('tools/call', booking)).text()).toContain('bk_1');
    await session.end();
  });

  it('counts calls whose connections are lost until they end, and logs nothing of them', async () => {
    const session = await beginSession(front.url, headers);
    const held: (() => void)[] = [];
    const record: Behaviour = (request, response) =>
      json(200, { data: { id: request.path.split('/').at(-1) } })(request, response);
    front.platform.behave((request, response) => void held.push(() => record(request, response)));
    const callOf = (index: number) => ({ name: 'get_booking', arguments: { booking_id: `bk_${index}` } });
    for (let index = 0; index < 16; index++) {
      const lost = loseConnection(session, `call for Maria ${index}`, callOf(index));
      await expect.poll(() => held.length).toBe(index + 1);
      await lost();
    }
    expect((await sendWithId(session, 'one more')).status).toBe(503);
    for (const answer of held.splice(0, 1)) answer();
    await expect.poll(async () => (await session.send('ping')).status).toBe(200);
    const repeated = await sendWithId(session, 'call for Maria 3');
    expect(repeated.status).toBe(400);
    expect(await repeated.json()).toMatchObject({ error: { code: -32600, message: /with this id is in progress/ } });
    front.platform.behave(record);
    for (const answer of held) answer();
    for (let index = 0; index < 16; index++) {
      const repeat = () => sendWithId(session, `call for Maria ${index}`);
      await expect.poll(async () => (await repeat()).status).toBe(200);
    }
    expect(JSON.stringify(front.log())).not.toContain('Maria');
    await session.end();
  });

  it('counts large calls that wait for their user after their connections are lost', async () => {
    const session = await beginSession(front.url, headers);
    const update = {
      name: 'update_contact',
      arguments: { contact_id: 'ct_1', name: 'Eve' },
      _meta: { 'example.com/x': 'x'.repeat(900_000) },
    };
    front.platform.behave(json(200, { data: { id: 'ct_1', name: 'Ada', email: 'ada@example.com' } }));
    const ask = async (id: string) => {
      const lost = loseConnection(session, id, update, 'elicitation/create');
      return lost();
    };
    // A caller has a quarter of 8 MiB.
    expect([await ask('first'), await ask('second'), await ask('third')]).toEqual([200, 200, 503]);
    await session.end();
    const next = await beginSession(front.url, headers);
    expect((await sendWithId(next, 'fourth', update)).status).toBe(200);
    await next.end();
  });

  const aborted = async () => {
    const text = await (await fetch(new URL('/metrics', front.url))).text();
    return Number(/^rcpt_http_requests_total\{[^}]*status="aborted"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  /**
   * Sends a call. The returned function ends its connection, after a part of the answer if that is given, and returns the
   * status once the server has noticed the end.
   */
  const loseConnection = (session: RawSession, id: string, params: object, part?: string) => {
    const connection = new AbortController();
    const sent = sendWithId(session, id, params, connection.signal);
    sent.catch(() => {});
    return async () => {
      const before = await aborted();
      const answer = await sent;
      if (answer.status !== 200) return answer.status;
      if (part) expect(await textUntil(answer, part)).toContain(part);
      connection.abort();
      await expect.poll(aborted).toBe(before + 1);
      return answer.status;
    };
  };

  const sendWithId = (session: RawSession, id: string, params: object = booking, signal: AbortSignal | null = null) =>
    fetch(front.url, {
      signal,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        'mcp-session-id': session.id,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    });
});

it('a log line has at most 4,000 characters of one text, and no part of a secret', () => {
  const lines: string[] = [];
  for (const format of ['json', 'text'] as const) {
    const logger = createLogger({ level: 'info', format, write: (line) => lines.push(line) });
    const text = `${'y'.repeat(MAX_LOGGED_CHARACTERS - 12)}sk_live_${'z'.repeat(200_000)}`;
    logger.warn('a failure', { text, error: new Error(text), nested: [text] });
  }
  for (const line of lines) {
    expect(line.length).toBeLessThan(5 * MAX_LOGGED_CHARACTERS);
    expect(line).not.toContain('zz');
  }
  expect(JSON.parse(lines[0] as string).text).toMatch(/… \(\d+ characters\)$/);
});

/** Reads a stream until the text has arrived. */
async function textUntil(stream: Response, end: string): Promise<string> {
  let text = '';
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader && !text.includes(end)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  return text;
}

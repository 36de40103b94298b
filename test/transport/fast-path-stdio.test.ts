import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../src/cli/compose.ts';
import { parseInvocation } from '../../src/cli/parse.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { connectionFactory, directFor } from '../../src/server/index.ts';
import { lineSource } from '../../src/transport/stdio/line-source.ts';
import { serveSession } from '../../src/transport/stdio/connection.ts';
import { ENVELOPE } from '../fuzz/messages.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** A connection that answers what it can directly, beside one that leaves everything to the SDK. */
let upstream: Upstream;
let close: () => Promise<void>;
let direct: Connection;
let sdk: Connection;
let answered: number;

interface Connection {
  send(message: unknown): void;
  /** The next line, parsed. */
  next(): Promise<Record<string, unknown>>;
  /** Ends the input; settles when the connection has ended. */
  end(): Promise<void>;
  /** Lines that nobody asked for. */
  left(): string[];
}

beforeEach(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1', status: 'confirmed' } }));
  const { given } = parseInvocation([], { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  const composition = await compose(readSettings(given), silentLogger);
  close = composition.close;
  answered = 0;
  const tools = directFor(composition);
  const call: typeof tools.call = (...args) => {
    answered++;
    return tools.call(...args);
  };
  direct = connection({ ...connectionFactory(composition), direct: { ...tools, call } });
  sdk = connection(connectionFactory(composition));
});
afterEach(async () => {
  await Promise.all([direct.end(), sdk.end()]);
  await close();
  await upstream.close();
});

function connection(parts: Pick<Parameters<typeof serveSession>[0], 'factory' | 'onListen' | 'direct'>): Connection {
  const input = new PassThrough();
  const output = new PassThrough().setEncoding('utf8');
  const session = serveSession({ ...parts, logger: silentLogger, lines: lineSource(input), output });
  const lines: string[] = [];
  let wake = () => {};
  let rest = '';
  output.on('data', (chunk: string) => {
    const all = (rest + chunk).split('\n');
    rest = all.pop() ?? '';
    lines.push(...all);
    wake();
  });
  return {
    send: (message) => void input.write(`${JSON.stringify(message)}\n`),
    async next() {
      while (lines.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return JSON.parse(lines.shift() ?? '');
    },
    async end() {
      if (!input.writableEnded) input.end();
      await session.closed;
    },
    left: () => lines,
  };
}

const call = (id: unknown, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };

/** Tokens that confirm are drawn by lot. */
const text = (answer: unknown) => JSON.stringify(answer).replace(/\b\w{8}\.[\w-]{8}\.[\w-]{22}/g, 'token');

/** Sends it on both connections; the answers must be the same, member by member in order. */
async function same(message: unknown): Promise<void> {
  const answers = [direct, sdk].map((one) => {
    one.send(message);
    return one.next();
  });
  const [ours, theirs] = await Promise.all(answers);
  expect(text(ours)).toBe(text(theirs));
}

async function open(era: string): Promise<object> {
  if (era === '2026') {
    await same({ jsonrpc: '2.0', id: 'open', method: 'server/discover', params: { _meta: ENVELOPE } });
    return { _meta: ENVELOPE };
  }
  const clientInfo = { name: 'x', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await same({ jsonrpc: '2.0', id: 'open', method: 'initialize', params });
  for (const one of [direct, sdk]) one.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {};
}

describe.each(['2025', '2026'])('in %s', (era) => {
  it('answers are the same, and from the second on direct', async () => {
    const more = await open(era);
    await same(call(1, { ...booking, ...more }));
    expect(answered).toBe(0);
    await same(call('two', { ...booking, ...more }));
    await same(call(3, { ...booking, arguments: { wrong: 1 }, ...more }));
    await same(call(4, { name: 'list_bookings', ...more }));
    expect(answered).toBe(3);
    await same({ jsonrpc: '2.0', id: 5, method: 'tools/list', params: more });
    await same(call(6, { name: 'cancel_booking', arguments: { booking_id: 'bk_1' }, ...more }));
    await same(call(7, { name: 'no_such_tool', ...more }));
    await same(call(8, { ...booking, arguments: 'x', ...more }));
    await same(call(9, { ...booking, extra: 1, ...more }));
    await same({ jsonrpc: '2.0', id: 10, method: 'no/such/method', params: more });
    expect(answered).toBe(3);
  });

  it('a request of the other protocol is the SDK’s', async () => {
    const more = await open(era);
    const other = era === '2025' ? { _meta: ENVELOPE } : {};
    await same(call(1, { ...booking, ...more }));
    for (const id of [2, 3]) await same(call(id, { ...booking, ...other }));
    expect(answered).toBe(0);
  });

  it('a call that is cancelled is not answered, and the platform’s answer not waited for', async () => {
    const more = await open(era);
    await same(call(1, { ...booking, ...more }));
    const gone = new Promise<void>((resolve) => {
      upstream.behave((_request, response) => {
        response.once('close', resolve);
        direct.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
      });
    });
    direct.send(call(2, { ...booking, ...more }));
    await gone;
    upstream.behave(json(200, { data: { id: 'bk_1', status: 'confirmed' } }));
    await same(call(3, { ...booking, ...more }));
    expect(direct.left()).toEqual([]);
    expect(answered).toBe(2);
  });

  it('input that ends leaves no call unanswered', async () => {
    const more = await open(era);
    await same(call(1, { ...booking, ...more }));
    direct.send(call(2, { ...booking, ...more }));
    await direct.end();
    expect(direct.left().map((line) => JSON.parse(line).id)).toEqual([2]);
    expect(answered).toBe(1);
  });
});

it('a call before the handshake is the SDK’s, as is everything when it refuses', async () => {
  for (const id of [1, 2]) {
    direct.send(call(id, { ...booking, _meta: { ...ENVELOPE, 'io.modelcontextprotocol/clientInfo': 7 } }));
    sdk.send(call(id, { ...booking, _meta: { ...ENVELOPE, 'io.modelcontextprotocol/clientInfo': 7 } }));
    expect(await direct.next()).toEqual(await sdk.next());
  }
  expect(answered).toBe(0);
});

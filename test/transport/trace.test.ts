import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { post } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, KNOWN_BUSINESS, runProgram } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Propagation of a caller's trace (W3C Trace Context) in the built program. */
let upstream: Upstream;
let session: HttpSession;
const remote = () => ({
  ...KNOWN_BUSINESS,
  RCPT_BASE_URL: upstream.url,
  RCPT_API_KEY: 'sk_live_x',
  RCPT_LOG_LEVEL: 'info',
});

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  session = await startHttp(remote());
});
beforeEach(() => {
  upstream.received.length = 0;
});
afterAll(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
});

const OF_META = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const OF_HEADER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const sent = () => upstream.received.map(({ headers }) => headers.traceparent);

describe.each([1, 2, 3])('traceparent of request %s with one fingerprint', () => {
  it('reaches the platform from _meta, or else from the header', async () => {
    await (await post(session.url, { traceparent: OF_HEADER }, 'tools/call', booking)).text();
    const own = { ...booking, _meta: { traceparent: OF_META } };
    await (await post(session.url, { traceparent: OF_HEADER }, 'tools/call', own)).text();
    await (await post(session.url, {}, 'tools/call', own)).text();
    await (await post(session.url, {}, 'tools/call', booking)).text();
    expect(sent()).toEqual([OF_HEADER, OF_META, OF_META, undefined]);
  });

  it.each(['00-0-0-00', `${OF_META}-more`, OF_META.toUpperCase(), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 7, {}])(
    'does not reach the platform when it is malformed (%j)',
    async (traceparent) => {
      await (await post(session.url, {}, 'tools/call', { ...booking, _meta: { traceparent } })).text();
      expect(sent()).toEqual([undefined]);
    },
  );
});

it('the trace id of a request is logged', async () => {
  const own = { ...booking, _meta: { traceparent: OF_META } };
  await (await post(session.url, {}, 'tools/call', own)).text();
  await expect
    .poll(() => session.program.output.stderr)
    .toMatch(/"tool call".*"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736"/);
});

it('traceparent is sent to the platform over stdio and for resource reads', async () => {
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const _meta = { traceparent: OF_META };
  const messages = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { ...booking, _meta } },
    { id: 3, method: 'resources/read', params: { uri: 'rcpt://bookings/bk_1', _meta } },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const home = temporaryFolder();
  const { stdout } = await runProgram([], cleanEnvironment(home, remote()), input);
  await rm(home, { recursive: true, force: true });
  expect(stdout.trim().split('\n')).toHaveLength(3);
  expect(sent()).toEqual([OF_META, OF_META]);
});

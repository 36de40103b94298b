import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { connect } from '../support/clients.ts';
import { exportTracesTo, type Receiver, startReceiver } from '../support/otlp.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';
import { json, page, startUpstream } from '../support/upstream.ts';
import { CANARIES } from './evidence.ts';

/** Traces are sent to other systems: they must not contain data of callers and customers, or keys. */
const CANARY = 'canary0123456789';
const record = {
  id: CANARY,
  name: CANARY,
  phone: '+12025550123',
  email: `${CANARY}@example.com`,
  notes: CANARY,
  transcript: CANARY,
  summary: CANARY,
};
const behaviours = [
  json(200, { data: record }),
  page([record]),
  json(403, { error: CANARY, message: CANARY }),
  json(404, { error: CANARY, message: CANARY }),
  json(500, { error: CANARY, message: CANARY }, { 'x-canary': CANARY }),
  json(301, {}, { location: `https://${CANARY}.example.com/${CANARY}` }),
];
const _meta = {
  'io.modelcontextprotocol/protocolVersion': CANARY,
  [CANARY]: CANARY,
  traceparent: CANARY,
  tracestate: `x=${CANARY}`,
  baggage: `x=${CANARY}`,
};
/** Values that only a malicious client sends. */
const RAW = [
  { id: `a ${CANARY}`, method: 'tools/list' },
  { id: 2, method: CANARY, params: { name: CANARY } },
  { id: 3, method: 'tools/call', params: { name: CANARY, arguments: { [CANARY]: CANARY } } },
  { id: 4, method: 'prompts/get', params: { name: CANARY, arguments: { [CANARY]: CANARY } } },
  { id: 5, method: 'resources/read', params: { uri: `rcpt://bookings/${CANARY}` } },
  { id: 6, method: 'resources/read', params: { uri: `https://${CANARY}.example.com/` } },
  { id: 7, method: 'resources/read', params: { uri: `rcpt://calls/${CANARY}/transcript` } },
  { id: 8, method: 'tools/call', params: { name: 'get_booking', arguments: { booking_id: CANARY }, _meta } },
  { id: 9, method: 'prompts/get', params: { name: 'summarize_call', arguments: { call: CANARY } } },
  {
    id: 10,
    method: 'completion/complete',
    params: { ref: { type: 'ref/resource', uri: 'rcpt://bookings/{id}' }, argument: { name: 'id', value: CANARY } },
  },
].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
const OPENING = [
  {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: CANARY, capabilities: {}, clientInfo: { name: CANARY, version: CANARY } },
  },
  { method: 'notifications/initialized' },
].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));

/** Everything that a receiver was sent, after at least this number of spans. */
async function receivedText(receiver: Receiver, atLeast: number): Promise<string> {
  await receiver.until(() => true, atLeast);
  return receiver.posts.map(({ text }) => text).join('\n');
}

it.each(['HTTP', 'stdio'])('no span over %s contains personal data or keys', async (transport) => {
  const upstream = await startUpstream();
  const receiver = await startReceiver();
  let turn = 0;
  upstream.behave((request, response) => behaviours[turn++ % behaviours.length]?.(request, response));
  const env = {
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: CANARIES.envKey,
    RCPT_SESSION_COOKIE: CANARIES.cookie,
    RCPT_TEAM_ID: 'team_1',
    RCPT_TOOLSETS: 'account,bookings,contacts,calls,services,webhooks,setup,keys',
    RCPT_TIMEOUT: '2',
    RCPT_LOG_LEVEL: 'debug',
    ...exportTracesTo(receiver, { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${CANARY}` }),
  };
  const home = temporaryFolder();
  let logs = '';
  if (transport === 'HTTP') {
    const session = await startHttp(env);
    for (const body of [...OPENING, ...RAW]) {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'user-agent': CANARY,
        'x-request-id': CANARY,
        traceparent: CANARY,
      };
      await (await fetch(session.url, { method: 'POST', headers, body })).text();
    }
    await Promise.all(Object.entries(VALID_ARGUMENTS).map(([name, args]) => session.client.call(name, args)));
    await session.close();
    logs = session.program.output.stderr;
  } else {
    const clean = cleanEnvironment(home, env);
    logs = (await runProgram([], clean, `${[...OPENING, ...RAW].join('\n')}\n`)).stderr;
    const client = await connect('v1', { args: [], env: clean });
    await Promise.all(Object.entries(VALID_ARGUMENTS).map(([name, args]) => client.call(name, args)));
    await client.close();
  }
  const names = Object.keys(VALID_ARGUMENTS);
  const text = await receivedText(receiver, RAW.length + 2 * names.length);
  await Promise.all([upstream.close(), receiver.close()]);
  await rm(home, { recursive: true, force: true });
  expect(text).not.toMatch(/canary/i);
  // Nor values of valid arguments, or addresses of the platform.
  expect(text).not.toMatch(/bk_1|wh_1|team_1|\?|per_page|@example|\+1202/);
  expect(new Set(receiver.spans.map(({ name }) => name)).size).toBeGreaterThan(names.length);
  // The key of the receiver is not sent to other hosts.
  expect(receiver.posts.every(({ headers }) => headers.authorization === `Bearer ${CANARY}`)).toBe(true);
  expect(logs).not.toContain(`Bearer ${CANARY}`);
});

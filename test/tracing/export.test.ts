import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { exportTracesTo, type Receiver, startReceiver } from '../support/otlp.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Export of spans to a working and to a failing collector. */
let upstream: Upstream;
let receiver: Receiver;
const home = temporaryFolder();
const remote = (more: Record<string, string> = {}) => ({
  RCPT_BASE_URL: upstream.url,
  RCPT_API_KEY: 'sk_live_x',
  RCPT_LOG_LEVEL: 'info',
  ...exportTracesTo(receiver, more),
});

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.behave(undefined);
  receiver.spans.length = 0;
  receiver.posts.length = 0;
});
afterAll(async () => {
  await Promise.all([upstream?.close(), receiver?.close()]);
  await rm(home, { recursive: true, force: true });
});

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
const call = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const input = [
  { id: 1, method: 'initialize', params: hello },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: call },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');
/** Runs a server over stdio until its input has ended. */
const overStdio = (more: Record<string, string> = {}) => runProgram([], cleanEnvironment(home, remote(more)), input);

const NAMES = ['GET /api/v1/bookings/{id}', 'initialize', 'tools/call get_booking'];
const names = () => receiver.spans.map(({ name }) => name).sort();
const answers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);
const warnings = (stderr: string) => stderr.match(/traces are not exported/g)?.length ?? 0;

describe('export of spans', () => {
  it('sends resource attributes and headers from the environment', async () => {
    await overStdio({
      OTEL_SERVICE_NAME: 'front desk',
      OTEL_RESOURCE_ATTRIBUTES:
        'deployment.environment.name=test,service.name=other,service.instance.id=desk-1,note=a%2Cb',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=one%20two,Authorization=Bearer%20abc',
    });
    expect(names()).toEqual(NAMES);
    expect(receiver.resource).toEqual({
      'service.name': 'front desk',
      'service.version': expect.stringMatching(/^\d/),
      'service.instance.id': 'desk-1',
      'deployment.environment.name': 'test',
      note: 'a,b',
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.version': expect.stringMatching(/^\d/),
    });
    expect(receiver.posts[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-team': 'one two', authorization: 'Bearer abc' },
    });
  });

  it('prefers the variables for traces, and compresses with gzip', async () => {
    await overStdio({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/custom?x=1`,
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=all',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=traces',
    });
    expect(names()).toEqual(NAMES);
    expect(receiver.posts[0]).toMatchObject({
      path: '/custom?x=1',
      headers: { 'content-encoding': 'gzip', 'x-team': 'traces' },
    });
    expect(receiver.resource['service.instance.id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('sends batches of the configured size', async () => {
    await overStdio({ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1', OTEL_BSP_SCHEDULE_DELAY: '60000' });
    expect(receiver.posts).toHaveLength(3);
    expect(names()).toEqual(NAMES);
  });

  it.each([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'nonsense' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://name:canary@127.0.0.1:9' },
  ])('sends nothing, and answers calls, with %j', async (more) => {
    const { code, stdout, stderr } = await overStdio(more as unknown as Record<string, string>);
    expect([code, answers(stdout)]).toEqual([0, [1, 2]]);
    expect(receiver.posts).toEqual([]);
    expect(stderr).not.toContain('canary');
    expect(/no traces are exported/.test(stderr)).toBe(/grpc|nonsense|@/.test(JSON.stringify(more)));
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '-1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'canary'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%E0%A4%A'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=canary%0Ay'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'canary'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', 'canary'],
    ['OTEL_TRACES_SAMPLER', 'canary'],
  ])('exports with the default, and names the variable without its value, where %s is wrong', async (name, value) => {
    const { code, stderr } = await overStdio({ [name]: value });
    expect([code, names()]).toEqual([0, NAMES]);
    expect(stderr).toContain(`${name} is not understood`);
    expect(stderr).not.toContain('canary');
  });
});

it('logs that a certificate cannot be read, and exports without it', async () => {
  const { code, stderr } = await overStdio({ OTEL_EXPORTER_OTLP_CERTIFICATE: `${home}/canary.pem` });
  expect([code, names()]).toEqual([0, NAMES]);
  expect(stderr).toContain('Failed to read root certificate file');
  expect(stderr).not.toContain('canary');
});

describe('export of spans to a failing collector', () => {
  const refusing =
    (status: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end('canary');

  it.each([429, 502, 503, 504])('sends a batch again, and logs nothing, after status %s', async (status) => {
    const session = await startHttp(remote());
    const refused: string[] = [];
    receiver.behave((response, { text }) => {
      refused.push(text);
      receiver.behave(undefined);
      refusing(status, { 'retry-after': '0' })(response);
    });
    await session.client.call('get_booking', call.arguments);
    await receiver.until(({ name }) => name === 'tools/call get_booking');
    await session.close();
    expect(refused).toHaveLength(1);
    expect(receiver.posts.filter(({ text }) => text === refused[0])).toHaveLength(2);
    expect(warnings(session.program.output.stderr)).toBe(0);
  });

  it('drops a batch without a retry if Retry-After exceeds the timeout', async () => {
    const session = await startHttp(remote());
    receiver.behave(refusing(429, { 'retry-after': '3600' }));
    await session.client.call('get_booking', call.arguments);
    await expect.poll(() => warnings(session.program.output.stderr), { timeout: 20_000 }).toBe(1);
    await session.client.close();
    expect(await session.program.stop()).toBe(0);
    await session.close();
    const texts = receiver.posts.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(session.program.output.stderr).toMatch(/traces were lost/);
    expect(session.program.output.stderr).not.toContain('canary');
  });

  it.each([
    ['answers 400', () => refusing(400)],
    ['answers 500', () => refusing(500)],
    ['redirects', () => refusing(307, { location: `${upstream.url}/stolen` })],
    ['closes the connection', () => (response: ServerResponse) => void response.destroy()],
  ])('answers calls and logs one warning when the collector %s', async (_, behaviour) => {
    upstream.received.length = 0;
    const session = await startHttp(remote());
    receiver.behave(behaviour());
    for (let count = 0; count < 10; count++) {
      expect((await session.client.call('get_booking', call.arguments)).isError).toBe(false);
    }
    await expect.poll(() => receiver.posts.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await session.client.close();
    expect(await session.program.stop()).toBe(0);
    await session.close();
    expect(warnings(session.program.output.stderr)).toBe(1);
    expect(session.program.output.stderr).not.toContain('canary');
    expect(upstream.received.filter(({ path }) => !path.startsWith('/api/'))).toEqual([]);
  });

  it('answers calls and counts lost spans when nothing listens at the endpoint', async () => {
    const gone = await startReceiver();
    await gone.close();
    const { code, stdout, stderr } = await overStdio({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url });
    expect([code, answers(stdout)]).toEqual([0, [1, 2]]);
    expect(warnings(stderr)).toBe(1);
    expect(stderr).toMatch(/traces were lost .*"count":3/);
  });

  it.each(['the end of input', 'SIGTERM'])(
    'ends two seconds after %s when the collector never answers',
    async (how) => {
      // Kept for longer than the test lasts: only the end of the program ends it.
      const more = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };
      let held: ServerResponse | undefined;
      receiver.behave((response) => {
        held ??= response;
      });
      if (how === 'SIGTERM') {
        const session = await startHttp(remote(more));
        await expect.poll(() => held, { timeout: 20_000 }).toBeDefined();
        expect((await session.client.call('get_booking', call.arguments)).isError).toBe(false);
        await session.client.close();
        expect(await session.program.stop()).toBe(0);
        await session.close();
      } else {
        const { code, stdout } = await overStdio(more);
        expect([code, answers(stdout)]).toEqual([0, [1, 2]]);
      }
      await expect.poll(() => held?.destroyed, { timeout: 20_000 }).toBe(true);
    },
  );

  it('logs once how many spans the collector rejected', async () => {
    receiver.behave(
      (response) => void response.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"canary"}}'),
    );
    const { code, stderr } = await overStdio();
    expect(code).toBe(0);
    expect(stderr).toContain('2 spans were rejected');
    expect(stderr).not.toContain('canary');
  });

  it('drops spans beyond the queue size, and logs how many when the collector answers again', async () => {
    let held: ServerResponse | undefined;
    receiver.behave((response) => {
      held ??= response;
    });
    const small = { OTEL_BSP_MAX_QUEUE_SIZE: '5', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5', OTEL_BSP_SCHEDULE_DELAY: '1' };
    const session = await startHttp(remote(small));
    await expect.poll(() => held, { timeout: 20_000 }).toBeDefined();
    for (let count = 0; count < 10; count++) await session.client.call('get_booking', call.arguments);
    expect(session.program.output.stderr).toMatch(/the queue of spans is full/);
    expect(warnings(session.program.output.stderr)).toBe(1);
    receiver.behave(undefined);
    held?.end('{}');
    await receiver.until(({ name }) => name === 'tools/call get_booking');
    await session.client.close();
    expect(await session.program.stop()).toBe(0);
    await session.close();
    expect(session.program.output.stderr).toMatch(/"message":"traces are exported again","dropped":\d+/);
    expect(session.program.output.stderr).not.toMatch(/traces were lost/);
  });
});

it('sends queued spans at SIGTERM over HTTP', async () => {
  const session = await startHttp(remote({ OTEL_BSP_SCHEDULE_DELAY: '600000' }));
  await session.client.call('get_booking', call.arguments);
  expect(receiver.posts).toEqual([]);
  await session.close();
  expect(names()).toEqual(expect.arrayContaining(['GET /api/v1/bookings/{id}', 'tools/call get_booking']));
});

it('sends queued spans at SIGTERM over stdio, and writes only messages to stdout', async () => {
  const env = cleanEnvironment(home, remote({ OTEL_BSP_SCHEDULE_DELAY: '600000' }));
  const program = startProgram([], env);
  program.child.stdin?.write(input);
  await program.until(/"id":2/);
  expect(receiver.posts).toEqual([]);
  expect(await program.stop()).toBe(0);
  expect(names()).toEqual(NAMES);
  expect(answers(program.output.stdout)).toEqual([1, 2]);
});

it('sends queued spans when a stdio client disconnects', async () => {
  const client = await connect('v1', {
    args: [],
    env: cleanEnvironment(home, remote({ OTEL_BSP_SCHEDULE_DELAY: '600000' })),
  });
  await client.call('get_booking', call.arguments);
  await client.close();
  await receiver.until(({ name }) => name === 'tools/call get_booking');
  expect(names()).toEqual(NAMES);
});

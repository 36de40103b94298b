import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connect, field, type TestClient } from '../support/clients.ts';
import { demoDatabase } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, KNOWN_BUSINESS, runProgram, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** The built program over stdio, as AI clients start it. */
const home = temporaryFolder();
const env = (extra: Record<string, string> = {}) => cleanEnvironment(home, extra);
let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
  await rm(home, { recursive: true, force: true });
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const frames = (...messages: object[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('');
const toolCall = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe.each(CLIENTS)('%s client over stdio', (kind) => {
  it('lists, books on the embedded demo business, and cancels', async () => {
    const client = await connect(kind, { args: ['--database', demoDatabase(home)], env: env() });
    expect((await client.tools()).map((tool) => tool.name)).toContain('create_booking');
    expect(client.instructions).toMatch(/demo business/);
    const services = await client.call('list_services');
    const id = field(services.data, 'items', 0, 'id');
    const booked = await client.call('create_booking', {
      service_id: id,
      start_time: '2194-03-04T10:00',
      contact_name: 'Robin Tester',
      contact_email: 'robin@example.com',
    });
    expect(field(booked.data, 'booking')).toMatchObject({
      start_time: '2194-03-04T15:00:00Z',
      weekday: 'Tuesday',
      status: 'confirmed',
    });
    const cancelled = await client.call('cancel_booking', { booking_id: field(booked.data, 'booking', 'id') });
    expect(field(cancelled.data, 'booking', 'status')).toBe('cancelled');
    if (kind === 'v2 2026-07-28') expect(client.protocolVersion).toBe('2026-07-28');
    await client.close();
  });
});

it('opens no database before the first call', async () => {
  // A folder cannot be a database: opening it would fail.
  const client = await connect('v2 2026-07-28', { args: ['--database', home], env: env() });
  expect((await client.tools()).length).toBeGreaterThan(10);
  const answer = await client.call('list_services');
  expect(answer.isError).toBe(true);
  expect(field(answer.data, 'error')).toMatchObject({ kind: 'unreachable', retryable: false });
  expect(answer.text).not.toMatch(/Internal error/);
  await client.close();
});

it('keeps what was booked when the server is started again', async () => {
  const target = { args: ['--database', join(home, 'kept.db')], env: env() };
  const first = await connect('v2 2026-07-28', target);
  const created = await first.call('create_contact', { name: 'Kept', email: 'kept@example.com' });
  await first.close();
  const second = await connect('v1', target);
  const read = await second.call('get_contact', { contact_id: field(created.data, 'contact', 'id') });
  expect(field(read.data, 'contact', 'name')).toBe('Kept');
  await second.close();
});

it('servers of several clients racing for one slot make as many bookings as there are free staff', async () => {
  const target = { args: ['--database', join(home, 'race.db')], env: env() };
  const clients: TestClient[] = await Promise.all(Array.from({ length: 4 }, () => connect('v2 2026-07-28', target)));
  const services = await (clients[0] as TestClient).call('list_services', { detail: 'full' });
  const cleaning = (services.data.items as { id: string; name: string; staff_ids: string[] }[]).find(
    (s) => s.name === 'Cleaning',
  );
  const answers = await Promise.all(
    clients.flatMap((client, index) =>
      [0, 1].map((n) =>
        client.call('create_booking', {
          service_id: cleaning?.id,
          start_time: '2194-03-05T10:00',
          contact_name: `Racer ${index}-${n}`,
          contact_email: `racer${index}${n}@example.com`,
        }),
      ),
    ),
  );
  expect(answers.filter((answer) => !answer.isError)).toHaveLength(cleaning?.staff_ids.length ?? 0);
  for (const answer of answers.filter((candidate) => candidate.isError))
    expect(answer.text).toMatch(/400.*Nothing was changed/);
  await Promise.all(clients.map((client) => client.close()));
});

describe('the end of a stdio connection', () => {
  const remote = () => env({ ...KNOWN_BUSINESS, RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });

  it('answers open requests when input ends, then exits with 0', async () => {
    upstream.behave(
      (request, response) => void setTimeout(() => json(200, { data: { id: 'late' } })(request, response), 300),
    );
    const { code, stdout } = await runProgram(
      [],
      remote(),
      frames(initialize, initialized, toolCall(2, 'get_booking', { booking_id: 'late' })),
    );
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2]);
    expect(stdout).toContain('late');
  });

  it('ends the program although the platform never says which extensions it has', async () => {
    upstream.behave((request, response) => {
      if (!request.path.endsWith('/capabilities')) json(200, { data: { id: 'bk' } })(request, response);
    });
    const startedAt = performance.now();
    const { code, stdout } = await runProgram(
      [],
      env({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }),
      frames(initialize, initialized, toolCall(2, 'get_booking', { booking_id: 'bk' })),
    );
    expect(code).toBe(0);
    expect(stdout).toContain('id: bk');
    // The request itself would take 20 seconds.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('answers a last message that no line break follows', async () => {
    const input = frames(initialize, initialized, { jsonrpc: '2.0', id: 2, method: 'prompts/list' });
    const { code, stdout } = await runProgram([], remote(), input.trimEnd());
    expect(code).toBe(0);
    expect(stdout.match(/"id":\d/g)).toEqual(['"id":1', '"id":2']);
  });

  it('answers a message that is cut off with a parse error', async () => {
    const call = frames(toolCall(2, 'get_booking', { booking_id: 'late' })).trimEnd();
    const { stdout } = await runProgram([], remote(), `${frames(initialize, initialized)}${call.slice(0, -2)}`);
    expect(stdout).toContain('"code":-32700');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('answers open requests at %s, then exits with 0', async (signal) => {
    const program = startProgram([], remote());
    upstream.behave((request, response) => {
      program.child.kill(signal);
      setTimeout(() => json(200, { data: { id: 'late' } })(request, response), 200);
    });
    program.child.stdin?.write(frames(initialize, initialized, toolCall(2, 'get_booking', { booking_id: 'late' })));
    expect(await program.ended).toBe(0);
    expect(program.output.stdout).toContain('late');
  });

  it('ignores a cancelled request', async () => {
    upstream.behave(() => {});
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    const { code, stdout } = await runProgram(
      ['--timeout', '30'],
      remote(),
      frames(initialize, initialized, toolCall(2, 'get_booking', { booking_id: 'x' }), cancel),
    );
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });
});

it('writes nothing but JSON-RPC to stdout under any input', async () => {
  upstream.behave((request, response) =>
    request.path.includes('bad') ? response.destroy() : json(500, {})(request, response),
  );
  const { stdout, stderr } = await runProgram(
    ['--log-level', 'debug'],
    env({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_canary' }),
    `${frames(
      initialize,
      initialized,
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      toolCall(3, 'get_booking', { booking_id: 'bad' }),
      toolCall(4, 'get_booking', {}),
      toolCall(5, 'no_such_tool', {}),
      { jsonrpc: '2.0', id: 6, method: 'no/such' },
      toolCall(7, 'list_calls', {}),
    )}not json\n{"jsonrpc":"2.0"}\n`,
  );
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const message of messages) expect(message.jsonrpc).toBe('2.0');
  expect(
    messages
      .map((message) => message.id)
      .filter(Boolean)
      .sort(),
  ).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(stderr).toMatch(/tool call/);
  expect(stdout + stderr).not.toContain('canary');
});

it('stdio serves each protocol revision that a client requests', async () => {
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const opening = { ...initialize, params: { ...initialize.params, protocolVersion } };
    const { stdout } = await runProgram([], env(), frames(opening));
    expect(JSON.parse(stdout).result.protocolVersion).toBe(protocolVersion);
  }
});

import { appendFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS, connect, field } from '../support/clients.ts';
import { bearerHeader, post, startGuarded } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';
import { firstTimeOn, tuesdayAhead } from '../voice/support/spoken-booking.ts';

/** `--audit` of the built program. */
let upstream: Upstream;
let folder: string;
let file: string;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream?.close());
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'audit.jsonl');
  upstream.received.length = 0;
  upstream.behave(requestedRecord);
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Answers with the record of the path: one with another id would be looked for during seconds. */
const requestedRecord: Behaviour = (request, response) =>
  json(200, { data: { id: /bookings\/(\w+)/.exec(request.path)?.[1] } })(request, response);

const remote = () => ({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const recorded = () => linesOf(readFileSync(file, 'utf8'));
const stdio = (args: string[]) => ({ args, env: cleanEnvironment(folder, remote()) });

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it.each(CLIENTS)('--audit records two lines for a write over HTTP, and none for a read (%s)', async (kind) => {
  const session = await startHttp(remote(), ['--audit', file], kind);
  await session.client.call('get_booking', { booking_id: 'bk_1' });
  await session.client.call('cancel_booking', { booking_id: 'bk_1' });
  await session.close();
  const [begin, end, ...rest] = recorded();
  expect(rest).toEqual([]);
  const write = {
    time: TIME,
    write_id: expect.any(String),
    tool: 'cancel_booking',
    record_id: 'bk_1',
    client: '127.0.0.1',
    request_id: expect.any(String),
  };
  expect(begin).toEqual({ ...write, event: 'begin' });
  expect(end).toEqual({ ...write, event: 'end', outcome: 'done' });
  expect(end?.write_id).toBe(begin?.write_id);
});

it('--audit records the name of the token that made a write, and never the token', async () => {
  const server = await startGuarded('token', ['--audit', file], remote());
  const tokens = { reception: await server.token('reception'), reports: await server.token('reports') };
  const params = { name: 'cancel_booking', arguments: { booking_id: 'bk_1' } };
  for (const token of [tokens.reception, tokens.reports, tokens.reception]) {
    await (await post(server.url, bearerHeader(token), 'tools/call', params)).text();
  }
  await server.close();
  const who = ['reception', 'reception', 'reports', 'reports', 'reception', 'reception'];
  expect(recorded().map((line) => line.principal)).toEqual(who);
  expect(readFileSync(file, 'utf8')).not.toContain('rcpt_token_');
});

describe('--audit over stdio', () => {
  it('records the outcome of each write', async () => {
    const client = await connect('v2 2026-07-28', stdio(['--audit', file]));
    const contact = { name: 'Ana', phone: '+12125550123' };
    // No such contact exists; the new one has an id.
    upstream.behave((request, response) => {
      const list = { data: [], meta: { total: 0, page: 1, per_page: 100, has_more: false } };
      json(200, request.method === 'GET' ? list : { data: { id: 'ct_9', name: 'Ana' } })(request, response);
    });
    await client.call('create_contact', contact);
    upstream.behave(json(404, { error: 'not_found' }));
    await client.call('cancel_booking', { booking_id: 'bk_2' });
    upstream.behave((request, response) => {
      // Neither the write is answered nor the read that would verify it.
      const written = upstream.received.some(({ method, path }) => method !== 'GET' && path.includes('/bk_3'));
      if (written) response.destroy();
      else json(200, { data: { id: 'bk_3', status: 'confirmed' } })(request, response);
    });
    await client.call('cancel_booking', { booking_id: 'bk_3' });
    // Not a valid call of the tool.
    await client.call('cancel_booking', { record: 'bk_4' });
    await client.close();
    expect(
      recorded().map(({ event, tool, record_id, outcome, error }) => [event, tool, record_id, outcome, error]),
    ).toEqual([
      ['begin', 'create_contact', undefined, undefined, undefined],
      ['end', 'create_contact', 'ct_9', 'done', undefined],
      ['begin', 'cancel_booking', 'bk_2', undefined, undefined],
      ['end', 'cancel_booking', 'bk_2', 'not_done', 'not_found'],
      ['begin', 'cancel_booking', 'bk_3', undefined, undefined],
      ['end', 'cancel_booking', 'bk_3', 'unknown', 'connection_lost'],
    ]);
    expect(readFileSync(file, 'utf8')).not.toMatch(/Ana|2125550123/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('marks creates that returned an existing record, and no others', async () => {
    const own = { RCPT_DATABASE: join(folder, 'platform.db') };
    const client = await connect('v2 2026-07-28', { args: ['--audit', file], env: cleanEnvironment(folder, own) });
    // Without details the request itself is recognised, with a telephone number the contact.
    const create = async (contact: object) => {
      const { data } = await client.call('create_contact', { name: 'Robin Tester', ...contact });
      return (data.contact as { id: string }).id;
    };
    const nameless = await create({});
    expect(await create({})).toBe(nameless);
    const called = await create({ phone: '+12125550187' });
    expect(await create({ phone: '+12125550187' })).toBe(called);
    const second = await create({ allow_duplicate: true });
    expect(second).not.toBe(nameless);
    const { data: found } = await client.call('find_open_times', { service_id: 'svc_cleaning', limit: 1 });
    const start_time = field(found.times, 0, 'start_local');
    const booking = { service_id: 'svc_cleaning', start_time, contact_id: called };
    const booked = (await client.call('create_booking', booking)).data.booking as { id: string };
    expect((await client.call('create_booking', booking)).data.booking).toMatchObject({ id: booked.id });
    await client.close();
    const ends = recorded().filter(({ event }) => event === 'end');
    expect(ends.map(({ record_id, outcome, repeated }) => [record_id, outcome, repeated])).toEqual([
      [nameless, 'done', undefined],
      [nameless, 'done', true],
      [called, 'done', undefined],
      [called, 'done', true],
      [second, 'done', undefined],
      [booked.id, 'done', undefined],
      [booked.id, 'done', true],
    ]);
  });

  it('begins a new line if the last one is incomplete, as after a full disk', async () => {
    const whole = '{"event":"begin","write_id":"w1"}\n';
    appendFileSync(file, `${whole}{"event":"beg`);
    const client = await connect('v2 2026-07-28', stdio(['--audit', file]));
    await client.call('cancel_booking', { booking_id: 'bk_1' });
    await client.close();
    const lines = readFileSync(file, 'utf8').split('\n').slice(2, -1);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['begin', 'end']);
  });

  it('begins a new line if another process was ended while it wrote its own', async () => {
    const client = await connect('v2 2026-07-28', stdio(['--audit', file]));
    await client.call('cancel_booking', { booking_id: 'bk_1' });
    appendFileSync(file, '{"event":"beg');
    await client.call('cancel_booking', { booking_id: 'bk_2' });
    await client.close();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines[2]).toBe('{"event":"beg');
    expect(lines.toSpliced(2, 1).map((line) => JSON.parse(line).record_id)).toEqual(['bk_1', 'bk_1', 'bk_2', 'bk_2']);
  });

  it('appends to an existing file and reopens a rotated one', async () => {
    appendFileSync(file, '{"kept":true}\n');
    const client = await connect('v2 2026-07-28', stdio(['--audit', file]));
    await client.call('cancel_booking', { booking_id: 'bk_1' });
    renameSync(file, `${file}.1`);
    await client.call('cancel_booking', { booking_id: 'bk_2' });
    await client.close();
    expect(linesOf(readFileSync(`${file}.1`, 'utf8')).map((line) => line.record_id ?? line.kept)).toEqual([
      true,
      'bk_1',
      'bk_1',
    ]);
    expect(recorded().map((line) => line.record_id)).toEqual(['bk_2', 'bk_2']);
  });

  it('writes whole lines for concurrent writes', async () => {
    const client = await connect('v2 2026-07-28', stdio(['--audit', file]));
    const ids = Array.from({ length: 40 }, (_, index) => `bk_${index}`);
    await Promise.all(ids.map((id) => client.call('cancel_booking', { booking_id: id })));
    await client.close();
    expect(recorded()).toHaveLength(80);
    expect(new Set(recorded().map((line) => line.record_id))).toEqual(new Set(ids));
  });

  it('rejects stdout, which belongs to MCP', async () => {
    const { code, stderr, stdout } = await runProgram(['--audit', '-'], cleanEnvironment(folder, remote()));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--audit (RCPT_AUDIT) must be a file');
  });

  it('ends the program if the file cannot be opened', async () => {
    const { code, stderr } = await runProgram(
      ['--audit', join(folder, 'none', 'x')],
      cleanEnvironment(folder, remote()),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('--audit (RCPT_AUDIT) cannot be opened: ENOENT');
  });

  // /dev/full fails each write with ENOSPC.
  it.runIf(process.platform === 'linux')('refuses a write that cannot be recorded', async () => {
    const client = await connect('v2 2026-07-28', stdio(['--audit', '/dev/full']));
    for (let call = 0; call < 3; call++) {
      const refused = await client.call('cancel_booking', { booking_id: 'bk_1' });
      expect(refused.isError).toBe(true);
      expect(refused.data.error).toMatchObject({ kind: 'audit_unavailable', changed: 'no', retryable: false });
      expect(refused.text).toContain('Nothing was changed');
    }
    expect(upstream.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await client.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
    await client.close();
  });
});

it('--audit - over HTTP writes to stdout, and nothing else does', async () => {
  const home = temporaryFolder();
  const program = startProgram(['http', '--port', '0', '--audit', '-'], cleanEnvironment(home, remote()));
  const address = () => /http:\/\/\S+\/mcp/.exec(program.output.stderr)?.[0];
  await expect.poll(address, { timeout: 20_000 }).toBeDefined();
  const client = await connect('v1', { url: address() as string });
  await client.call('cancel_booking', { booking_id: 'bk_1' });
  await client.close();
  expect(await program.stop()).toBe(0);
  const lines = program.output.stdout.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['begin', 'end']);
  rmSync(home, { recursive: true, force: true });
});

it('--audit records which booking a caller has changed, and that nothing was done without the question or the checks', async () => {
  const options = ['--profile', 'voice', '--caller-number-header', 'X-Caller-Number', '--caller-checks', 'name'];
  const session = await startHttp({}, [...options, '--language', 'en-GB', '--audit', file]);
  const caller = await connect('v2 2026-07-28', { url: session.url, headers: { 'x-caller-number': '+13035550177' } });
  const say = async (name: string, args: object) => {
    const { text, isError } = await caller.call(name, { ...args });
    expect(isError, text).toBe(false);
    return text;
  };
  const timeOn = async (date: string) => firstTimeOn(date, await say('find_open_times', { service: 'cleaning', date }));
  const person = { caller_name: 'Robin Tester' };
  const booking = { service: 'cleaning', start: await timeOn(tuesdayAhead(0)), ...person, confirmed: true };
  // The first yes has no question before it, and the third repeats the second.
  for (const expected of [/\?$/, /^It is booked/, /^It is booked/])
    expect(await say('create_booking', booking)).toMatch(expected);
  await say('cancel_booking', { caller_name: 'Someone Else', confirmed: true });
  const move = { new_start: await timeOn(tuesdayAhead(1)), ...person };
  expect(await say('update_booking', move)).toMatch(/\?$/);
  expect(await say('update_booking', { ...move, confirmed: true })).toMatch(/^It is moved/);
  expect(await say('cancel_booking', person)).toMatch(/\?$/);
  expect(await say('cancel_booking', { ...person, confirmed: true })).toMatch(/^It is cancelled/);
  await caller.close();
  await session.close();
  const ends = recorded().filter(({ event }) => event === 'end');
  const id = ends[1]?.record_id;
  expect(id).toMatch(/^bk_/);
  expect(
    ends.map(({ tool, outcome, record_id, repeated, error }) => [tool, outcome, record_id, repeated, error]),
  ).toEqual([
    ['create_booking', 'not_done', undefined, undefined, undefined],
    ['create_booking', 'done', id, undefined, undefined],
    ['create_booking', 'done', id, true, undefined],
    ['cancel_booking', 'not_done', undefined, undefined, undefined],
    ['update_booking', 'done', id, undefined, undefined],
    ['cancel_booking', 'done', id, undefined, undefined],
  ]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/Robin|3035550177/);
});

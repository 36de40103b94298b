import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../src/platform/index.ts';
import { CANARIES } from '../security/evidence.ts';
import { copyTemplate } from '../support/engines.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { startUpstream } from '../support/upstream.ts';

/** Uncaught errors in the program, caused by a preloaded module while it serves. */
const home = temporaryFolder();
afterAll(() => rmSync(home, { recursive: true }));

/** Throws or rejects, in each possible way, with an error that contains the secrets. */
const PRELOAD = `
  const { RCPT_API_KEY: key, RCPT_SESSION_COOKIE: cookie } = process.env;
  const error = () => Object.assign(
    new TypeError('broken with ' + key + '\\nand ' + cookie, { cause: new Error('Bearer ' + key) }),
    { request: { headers: { authorization: 'Bearer ' + key, cookie } } },
  );
  const failures = {
    throws: () => { throw error(); },
    rejects: () => void Promise.reject(error()),
    'rejects with a string': () => void Promise.reject('key ' + key),
    'rejects with an object': () => void Promise.reject({ key, cookie }),
    'rejects with nothing': () => void Promise.reject(undefined),
    'throws a circular error': () => { const e = error(); e.cause = e; throw e; },
    waits: () => {},
  };
  process.once('SIGUSR1', failures[process.env.FAILURE]);
`;
const preload = join(home, 'preload.cjs');
beforeAll(() => writeFileSync(preload, PRELOAD));

const env = (failure: string, options = '') =>
  cleanEnvironment(home, {
    RCPT_BASE_URL: 'http://127.0.0.1:9',
    RCPT_API_KEY: CANARIES.envKey,
    RCPT_SESSION_COOKIE: CANARIES.cookie,
    OTEL_EXPORTER_OTLP_HEADERS: 'key=canary0123456789',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'key=canary0123456789',
    RCPT_LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--require=${preload} --report-directory=${home} ${options}`,
    FAILURE: failure,
  });

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

// A signal triggers the failure; Windows has no such signals.
describe.skipIf(process.platform === 'win32')('crash of the program', () => {
  it.each([
    ['throws', '--report-uncaught-exception'],
    ['rejects', ''],
    ['rejects', '--unhandled-rejections=warn'],
    ['rejects with a string', ''],
    ['rejects with an object', ''],
    ['rejects with nothing', ''],
    ['throws a circular error', ''],
  ])(
    'logs one line and exits with 1 if a module %s (%s) over stdio, with only JSON-RPC on stdout',
    async (failure, options) => {
      const program = startProgram([], env(failure, options));
      program.child.stdin?.write(ping);
      await program.until(/"id":1/);
      program.child.kill('SIGUSR1');
      expect(await program.ended).toBe(1);
      expect(program.output.stdout).toMatch(/^\{"[^\n]*"id":1[^\n]*\}\n$/);
      expect(program.output.stderr).toMatch(/^\S+ error (uncaught exception|unhandled rejection)[^\n]*\n$/);
      expect(program.output.stderr).not.toContain('canary');
      if (failure === 'throws') expect(program.output.stderr).toContain('broken with sk_live_[redacted]');
    },
  );

  it('logs one JSON line if a module throws while the program serves HTTP', async () => {
    const program = startProgram(['http', '--port', '0'], env('throws'));
    await program.until(/Ctrl-C/);
    program.child.kill('SIGUSR1');
    expect(await program.ended).toBe(1);
    expect(JSON.parse(program.output.stderr)).toMatchObject({
      level: 'error',
      message: 'uncaught exception',
      error: { name: 'TypeError', message: expect.stringContaining('broken with'), cause: { name: 'Error' } },
    });
    expect(program.output.stdout + program.output.stderr).not.toContain('canary');
  });

  it('leaves no secret in a diagnostic report of Node', async () => {
    const program = startProgram([], env('waits', '--report-on-signal --report-signal=SIGUSR2'));
    program.child.stdin?.write(ping);
    await program.until(/"id":1/);
    program.child.kill('SIGUSR2');
    const reports = () => readdirSync(home).filter((name) => /^report\..*\.json$/.test(name));
    await expect.poll(() => reports().length, { timeout: 10_000 }).toBeGreaterThan(0);
    await expect
      .poll(() => readFileSync(join(home, reports()[0] ?? ''), 'utf8'), { timeout: 10_000 })
      .toMatch(/\}\s*$/);
    await program.stop();
    const report = readFileSync(join(home, reports()[0] ?? ''), 'utf8');
    expect(JSON.parse(report).environmentVariables).toMatchObject({ RCPT_BASE_URL: 'http://127.0.0.1:9' });
    expect(report).not.toContain('canary');
  });
});

it.each([[['--help']], [['users', 'list', '--database', ':memory:']]])(
  'rcpt-mcp %j exits with 0 if its stdout is closed',
  async (args) => {
    const program = startProgram(args, cleanEnvironment(home));
    program.child.stdout?.destroy();
    expect(await program.ended).toBe(0);
    expect(program.output.stderr).toBe('');
  },
);

it('rcpt-mcp http keeps serving if its stdout is closed', async () => {
  const closed = await startUpstream();
  await closed.close();
  const program = startProgram(['http', '--port', new URL(closed.url).port], cleanEnvironment(home));
  program.child.stdout?.destroy();
  const alive = async () => (await fetch(`${closed.url}/healthz`).catch(() => undefined))?.status;
  await expect.poll(alive, { timeout: 10_000 }).toBe(200);
  expect(await program.stop()).toBe(0);
  expect(program.output.stderr).toBe('');
});

const DESK_USER = 'naomi.whitfield@example.com';

describe.skipIf(process.platform !== 'linux')('a secret that cannot be written to stdout', () => {
  const database = join(home, 'secrets.db');
  const tokens = join(home, 'tokens.jsonl');
  const lost = (what: string) =>
    new RegExp(`^rcpt-mcp: The output cannot be written \\(ENOSPC\\)\\. ${what} --(database|tokens) \\S+\\n$`);
  beforeAll(() => copyTemplate('demo', database));

  it.each([
    ['keys create --name k', 'Key (key_\\w+) is made, and its value is lost\\. .+: rcpt-mcp keys revoke \\1'],
    ['tokens create --name desk', 'The token of desk is made, and lost\\. .+: rcpt-mcp tokens revoke desk'],
    ['calls sources add vapi --name d', 'Source (\\w+) has a new secret, .+: rcpt-mcp calls sources rotate \\1'],
    ['calls sources add vapi --name e --json', 'Source (\\w+) has a new secret, .+: rcpt-mcp calls sources rotate \\1'],
    ['calendars add', 'Calendar (\\w+) has a new address, .+: rcpt-mcp calendars renew \\1'],
    ['users set-password EMAIL --generate', 'The password of EMAIL is changed, .+ set-password EMAIL --generate'],
  ])('%s exits with 1, and says how to replace it', async (command, what) => {
    const words = command.replace('EMAIL', DESK_USER).split(' ');
    const place = words[0] === 'tokens' ? ['--tokens', tokens] : ['--database', database];
    const through = ['sh', '-c', 'exec "$@" >/dev/full', 'sh'];
    const program = startProgram([...words, ...place], cleanEnvironment(home), through);
    expect(await program.ended).toBe(1);
    expect(program.output.stderr).toMatch(lost(what.replaceAll('EMAIL', DESK_USER.replaceAll('.', '\\.'))));
  });
});

describe.skipIf(process.platform !== 'linux')('a command whose output cannot be written', () => {
  const through = ['sh', '-c', 'exec "$@" >/dev/full', 'sh'];
  const database = join(home, 'unwritable.db');
  beforeAll(async () => {
    const creates = startProgram(['calls', 'simulate', '--database', database], cleanEnvironment(home));
    expect(await creates.ended).toBe(0);
  });

  it.each([
    ['keys', 'list'],
    ['calls', 'list'],
    ['platform', '--port', '0'],
    ['http', '--port', '0'],
  ])('ends with 1 after it has closed the database: %s %s', async (...words) => {
    const program = startProgram([...words, '--database', database], cleanEnvironment(home), through);
    expect(await program.ended).toBe(1);
    expect(program.output.stderr).toContain('The output cannot be written (ENOSPC).');
    // Of a database that is closed, only the file remains.
    const files = readdirSync(home).filter((file) => file.startsWith('unwritable.db'));
    expect(files).toEqual(['unwritable.db']);
  });
});

describe.skipIf(process.platform === 'win32')('an export whose output ends early', () => {
  const through = (target: string) => ['sh', '-c', `"$@" ${target}`, 'sh'];
  const database = join(home, 'export.db');
  beforeAll(async () => {
    const platform = await openPlatform({ database });
    const people = Array.from({ length: 500 }, (_, index) => ({
      id: undefined,
      name: `Person ${index}`,
      email: `person-${index}@example.com`,
      phone: null,
      additional: { notes: 'n'.repeat(400) },
    }));
    await platform.contacts.importBatch(people);
    await platform.close();
  });

  it('ends quietly when its reader has enough', async () => {
    for (const format of ['--bom', '--json']) {
      const words = ['contacts', 'export', format, '--database', database];
      const program = startProgram(words, cleanEnvironment(home), through('| head -c 10'));
      expect(await program.ended).toBe(0);
      expect(program.output.stderr).toBe('');
      expect(Buffer.byteLength(program.output.stdout)).toBe(10);
    }
  });

  it.skipIf(process.platform !== 'linux')('names a full disk in one line', async () => {
    const words = ['contacts', 'export', '--database', database];
    const program = startProgram(words, cleanEnvironment(home), through('>/dev/full'));
    expect(await program.ended).toBe(1);
    expect(program.output.stderr).toBe('rcpt-mcp: The output cannot be written (ENOSPC).\n');
  });
});

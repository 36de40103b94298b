import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../support/clients.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../../support/engines.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { httpClient } from '../support/client.ts';

const home = temporaryFolder();
let test: TestDatabase;
let env: Record<string, string>;
let url: URL;
const programs: RunningProgram[] = [];

beforeAll(async () => {
  test = await newDatabase();
  url = new URL(test.database);
  env = cleanEnvironment(home, { RCPT_DATABASE: test.database, RCPT_LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await test.remove();
  await rm(home, { recursive: true });
});

function start(...args: string[]): RunningProgram {
  const program = startProgram([...args, '--port', '0'], env);
  programs.push(program);
  return program;
}

/** Neither in plain text nor percent-encoded as in the URL. */
function expectNoPassword(...texts: string[]): void {
  for (const text of texts) {
    expect(text).not.toContain(url.password);
    expect(text).not.toContain(decodeURIComponent(url.password));
  }
}

it('several processes serve the same new PostgreSQL database', async () => {
  const both = [start('platform'), start('platform')];
  const served = await Promise.all(both.map((program) => program.until(/is served at (\S+)\/api\/v1 \((\S+)\)/)));
  expect(served.map((match) => match[2])).toEqual(
    both.map(() => `postgres://${url.username}@${url.host}${url.pathname}`),
  );
  const made = await runProgram(['keys', 'create', '--name', 'shared'], env);
  const key = made.stdout.match(/sk_live_\w+/)?.[0] ?? '';
  const sends = served.map((match) => httpClient(match[1] as string));
  const created = await sends[0]?.('POST', '/v1/contacts', { key, body: { name: 'Written here' } });
  const read = await sends[1]?.('GET', `/v1/contacts/${created?.body.data.id}`, { key });
  expect(read?.body.data).toMatchObject({ name: 'Written here' });
  for (const program of both) {
    expect(await program.stop()).toBe(0);
    expectNoPassword(program.output.stdout, program.output.stderr);
  }
  expectNoPassword(made.stdout, made.stderr);
});

it('all other commands work on PostgreSQL, and none prints the password', async () => {
  for (const args of [
    ['keys', 'list'],
    ['users', 'list'],
    ['calls', 'simulate'],
  ]) {
    const { code, stdout, stderr } = await runProgram(args, env);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toBe('');
    expectNoPassword(stdout, stderr);
  }
  const http = start('http');
  const [line] = await http.until(/tools for .*/);
  expect(line).toContain(`the embedded demo business (postgres://${url.username}@${url.host}${url.pathname})`);
  expect(await http.stop()).toBe(0);
  expectNoPassword(http.output.stdout, http.output.stderr);
});

it('reads the password from PGPASSWORD', async () => {
  const without = new URL(url);
  without.password = '';
  const args = ['keys', 'list', '--database', without.href];
  expect((await runProgram(args, { ...env, PGPASSWORD: decodeURIComponent(url.password) })).code).toBe(0);
  const refused = await runProgram(args, env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('asks for a password. Set PGPASSWORD');
});

it('reads the password from a password file again for each connection', async () => {
  const without = new URL(url);
  without.password = '';
  const file = join(home, 'pgpass');
  const write = (password: string) => {
    const line = ['*', '*', '*', url.username, password.replaceAll(/[\\:]/g, '\\$&')].join(':');
    writeFileSync(file, `${line}\n`, { mode: 0o600 });
  };
  const own = { ...env, RCPT_DATABASE: without.href, PGPASSFILE: file };
  write('wrong');
  const http = await runProgram(['http', '--port', '0'], own);
  expect([http.code, http.stdout]).toEqual([1, '']);
  const client = await connect('v1', { args: [], env: own });
  const refused = await client.call('list_services');
  expect(refused.isError).toBe(true);
  write(decodeURIComponent(url.password));
  // Other connections at the start may have read the file earlier.
  await expect.poll(async () => (await client.call('list_services')).isError, { timeout: 20_000 }).toBe(false);
  await client.close();
  expectNoPassword(http.stderr, refused.text);
});

it('each database engine loads only its own driver', async () => {
  const hook = fileURLToPath(new URL('../support/loaded.cjs', import.meta.url));
  const drivers = async (database: string) => {
    const options = { ...env, RCPT_DATABASE: database, NODE_OPTIONS: `--require "${hook}"` };
    const { code, stderr } = await runProgram(['keys', 'list'], options);
    expect(code, stderr).toBe(0);
    const files = [...stderr.matchAll(/^loaded (.*)$/gm)].map((match) => readFileSync(match[1] as string, 'utf8'));
    const having = (words: string) => files.filter((text) => text.includes(words)).length;
    return { postgres: having('SASL: SCRAM-SERVER-FIRST-MESSAGE'), sqlite: having('pragma journal_mode') };
  };
  expect(await drivers(test.database)).toEqual({ postgres: 1, sqlite: 0 });
  expect(await drivers(':memory:')).toEqual({ postgres: 0, sqlite: 1 });
});

it('commands refuse an empty PostgreSQL database, and put nothing into it', async () => {
  const empty = await newDatabase('empty');
  const { code, stdout, stderr } = await runProgram(['contacts', 'export', '--database', empty.database], env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The database is empty. Choose another one');
  await empty.direct('create table schema_migrations (name text)');
  await empty.remove();
});

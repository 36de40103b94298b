import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

/** What `rcpt-mcp platform` logs about requests that it refuses. */
let database: TestDatabase;
let program: RunningProgram;
let url: string;

beforeAll(async () => {
  database = await newDatabase('demo');
  const env = cleanEnvironment('/nonexistent', { RCPT_DATABASE: database.database, RCPT_LOG_LEVEL: 'info' });
  program = startProgram(['platform', '--port', '0', '--trusted-proxies', '127.0.0.1'], env);
  url = (await program.until(/http:\/\/[^/]+/))[0];
});
afterAll(async () => {
  await program?.stop();
  await database?.remove();
});

const environment = () => cleanEnvironment('/nonexistent', { RCPT_DATABASE: database.database });

it('rcpt-mcp platform logs one line with the client for each refused request, without secrets', async () => {
  const made = await runProgram(['keys', 'create', '--name', 'reader', '--scopes', 'read:services'], environment());
  const [key] = /sk_live_\w+/.exec(made.stdout) as RegExpExecArray;
  const login = JSON.stringify({ email: 'mara@example.com', password: 'canary of a password' });
  const json = { 'content-type': 'application/json' };
  const sent: [method: string, path: string, headers: Record<string, string>, body?: string][] = [
    ['GET', '/api/v1/contacts?search=canary', { 'x-api-key': 'sk_live_canary' }],
    ['GET', '/api/v1/contacts/ct_canary', { 'x-api-key': key }],
    ['GET', '/api/v1/services', { 'x-api-key': key }],
    ['GET', '/api/v1/canary', { 'x-api-key': key }],
    ...Array.from(
      { length: 6 },
      () => ['POST', '/api/dashboard/login', json, login] as [string, string, typeof json, string],
    ),
  ];
  for (const [index, [method, path, headers, body]] of sent.entries()) {
    const from = { 'x-forwarded-for': `203.0.113.${Math.min(index, 4)}`, 'x-request-id': `id-${index}` };
    await (await fetch(new URL(path, url), { method, headers: { ...headers, ...from }, ...(body && { body }) })).text();
  }
  const refused = () =>
    program.output.stderr
      .split('\n')
      .filter((line) => line.includes('request refused'))
      .map((line) => {
        const { level, status, reason, route, client, request_id: id } = JSON.parse(line) as Record<string, unknown>;
        return [level, status, reason, route, client, id];
      });
  const signIn = '/api/dashboard/login';
  await expect
    .poll(refused)
    .toEqual([
      ['info', 401, 'unauthorized', '/api/v1', '203.0.113.0', 'id-0'],
      ['info', 403, 'forbidden', '/api/v1', '203.0.113.1', 'id-1'],
      ...[4, 5, 6, 7, 8].map((id) => ['info', 401, 'unauthorized', signIn, '203.0.113.4', `id-${id}`]),
      ['info', 429, 'too_many_attempts', signIn, '203.0.113.4', 'id-9'],
    ]);
  expect(program.output.stderr).not.toContain('canary');
});

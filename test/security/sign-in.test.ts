import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { addFiles, addProcess, collectEvidence } from './evidence.ts';

/** The embedded platform's own secrets: a password, a session, keys. Each is returned once, to its request. */
const home = temporaryFolder();
afterAll(() => rmSync(home, { recursive: true }));

const env = cleanEnvironment(home, { RCPT_LOG_LEVEL: 'debug' });
const database = ['--database', join(home, 'platform.db')];

it('passwords, sessions and keys appear only in their own answer, not in logs or the database', async () => {
  const platform = startProgram(['platform', '--port', '0', ...database], env);
  const url = (await platform.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  const demoKey = (await platform.until(/sk_live_\S+/))[0];
  await platform.until(/Ctrl-C/);
  const users = await runProgram(['users', 'list', ...database], env);
  const email = /\S+@\S+(?=.*owner)/.exec(users.stdout)?.[0] ?? '';
  const set = await runProgram(['users', 'set-password', email, '--generate', ...database], env);
  const password = set.stdout.trim().split('\n').at(-1) ?? '';
  expect(password.length).toBeGreaterThanOrEqual(20);

  const evidence = collectEvidence();
  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { cookie: answer.headers.get('set-cookie'), status: answer.status, text: await answer.text() };
  };
  const signedIn = await post('/dashboard/login', JSON.stringify({ email, password }));
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.cookie?.split(';')[0] ?? '';
  const team = field(JSON.parse(signedIn.text), 'data', 'teams', 0, 'id');
  const keys = `/teams/${team}/api-keys`;
  const made = await post(keys, JSON.stringify({ name: 'k', scopes: ['read:calls'] }), { cookie });
  const createdKey = /sk_live_\w+/.exec(made.text)?.[0] ?? '';
  expect(createdKey).not.toBe('');

  // Invalid requests that contain the secrets.
  const bodies = [`{"email":"${email}","password":"${password}`, `{"password":"${password}","more":1}`, password];
  for (const body of bodies) evidence.add(body.slice(0, 12), await post('/dashboard/login', body));
  for (const header of [{ cookie }, { 'x-api-key': createdKey }, { authorization: `Bearer ${demoKey}` }])
    for (const path of [keys, '/teams/other/api-keys', '/v1/contacts', '/v1/webhooks', '/v1/nowhere'])
      for (const body of [`{"name":"${demoKey}"`, '[]'])
        evidence.add(path, await post(path, body, header as Record<string, string>));
  evidence.add('sign-in', signedIn.text);
  addProcess(evidence, platform);
  expect(await platform.stop()).toBe(0);
  evidence.add('log', platform.output.stderr);
  addFiles(evidence, home);

  expect(platform.output.stderr).toContain('/dashboard/login');
  for (const [name, secret] of Object.entries({ password, session: cookie.split('=')[1] ?? '', createdKey, demoKey })) {
    expect(secret.length, name).toBeGreaterThan(10);
    expect(evidence.whereFound(secret), name).toEqual([]);
  }
});

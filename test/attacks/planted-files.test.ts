import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { bearerHeader, post, startGuarded } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/**
 * Another user of the machine, who puts links and files where the program will write, or reads what it has written. What
 * such a user cannot do is write into the operator's own folders: there they would be the operator.
 */
let upstream: Upstream;
const folder = temporaryFolder();
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe.skipIf(process.platform === 'win32')('what is written', () => {
  it('a secret goes into a new file of its owner alone, whatever lies about in its folder', async () => {
    const home = join(folder, 'secrets-home');
    const secrets = join(home, 'rcpt-mcp', 'secrets');
    mkdirSync(secrets, { recursive: true, mode: 0o700 });
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious', { mode: 0o644 });
    for (const name of ['webhook.txt', 'webhook-00000000.txt', 'key.txt']) symlinkSync(victim, join(secrets, name));
    const before = readdirSync(secrets);
    const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
    const program = startProgram(['http', '--port', '0'], cleanEnvironment(home, env));
    const client = await connect('v1', { url: (await program.until(/http:\/\/\S+\/mcp/))[0] });
    const hook = { id: 'wh_1', url: 'https://hooks.example.com/', events: ['call.completed'], secret: SECRET };
    upstream.behave((request, response) =>
      json(200, { data: request.method === 'GET' ? [] : hook })(request, response),
    );
    const made = await client.call('manage_webhooks', { action: 'create', url: hook.url, events: hook.events });
    expect(made.isError, made.text).toBe(false);
    expect(JSON.stringify(made)).not.toContain(SECRET);
    const [created = '', ...more] = readdirSync(secrets).filter((name) => !before.includes(name));
    expect(more).toEqual([]);
    expect(lstatSync(join(secrets, created)).isFile()).toBe(true);
    expect(mode(join(secrets, created))).toBe('600');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(mode(victim)).toBe('644');
    await client.close();
    await program.stop();
  });

  it('the file of tokens is replaced whole, by a file of nobody else’s making', async () => {
    const place = join(folder, 'tokens');
    mkdirSync(place, { mode: 0o700 });
    const file = join(place, 'tokens.jsonl');
    const env = cleanEnvironment(folder);
    const create = (name: string) => runProgram(['tokens', 'create', '--name', name, '--tokens', file], env);
    expect((await create('one')).code).toBe(0);
    expect(mode(file)).toBe('600');
    // A name that its draft could have, led elsewhere.
    const victim = join(folder, 'other-victim');
    writeFileSync(victim, 'precious');
    for (const name of ['.tokens.jsonl.tmp', 'tokens.jsonl.tmp', 'tokens.jsonl~'])
      symlinkSync(victim, join(place, name));
    const at = statSync(file).ino;
    expect((await create('two')).code).toBe(0);
    expect(statSync(file).ino).not.toBe(at);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readdirSync(place).filter((name) => /[0-9a-f]{12}/.test(name))).toEqual([]);
  });

  it('a link that leads to no file is not followed to make one', async () => {
    const file = join(folder, 'dangling.jsonl');
    const target = join(folder, 'not-there');
    symlinkSync(target, file);
    const { code, stdout, stderr } = await runProgram(
      ['tokens', 'create', '--name', 'one', '--tokens', file],
      cleanEnvironment(folder),
    );
    expect([code, existsSync(target)]).toEqual([1, false]);
    expect(stderr).toContain('leads to no file');
    expect(stdout).not.toContain('rcpt_token_');
  });

  it('the database, the audit log and the file of signing secrets are their owner’s alone, whatever the umask', async () => {
    const place = join(folder, 'umask');
    mkdirSync(place, { mode: 0o700 });
    const [audit, secrets, database] = ['audit.jsonl', 'secrets.txt', 'platform.db'].map((name) =>
      join(place, name),
    ) as [string, string, string];
    const args = [
      'http',
      '--port',
      '0',
      '--audit',
      audit,
      '--webhooks',
      '--webhook-secrets',
      secrets,
      '--database',
      database,
    ];
    const program = startProgram(args, cleanEnvironment(place), ['sh', '-c', 'umask 000; exec "$@"', 'sh']);
    const client = await connect('v1', { url: (await program.until(/http:\/\/\S+\/mcp/))[0] });
    const url = 'http://localhost:9/hook';
    const made = await client.call('manage_webhooks', { action: 'create', url, events: ['call.completed'] });
    expect(made.isError, made.text).toBe(false);
    for (const file of [audit, secrets, database]) expect([file, mode(file)]).toEqual([file, '600']);
    for (const name of readdirSync(place).filter((file) => file.startsWith('platform.db-')))
      expect([name, mode(join(place, name))]).toEqual([name, '600']);
    expect(readFileSync(audit, 'utf8')).not.toContain('whsec_');
    await client.close();
    await program.stop();
  });
});

describe('what is read', () => {
  it.each<[string, (file: string) => void]>([
    ['a folder', (file) => mkdirSync(file)],
    ['a gigabyte', (file) => writeFileSync(file, Buffer.alloc(5 * 1024 * 1024, ' '))],
    ['half a file', (file) => writeFileSync(file, '{"name":"one","sha')],
    [
      'a right more than there is',
      (file) => writeFileSync(file, '{"name":"one","sha256":"x","toolsets":["everything"]}'),
    ],
    [
      'a field more than there is',
      (file) => writeFileSync(file, `{"name":"one","sha256":"${'0'.repeat(64)}","admin":true}`),
    ],
    ['nothing where there was a file', () => {}],
  ])('%s in place of the tokens lets nobody in, and says nothing of it to them', async (_what, plant) => {
    const server = await startGuarded('token', [], { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
    const token = await server.token('one');
    expect((await post(server.url, bearerHeader(token))).status).toBe(200);
    await rm(server.tokens);
    plant(server.tokens);
    const answer = await post(server.url, bearerHeader(token));
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain(server.tokens);
    await server.close();
  });

  it.skipIf(process.platform === 'win32')('a file of secrets that others can read is warned of', async () => {
    const secrets = join(folder, 'open-secrets.txt');
    writeFileSync(secrets, `${SECRET}\n`);
    chmodSync(secrets, 0o644);
    const args = ['http', '--port', '0', '--webhooks', '--webhook-secrets', secrets];
    const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
    const program = startProgram(args, cleanEnvironment(folder, env));
    await program.until(/\/mcp/);
    await expect.poll(() => program.output.stderr, { timeout: 20_000 }).toContain('chmod 600');
    expect(program.output.stderr).not.toContain(SECRET);
    await program.stop();
  });
});

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
 * The attacker is another user of the machine who plants symbolic links and files where the program will write, or reads
 * what it has written. Such a user cannot write into the operator's own folders: that would give them the operator's rights.
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

describe.skipIf(process.platform === 'win32')('a file that the program writes', () => {
  it('a webhook secret is stored in a new file with mode 600 despite planted links', async () => {
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
    const created = await client.call('manage_webhooks', { action: 'create', url: hook.url, events: hook.events });
    expect(created.isError, created.text).toBe(false);
    expect(JSON.stringify(created)).not.toContain(SECRET);
    const [newFile = '', ...more] = readdirSync(secrets).filter((name) => !before.includes(name));
    expect(more).toEqual([]);
    expect(lstatSync(join(secrets, newFile)).isFile()).toBe(true);
    expect(mode(join(secrets, newFile))).toBe('600');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(mode(victim)).toBe('644');
    await client.close();
    await program.stop();
  });

  it('the token file is replaced atomically through an unpredictable temporary name', async () => {
    const ownFolder = join(folder, 'tokens');
    mkdirSync(ownFolder, { mode: 0o700 });
    const file = join(ownFolder, 'tokens.jsonl');
    const env = cleanEnvironment(folder);
    const create = (name: string) => runProgram(['tokens', 'create', '--name', name, '--tokens', file], env);
    expect((await create('one')).code).toBe(0);
    expect(mode(file)).toBe('600');
    // Links under names that the temporary file could have.
    const victim = join(folder, 'other-victim');
    writeFileSync(victim, 'precious');
    for (const name of ['.tokens.jsonl.tmp', 'tokens.jsonl.tmp', 'tokens.jsonl~'])
      symlinkSync(victim, join(ownFolder, name));
    const inode = statSync(file).ino;
    expect((await create('two')).code).toBe(0);
    expect(statSync(file).ino).not.toBe(inode);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readdirSync(ownFolder).filter((name) => /[0-9a-f]{12}/.test(name))).toEqual([]);
  });

  it('a dangling symbolic link is not followed to create its target', async () => {
    const file = join(folder, 'dangling.jsonl');
    const target = join(folder, 'not-there');
    symlinkSync(target, file);
    const { code, stdout, stderr } = await runProgram(
      ['tokens', 'create', '--name', 'one', '--tokens', file],
      cleanEnvironment(folder),
    );
    expect([code, existsSync(target)]).toEqual([1, false]);
    expect(stderr).toContain('is a symbolic link to a file that does not exist');
    expect(stdout).not.toContain('rcpt_token_');
  });

  it('database, audit log and signing secrets have mode 600 under umask 000', async () => {
    const ownFolder = join(folder, 'umask');
    mkdirSync(ownFolder, { mode: 0o700 });
    const [audit, secrets, database] = ['audit.jsonl', 'secrets.txt', 'platform.db'].map((name) =>
      join(ownFolder, name),
    ) as [string, string, string];
    const args = ['http', '--port', '0', '--audit', audit, '--webhook-secrets', secrets, '--database', database];
    const program = startProgram(args, cleanEnvironment(ownFolder), ['sh', '-c', 'umask 000; exec "$@"', 'sh']);
    const client = await connect('v1', { url: (await program.until(/http:\/\/\S+\/mcp/))[0] });
    const url = 'http://localhost:9/hook';
    const created = await client.call('manage_webhooks', { action: 'create', url, events: ['call.completed'] });
    expect(created.isError, created.text).toBe(false);
    for (const file of [audit, secrets, database]) expect([file, mode(file)]).toEqual([file, '600']);
    for (const name of readdirSync(ownFolder).filter((file) => file.startsWith('platform.db-')))
      expect([name, mode(join(ownFolder, name))]).toEqual([name, '600']);
    expect(readFileSync(audit, 'utf8')).not.toContain('whsec_');
    await client.close();
    await program.stop();
  });
});

describe('a file that the program reads', () => {
  it.each<[string, (file: string) => void]>([
    ['a folder', (file) => mkdirSync(file)],
    ['a file over the size limit', (file) => writeFileSync(file, Buffer.alloc(5 * 1024 * 1024, ' '))],
    ['a truncated file', (file) => writeFileSync(file, '{"name":"one","sha')],
    [
      'a file with an unknown toolset',
      (file) => writeFileSync(file, '{"name":"one","sha256":"x","toolsets":["everything"]}'),
    ],
    [
      'a file with an unknown field',
      (file) => writeFileSync(file, `{"name":"one","sha256":"${'0'.repeat(64)}","admin":true}`),
    ],
    ['no file', () => {}],
  ])('token file replaced by %s: requests get 503 without the reason', async (_name, plant) => {
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

  it.skipIf(process.platform === 'win32')('the log warns about a secrets file that other users can read', async () => {
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

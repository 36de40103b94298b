import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { connect, field } from '../support/clients.ts';
import { fill, onSmallDisk } from '../support/confined.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, KNOWN_BUSINESS, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** The folder for secrets is checked before a secret is requested: one that cannot be stored would be lost. */
const home = temporaryFolder();
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
  rmSync(home, { recursive: true });
});

async function startWith(dataFolder: string, through: readonly string[] = []) {
  const env = cleanEnvironment(home, {
    XDG_DATA_HOME: dataFolder,
    ...KNOWN_BUSINESS,
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x1',
    RCPT_SESSION_COOKIE: 'rcpt_session=x',
    RCPT_TEAM_ID: 't',
    RCPT_TOOLSETS: 'webhooks,keys,calls',
  });
  const program = startProgram(['http', '--port', '0'], env, through);
  const client = await connect('v1', { url: (await program.until(/http:\/\/\S+\/mcp/))[0] });
  const stop = async () => {
    await client.close();
    await program.stop();
  };
  return { client, stop, pid: program.child.pid as number };
}

const CREATING = [
  ['create_api_key', VALID_ARGUMENTS.create_api_key],
  ['manage_webhooks', { action: 'create', url: 'https://hooks.example.com', events: ['call.completed'] }],
] as const;

async function refusedWith(client: Awaited<ReturnType<typeof connect>>, says: RegExp, prepare = () => {}) {
  const before = upstream.received.length;
  for (const [tool, args] of CREATING) {
    prepare();
    const answer = await client.call(tool, args);
    expect(answer.text, tool).toMatch(says);
    expect(answer.text, tool).toMatch(/the operator must fix that first\. Nothing was changed/);
    expect(field(answer.data, 'error', 'changed'), tool).toBe('no');
    expect(answer.text, tool).not.toContain(home);
  }
  expect(upstream.received.length).toBe(before);
}

it('a tool reports a folder that cannot be created, and requests no secret', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const { client, stop } = await startWith(join(file, 'data'));
  await refusedWith(client, /file for the secret cannot be created \(ENOTDIR\)/);
  await stop();
});

it.skipIf(!onSmallDisk)('a tool reports a full disk, requests no secret and leaves no file', async () => {
  const folder = join(home, 'small');
  mkdirSync(folder);
  const { client, stop, pid } = await startWith(folder, onSmallDisk?.(folder, '1m'));
  // The program has opened its records of create requests, which takes and frees space, when it answers the first one.
  upstream.behave(json(400, { error: 'bad_request', message: 'no' }));
  const refused = await client.call('manage_webhooks', { ...CREATING[1][1], url: 'https://hooks.example.com/first' });
  expect(refused.isError, refused.text).toBe(true);
  upstream.behave(json(200, { data: {} }));
  let free = () => {};
  const prepare = () => {
    free = fill(pid, folder);
  };
  await refusedWith(client, /cannot be created \(the disk is full\)/, prepare);
  const secrets = join(`/proc/${pid}/root`, folder, 'rcpt-mcp', 'secrets');
  expect(existsSync(secrets) ? readdirSync(secrets) : []).toEqual([]);
  free();
  const hook = { id: 'wh_1', url: CREATING[1][1].url, events: CREATING[1][1].events, secret: 'x'.repeat(100) };
  upstream.behave(({ method }, response) => response.end(JSON.stringify({ data: method === 'GET' ? [] : hook })));
  const made = await client.call(...CREATING[1]);
  expect(made.isError, made.text).toBe(false);
  const [name = ''] = readdirSync(secrets);
  // The file that reserved the space is removed.
  expect(readFileSync(join(secrets, name), 'utf8')).toBe(`${hook.secret}\n`);
  await stop();
});

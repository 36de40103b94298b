import { createHmac } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../../support/terminal.ts';

/** `rcpt-mcp calls sources`, next to a running platform on the same database. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const database = ['--database', join(home, 'calls.db')];
const secretFile = join(home, 'secret');
const NEW_SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
let platform: RunningProgram;
let url: string;
let source: { id: string; secret: string };

const run = (...args: string[]) => runProgram(['calls', ...args, ...database], env);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const add = async (name: string): Promise<typeof source> => {
  const { source: added, secret } = await json('sources', 'add', 'generic', '--name', name);
  return { id: added.id, secret };
};
const log = (id: string) => json('sources', 'log', id);

let sent = 0;
/** Sends a report as a voice agent of one's own would, and returns the status of the answer. */
async function send({ id, secret }: typeof source, report: object): Promise<number> {
  const body = JSON.stringify(report);
  const messageId = `msg_${++sent}`;
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(messageId, now, body),
  };
  return (await fetch(`${url}/api/intake/${id}`, { method: 'POST', headers, body })).status;
}

beforeAll(async () => {
  await (await openPlatform({ database: database[1] as string, business: smallBusiness() })).close();
  platform = startProgram(['platform', '--port', '0', ...database], env);
  url = (await platform.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  writeFileSync(secretFile, ` ${NEW_SECRET}\r\n`);
  chmodSync(secretFile, 0o600);
  source = await add('own bot');
});
afterAll(async () => {
  await platform.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('rcpt-mcp calls sources', () => {
  it('add prints the address, the secret once and the steps, within 100 columns', async () => {
    // The printed commands repeat the path of the database.
    const command = ['calls', 'sources', 'add', 'generic', '--name', 'front desk', '--database', 'calls.db'];
    const { code, stdout } = await runProgram(command, env, '', home);
    expect(code).toBe(0);
    const [id = ''] = /src_\w+/.exec(stdout) ?? [];
    expect(stdout).toContain(`https://YOUR-PUBLIC-ADDRESS/api/intake/${id}\n`);
    expect(stdout).toContain('state it with --public-url (RCPT_PUBLIC_URL)');
    const [secret = ''] = /whsec_\S+/.exec(stdout) ?? [];
    expect(stdout).toContain(`rcpt-mcp calls sources log ${id}`);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(25);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    expect(await send({ id, secret }, { call_id: 'screen-1' })).toBe(200);
    for (const args of [['list'], ['list', '--json'], ['log', id, '--json']])
      expect((await run('sources', ...args)).stdout).not.toContain(secret);
  });

  it('add prints the whole address if the public one of the server is known', async () => {
    const set = { ...env, RCPT_PUBLIC_URL: 'https://calls.example.com/desk/' };
    const args = ['calls', 'sources', 'add', 'generic', '--name', 'x', ...database];
    const { stdout } = await runProgram(args, set);
    expect(stdout).toMatch(/^Address {3}https:\/\/calls\.example\.com\/desk\/api\/intake\/src_\w+$/m);
    const own = await runProgram([...args, '--public-url', 'http://localhost:8788', '--json'], set);
    const { address, source: added } = JSON.parse(own.stdout);
    expect(address).toBe(`http://localhost:8788/api/intake/${added.id}`);
    const local = await runProgram([...args, '--public-url', 'http://localhost:8788'], set);
    expect(local.stdout).toContain('no vendor can reach it');
  });

  it('add stores a secret from a file or from stdin, and does not print it', async () => {
    const fromFile = await json('sources', 'add', 'generic', '--name', 'file', '--secret-file', secretFile);
    expect(fromFile.secret).toBeNull();
    expect(await send({ id: fromFile.source.id, secret: NEW_SECRET }, { call_id: 'file-1' })).toBe(200);
    const args = ['calls', 'sources', 'add', 'generic', '--name', 'stdin', '--secret-file', '-', ...database];
    const fromStdin = await runProgram(args, env, `${NEW_SECRET}\n`);
    expect(fromStdin).toMatchObject({ code: 0, stdout: expect.stringContaining('stored: the secret from your file') });
    expect(fromStdin.stdout).not.toContain(NEW_SECRET);
    const id = /src_\w+/.exec(fromStdin.stdout)?.[0] ?? '';
    expect(await send({ id, secret: NEW_SECRET }, { call_id: 'stdin-1' })).toBe(200);
  });

  it.each(['short', 'whsec_', 'whsec_=', '!!!!', 'whsec_!!!!!!!!!!!!!!!!!!!!!!!!', NEW_SECRET.slice('whsec_'.length)])(
    'add and rotate refuse %s as the secret of a generic source, whose key it would leave empty or wrong',
    async (secret) => {
      for (const args of [
        ['add', 'generic', '--name', 'forged'],
        ['rotate', source.id],
      ]) {
        const command = ['calls', 'sources', ...args, '--secret-file', '-', ...database];
        const { code, stderr } = await runProgram(command, env, `${secret}\n`);
        expect(code).toBe(1);
        expect(stderr).toContain(
          'The secret is not whsec_ and base64 of 16 to 512 bytes, as Standard Webhooks requires. Nothing was changed.',
        );
      }
    },
  );

  it('add and rotate change nothing when they refuse a secret', async () => {
    const before = await json('sources', 'list');
    for (const args of [
      ['add', 'generic', '--name', 'forged'],
      ['rotate', source.id],
    ]) {
      const command = ['calls', 'sources', ...args, '--secret-file', '-', ...database];
      expect(await runProgram(command, env, 'short\n')).toMatchObject({ code: 1 });
    }
    expect(await json('sources', 'list')).toEqual(before);
  });

  it.runIf(HAS_TERMINAL)('add reads a typed secret, and the terminal does not show it', async () => {
    const args = ['calls', 'sources', 'add', 'generic', '--name', 'typed', '--secret-file', '-', ...database];
    const typing = startOnTerminal(args, env);
    await typing.until(/--secret-file: /);
    typing.child.stdin?.write(`${NEW_SECRET}\r`);
    expect(await typing.ended, typing.output.stdout).toBe(0);
    expect(typing.output.stdout).not.toContain(NEW_SECRET);
    const id = /src_\w+/.exec(typing.output.stdout)?.[0] ?? '';
    expect(await send({ id, secret: NEW_SECRET }, { call_id: 'typed-1' })).toBe(200);
  });

  it.runIf(process.platform !== 'win32')('add warns about a file that all users can read', async () => {
    const open = join(home, 'open');
    writeFileSync(open, NEW_SECRET);
    chmodSync(open, 0o644);
    const { code, stderr } = await run('sources', 'add', 'generic', '--name', 'open', '--secret-file', open);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'the file of --secret-file has mode 644, which lets every user of this machine read it: chmod 600 it',
    );
  });

  it('add makes a source whose secret the vendor makes later, and rotate stores it', async () => {
    const added = await json('sources', 'add', 'elevenlabs', '--name', 'later');
    expect(added).toMatchObject({ secret: null, source: { awaits_secret: true } });
    const { id } = added.source;
    const secret = 'wsec_0123456789abcdef0123456789abcdef';
    const seconds = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ type: 'voice_removed', data: {} });
    const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'elevenlabs-signature': `t=${seconds},v0=${mac}` };
    const post = async () => (await fetch(`${url}/api/intake/${id}`, { method: 'POST', headers, body })).status;
    expect(await post()).toBe(401);
    const rotate = ['calls', 'sources', 'rotate', id, ...database];
    const missing = await runProgram(rotate, env);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('ElevenLabs makes the secret') });
    const stored = await runProgram([...rotate, '--secret-file', '-'], env, secret);
    expect(stored).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Both secrets') });
    expect(await post()).toBe(200);
    const listed = (await json('sources', 'list')).find((one: { id: string }) => one.id === id);
    expect(listed).toMatchObject({ awaits_secret: false, previous_secret_until: null });
  });

  it('log shows what became of each report, and counts those that were refused', async () => {
    expect(await send(source, { call_id: 'log-1', phone: '+15550100101', summary: 'First' })).toBe(200);
    expect(await send(source, { call_id: 'log-2', turns: 'none' })).toBe(202);
    expect(await send({ ...source, secret: NEW_SECRET }, { call_id: 'forged' })).toBe(401);
    await vi.waitFor(async () => expect((await log(source.id)).refused).toHaveLength(1), { timeout: 10_000 });
    const { reports, refused } = await log(source.id);
    expect(reports).toMatchObject([
      { status: 'kept', problem: expect.stringContaining('turns: must be a list'), call_id: null },
      { status: 'understood', problem: null, call_reference: 'log-1', call_id: expect.stringMatching(/^call_/) },
    ]);
    expect(refused).toMatchObject([{ source_id: source.id, reason: 'wrong signature', count: 1 }]);
    for (const args of [['log', source.id], ['log'], ['log', source.id, '--limit', '1']]) {
      const { stdout } = await run('sources', ...args);
      expect(stdout).toMatch(/^kept .* rep_\w+/m);
      expect(stdout).toMatch(/^ {2}turns: must be a list/m);
      expect(stdout).toMatch(/^wrong signature +1 +\d{4}-\d\d-\d\d/m);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    }
    const shown = await run('show', reports[1].call_id);
    expect(shown.stdout).toContain('Erika Muster, +15550100101');
    expect(shown.stdout).toMatch(/^ {2}source +own bot$/m);
  });

  it.runIf(HAS_TERMINAL)('log colours outcomes on a terminal', async () => {
    await send(source, { call_id: 'colour' });
    const shown = startOnTerminal(['calls', 'sources', 'log', source.id, ...database], { ...env, TERM: 'xterm' });
    expect(await shown.ended).toBe(0);
    expect(shown.output.stdout).toContain('\u001b[32munderstood\u001b[0m');
    const args = ['calls', 'sources', 'log', source.id, ...database];
    const plain = startOnTerminal(args, { ...env, TERM: 'xterm', NO_COLOR: '1' });
    await plain.ended;
    expect(plain.output.stdout).not.toContain('\u001b[');
  });

  it('replay reads a stored report again, and refuses one that is not stored', async () => {
    await send(source, { call_id: 'replay-1' });
    const [{ id, call_id }] = (await log(source.id)).reports;
    const replayed = await run('sources', 'replay', id);
    expect(replayed).toMatchObject({ code: 0, stdout: `Report ${id} of ${call_id} is understood.\n` });
    const unknown = await run('sources', 'replay', 'rep_unknown');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no report rep_unknown') });
  });

  it('rotate makes a new secret, with which the previous one is accepted for a day', async () => {
    const before = await add('rotating');
    const { stdout } = await run('sources', 'rotate', before.id);
    const secret = /^whsec_\S+$/m.exec(stdout)?.[0] ?? '';
    expect(secret).not.toBe(before.secret);
    expect(stdout).toMatch(/Both secrets are accepted until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(await send(before, { call_id: 'rotate-1' })).toBe(200);
    expect(await send({ ...before, secret }, { call_id: 'rotate-2' })).toBe(200);
    expect((await run('sources', 'list')).stdout).toContain(`${before.id} also accepts its previous secret until`);
    const stored = await run('sources', 'rotate', before.id, '--secret-file', secretFile);
    expect(stored.stdout).toContain(`Source ${before.id} has a new secret: the secret from your file.`);
    expect(stored.stdout).toContain('The secret before these two is refused from now on');
    expect(await send(before, { call_id: 'rotate-4' })).toBe(401);
    const again = await run('sources', 'rotate', before.id, '--secret-file', secretFile);
    expect(again.stdout).not.toContain('The secret before these two');
    expect(await send({ ...before, secret }, { call_id: 'rotate-5' })).toBe(200);
    expect(await send({ ...before, secret: NEW_SECRET }, { call_id: 'rotate-3' })).toBe(200);
  });

  it('rotate --leaked refuses the previous secrets at once', async () => {
    const before = await add('leaked');
    const { stdout } = await run('sources', 'rotate', before.id, '--leaked');
    const secret = /^whsec_\S+$/m.exec(stdout)?.[0] ?? '';
    expect(stdout).toContain('Only the new secret is accepted from now on: reports fail until');
    expect(await send(before, { call_id: 'leaked-1' })).toBe(401);
    expect(await send({ ...before, secret }, { call_id: 'leaked-2' })).toBe(200);
    await run('sources', 'rotate', before.id, '--secret-file', secretFile);
    const again = await run('sources', 'rotate', before.id, '--secret-file', secretFile, '--leaked');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('accepts already. Nothing was changed.') });
    expect(await send({ ...before, secret: NEW_SECRET }, { call_id: 'leaked-3' })).toBe(200);
  });

  it('remove asks first, ends the source, and keeps its calls', async () => {
    const leaving = await add('leaving');
    await send(leaving, { call_id: 'leaving-1' });
    const [{ call_id }] = (await log(leaving.id)).reports;
    const refused = await run('sources', 'remove', leaving.id);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('"leaving")? Its calls stay') });
    expect(refused.stderr).toContain('Add --yes to confirm. Nothing was changed.');
    expect(await send(leaving, { call_id: 'leaving-2' })).toBe(200);
    expect(await run('sources', 'remove', leaving.id, '--yes')).toMatchObject({ code: 0 });
    expect(await send(leaving, { call_id: 'leaving-3' })).toBe(404);
    expect((await run('show', call_id)).stdout).toContain('leaving-1');
    expect((await run('sources', 'remove', leaving.id, '--yes')).code).toBe(1);
  });

  it.runIf(HAS_TERMINAL)('remove on a terminal changes nothing unless the answer is yes', async () => {
    const { id } = await add('asked');
    for (const [answer, expected] of [
      ['n', 'Nothing was changed.'],
      ['y', `Source ${id} is removed`],
    ] as const) {
      const asking = startOnTerminal(['calls', 'sources', 'remove', id, ...database], env);
      await asking.until(/\[y\/N\]/);
      asking.child.stdin?.write(`${answer}\r`);
      expect(await asking.ended).toBe(0);
      expect(asking.output.stdout).toContain(expected);
    }
  });

  it('list shows all sources without escape sequences, and with --json as they are', async () => {
    const name = `Long \u001b[31m${'name '.repeat(30)}`.trim();
    await run('sources', 'add', 'generic', '--name', name);
    const { stdout } = await run('sources', 'list');
    expect(stdout).not.toContain('\u001b');
    const sources = (await json('sources', 'list')) as { name: string }[];
    expect(sources.map((one) => one.name)).toContain(name);
  });
});

it.each([
  [[], 'calls needs one of sources, list, show, erase, import, simulate. See rcpt-mcp calls --help.'],
  [['sorces'], 'There is no command "calls sorces". Did you mean rcpt-mcp calls sources?'],
  [['sources'], 'calls sources needs one of add, list, rotate, remove, log, replay.'],
  [['sources', 'rotat'], 'There is no command "calls sources rotat". Did you mean rcpt-mcp calls sources rotate?'],
  [
    ['sources', 'add'],
    'calls sources add needs VENDOR. Usage: rcpt-mcp calls sources add VENDOR --name NAME. See rcpt-mcp calls',
  ],
  [['sources', 'add', 'vapy', '--name', 'x'], '"vapy" is not a vendor of calls. Did you mean vapi?'],
  [['sources', 'add', 'vapi'], 'calls sources add vapi needs a name, such as'],
  [['sources', 'add', 'retell', '--name', 'x'], 'the API key that has the webhook badge'],
  [['sources', 'add', 'bland', '--name', 'x'], 'Account Settings > Keys > Replace Secret'],
  [['sources', 'add', 'telnyx', '--name', 'x'], 'Keys & Credentials > Public Key'],
  [['sources', 'add', 'twilio', '--name', 'x'], 'shows the auth token'],
  [['sources', 'add', 'vapi', '--name', 'x', '--vendor-key-file', 'f'], '--vendor-key-file is for telnyx and twilio'],
  [['sources', 'add', 'telnyx', '--name', 'x', '--secret-file', '-', '--vendor-key-file', '-'], 'cannot both be read'],
  [['sources', 'add', 'generic', '--name', 'x', '--secret-file', '-'], 'must contain the secret alone, on one line'],
  [['sources', 'rotate'], 'calls sources rotate needs ID. Usage: rcpt-mcp calls sources rotate ID.'],
  [['sources', 'log', 'a', 'b'], 'calls sources log takes no further arguments after ID'],
  [['sources', 'log', '--limit', '0'], '--limit must be a whole number from 1'],
  [['list', 'all'], 'calls list takes no further arguments. Usage: rcpt-mcp calls list.'],
  [['import'], 'calls import needs FILE. Usage: rcpt-mcp calls import FILE.'],
])('rejects calls %j with advice, and makes no database', async (args, message) => {
  const empty = ['--database', join(home, 'untouched', 'new.db')];
  const { code, stdout, stderr } = await runProgram(['calls', ...args, ...empty], env, 'two\nlines\n');
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(() => rmSync(join(home, 'untouched'), { recursive: true })).toThrow('ENOENT');
});

it.each([
  [['sources', 'rotate', 'src_unknown'], 'There is no source src_unknown. To see all: rcpt-mcp calls sources list'],
  [['sources', 'remove', 'src_unknown', '--yes'], 'There is no source src_unknown.'],
  [['sources', 'log', 'src_unknown'], 'There is no source src_unknown.'],
  [['show', 'call_unknown'], 'There is no call call_unknown. To see the latest: rcpt-mcp calls list'],
  [
    ['sources', 'add', 'generic', '--name', 'x', '--secret-file', '/does/not/exist'],
    'The file of --secret-file does not exist.',
  ],
  [['sources', 'add', 'generic', '--name', 'x', '--secret-file', '/dev/zero'], 'is too long for a secret'],
])('calls %j exits with 1 and a sentence', async (args, message) => {
  const { code, stderr } = await run(...args);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

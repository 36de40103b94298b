import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';

/** Sign-ins, passwords and the users that commands change, in the audit log of the built program. */
const PASSWORDS = ['the first password', 'the second password', 'the third password'] as const;
const home = temporaryFolder();
const audit = join(home, 'audit.jsonl');
const programs: RunningProgram[] = [];
let database: TestDatabase;
let platform: Platform;
let url: string;
let owner: { id: string; email: string };

async function serve(target: string): Promise<string> {
  const args = ['http', '--port', '0', '--database', database.database, '--audit', target];
  const program = startProgram(args, cleanEnvironment(home));
  programs.push(program);
  const [address] = await program.until(/http:\/\/127\.0\.0\.1:\d+/);
  return address;
}

async function post(path: string, body: object, { cookie = '', server = url } = {}) {
  const response = await fetch(`${server}/api/dashboard/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  const newCookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, cookie: newCookie };
}

interface Line {
  event: string;
  tool: string;
  outcome?: string;
  write_id: string;
  record_id?: string;
}

/** The lines that some work adds: those with outcomes, each of which follows one with the same write. */
async function recorded(work: () => Promise<unknown>): Promise<Line[]> {
  const text = () => readFileSync(audit, 'utf8');
  const before = text().length;
  await work();
  const lines = text()
    .slice(before)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const [begins, ends] = ['begin', 'end'].map((event) => lines.filter((line) => line.event === event));
  expect(begins?.map(({ write_id }) => write_id)).toEqual(ends?.map(({ write_id }) => write_id));
  return ends ?? [];
}

beforeAll(async () => {
  writeFileSync(audit, '', { mode: 0o600 });
  database = await newDatabase();
  platform = await openPlatform({ database: database.database, deliveries: false });
  owner = (await platform.users.list()).find(({ role }) => role === 'owner') ?? { id: '', email: '' };
  await platform.users.setPassword(owner.email, PASSWORDS[0]);
  url = await serve(audit);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await platform.close();
  await database.remove();
  await rm(home, { recursive: true, force: true });
});

describe('--audit of a server with a dashboard', () => {
  it('records sign-ins, also those with a wrong password and with an address that no user has', async () => {
    const signIn = (email: string, password: string) => post('login', { email, password });
    const lines = await recorded(async () => {
      expect((await signIn(owner.email, PASSWORDS[0])).status).toBe(200);
      expect((await signIn(owner.email, 'a wrong password')).status).toBe(401);
      expect((await signIn('no.user@example.com', 'another wrong password')).status).toBe(401);
    });
    const ofOwner = { tool: 'signIn', principal: `user ${owner.email} (dashboard)`, record_id: owner.id };
    expect(lines).toMatchObject([
      { ...ofOwner, outcome: 'done', client: '127.0.0.1', request_id: expect.stringMatching(/./) },
      { ...ofOwner, outcome: 'not_done', error: 'unauthorized' },
      { tool: 'signIn', outcome: 'not_done', error: 'unauthorized' },
    ]);
    expect(lines[2]).not.toHaveProperty('principal');
    // A password can be typed in the field of the address.
    expect(readFileSync(audit, 'utf8')).not.toContain('no.user');
  });

  it('records no sign-in beyond the limit of attempts, which could fill the disk', async () => {
    const email = 'guessed@example.com';
    const statuses: number[] = [];
    const lines = await recorded(async () => {
      for (let attempt = 0; attempt < 7; attempt++)
        statuses.push((await post('login', { email, password: `guess ${attempt}` })).status);
    });
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(lines).toHaveLength(5);
  });

  it('records who changes the own password, sets it by a link and signs out everywhere', async () => {
    const { cookie } = await post('login', { email: owner.email, password: PASSWORDS[0] });
    const { token } = await platform.users.createPasswordLink(owner.email);
    const lines = await recorded(async () => {
      const change = { current_password: 'a wrong password', new_password: PASSWORDS[1] };
      expect((await post('password', change, { cookie })).status).toBe(400);
      const changed = await post('password', { ...change, current_password: PASSWORDS[0] }, { cookie });
      expect(changed.status).toBe(200);
      expect((await post('logout-everywhere', {}, { cookie: changed.cookie })).status).toBe(200);
    });
    const ofOwner = { principal: `user ${owner.email} (dashboard)`, record_id: owner.id };
    expect(lines).toMatchObject([
      { ...ofOwner, tool: 'changePassword', outcome: 'not_done', error: 'invalid_input' },
      { ...ofOwner, tool: 'changePassword', outcome: 'done' },
      { ...ofOwner, tool: 'signOutEverywhere', outcome: 'done' },
    ]);
    const link = await platform.users.createPasswordLink(owner.email);
    const used = await recorded(async () => {
      expect((await post('password-link', { token: link.token })).status).toBe(200);
      const set = await post('password-link/use', { token: link.token, new_password: PASSWORDS[2] });
      expect(set.status).toBe(200);
    });
    expect(used).toMatchObject([{ ...ofOwner, tool: 'usePasswordLink', outcome: 'done' }]);
    const text = readFileSync(audit, 'utf8');
    for (const secret of [...PASSWORDS, 'a wrong password', token, link.token]) expect(text).not.toContain(secret);
  });
});

const command = (args: string[], target = audit) =>
  runProgram([...args, '--database', database.database], { ...cleanEnvironment(home), RCPT_AUDIT: target });

describe('--audit of a command', () => {
  it('records changes of users and keys in the name of the user of the computer, and no lists', async () => {
    const email = 'new.user@example.com';
    const file = join(home, 'password.txt');
    writeFileSync(file, PASSWORDS[1], { mode: 0o600 });
    let key = '';
    const lines = await recorded(async () => {
      for (const args of [
        ['users', 'add', email, '--name', 'New User'],
        ['users', 'set-password', email, '--password-file', file],
        ['users', 'list'],
        ['users', 'remove', email],
        ['keys', 'create', '--name', 'audited'],
        ['keys', 'list'],
      ]) {
        const { code, stdout, stderr } = await command(args);
        expect(code, stderr).toBe(0);
        if (args[1] === 'create') key = stdout;
      }
      const id = /key_\w+/.exec(key)?.[0] ?? '';
      expect((await command(['keys', 'revoke', id])).code).toBe(0);
      expect((await command(['users', 'remove', owner.email])).code).toBe(1);
    });
    expect(lines.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['users add', 'done'],
      ['users set-password', 'done'],
      ['users remove', 'done'],
      ['keys create', 'done'],
      ['keys revoke', 'done'],
      ['users remove', 'not_done'],
    ]);
    for (const line of lines) expect(line).toMatchObject({ principal: expect.stringMatching(/^user .+ \(command\)$/) });
    const [added, set, removed, made, revoked] = lines.map(({ record_id: id }) => id);
    expect(added).toMatch(/^usr_/);
    expect([set, removed, revoked]).toEqual([added, added, made]);
    const text = readFileSync(audit, 'utf8');
    expect(text).not.toContain(PASSWORDS[1]);
    expect(text).not.toContain('sk_live_');
  });

  it('changes a user without a record if the audit log is the stdout of the server, and says that', async () => {
    const { code, stderr } = await command(['users', 'add', 'other.user@example.com', '--name', 'Other User'], '-');
    expect(code).toBe(0);
    expect(stderr).toContain('this change is not in the audit log');
  });
});

// /dev/full fails each write with ENOSPC.
describe.runIf(process.platform === 'linux')('an audit log that cannot be written', () => {
  it('refuses a sign-in and the change of a user by a command, and both say that nothing was changed', async () => {
    const server = await serve('/dev/full');
    const signIn = { email: owner.email, password: PASSWORDS[2] };
    const refused = await post('login', signIn, { server });
    expect(refused).toMatchObject({
      status: 500,
      body: { error: 'audit_unavailable', changed: false, message: expect.stringContaining('Nothing was changed') },
      cookie: '',
    });
    const { code, stderr } = await command(['users', 'remove', owner.email], '/dev/full');
    expect(code).toBe(1);
    expect(stderr).toMatch(/--audit \(RCPT_AUDIT\) cannot be written: .*Nothing was changed/);
    expect((await post('login', signIn)).status).toBe(200);
  });
});

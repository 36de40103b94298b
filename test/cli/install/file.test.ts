import { createHash } from 'node:crypto';
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Home, newHome } from '../../support/installing.ts';
import { PROGRAM } from '../../support/program.ts';

/** `rcpt-mcp install` with files that cannot be edited, concurrent runs, links and invalid arguments. */
const CURSOR = '.cursor/mcp.json';
const THEIRS = '{\n  "mcpServers": {\n    "docs": { "command": "docs" }\n  }\n}\n';
const LIVE = { RCPT_BASE_URL: 'https://receptionist.example.com', RCPT_API_KEY: 'sk_live_canary12345678' };
const homes: Home[] = [];
let at: Home;

beforeEach(() => {
  at = newHome();
  homes.push(at);
});
afterAll(() => {
  for (const { path } of homes) rmSync(path, { recursive: true, force: true });
});

const backups = () => at.files().filter((name) => name.endsWith('.bak'));
const servers = (file = CURSOR) =>
  JSON.parse(at.read(file)).mcpServers as Record<string, { env?: Record<string, string> }>;

describe('install with a file that cannot be changed', () => {
  it.each([
    ['invalid JSON', '{ "mcpServers": ', /is not valid JSON \(line 1\)\. Fix that first\. Nothing was changed\./],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /is not UTF-8 text/],
    ['servers that are not an object', '{ "mcpServers": 1 }', /which is not an object/],
  ])('leaves a file with %s unchanged and exits with 1', async (_what, text, expected) => {
    at.write(CURSOR, text);
    const { code, stderr } = await at.run(['install', 'cursor'], LIVE);
    expect(stderr).toMatch(expected);
    expect(code).toBe(1);
    expect(readFileSync(join(at.path, CURSOR))).toEqual(Buffer.from(text));
    // No key file remains for an entry that was not written.
    expect(at.files()).toEqual([CURSOR]);
  });

  it.each([
    ['a read-only file', () => at.write(CURSOR, THEIRS, 0o400), /is read-only\. Make it writable first/],
    ['a folder', () => mkdirSync(join(at.path, CURSOR), { recursive: true }), /it is a folder/],
    ['a dangling symbolic link', () => link('gone.json'), /is a symbolic link to a file that does not exist/],
    ['a file in place of its folder', () => at.write('.cursor', ''), /a part of its path is a file/],
  ])('reports %s and changes nothing', async (_what, make, expected) => {
    make();
    const before = at.files();
    const { code, stderr } = await at.run(['install', 'cursor'], LIVE);
    expect(stderr).toMatch(expected);
    expect(stderr).toContain('Nothing was changed.');
    expect(code).toBe(1);
    expect(at.files()).toEqual(before);
  });
});

function link(target: string): void {
  mkdirSync(join(at.path, dirname(CURSOR)), { recursive: true });
  symlinkSync(join(at.path, target), join(at.path, CURSOR));
}

it('install changes the target of a symbolic link and writes the backup next to the target', async () => {
  at.write('dotfiles/cursor.json', THEIRS, 0o644);
  link('dotfiles/cursor.json');
  expect((await at.run(['install', 'cursor'])).code).toBe(0);
  expect(lstatSync(join(at.path, CURSOR)).isSymbolicLink()).toBe(true);
  expect(Object.keys(servers('dotfiles/cursor.json'))).toEqual(['docs', 'receptionist']);
  expect(at.mode('dotfiles/cursor.json')).toBe(0o644);
  expect(backups()).toEqual(['dotfiles/cursor.json.before-rcpt-mcp.bak']);
  expect(at.read(backups()[0] as string)).toBe(THEIRS);
});

it('install creates a user file with mode 0600 and a project file with mode 0644', async () => {
  await at.run(['install', 'cursor']);
  await at.run(['install', 'cursor', '--scope', 'project']);
  expect([at.mode(CURSOR), at.mode('project/.cursor/mcp.json')]).toEqual([0o600, 0o644]);
  expect(backups()).toEqual([]);
});

it('concurrent installs each add their entry and lose no other entry', async () => {
  at.write(CURSOR, THEIRS);
  const names = Array.from({ length: 6 }, (_, index) => `team-${index}`);
  const runs = await Promise.all(names.map((name) => at.run(['install', 'cursor', '--name', name])));
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']));
  expect(Object.keys(servers()).sort()).toEqual(['docs', ...names]);
  expect(at.files().filter((name) => /\.tmp$|\/locks\//.test(name))).toEqual([]);
});

/** The lock file of Cursor's configuration, relative to the home folder. */
const lockName = () =>
  `.local/share/rcpt-mcp/locks/${createHash('sha256').update(join(at.path, CURSOR)).digest('hex').slice(0, 16)}`;

it('install ignores the stale lock of a killed process or of a removed container', async () => {
  at.write(CURSOR, THEIRS);
  await at.run(['install', 'cursor', '--name', 'first']);
  // Larger than any process id.
  at.write(lockName(), `4194999 ${hostname()}`);
  expect((await at.run(['install', 'cursor'])).code).toBe(0);
  expect(Object.keys(servers())).toEqual(['docs', 'first', 'receptionist']);
  at.write(lockName(), `${process.pid} f3a1c07d9b52`);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(at.path, lockName()), longAgo, longAgo);
  expect((await at.run(['install', 'cursor', '--name', 'last'])).code).toBe(0);
  expect(Object.keys(servers())).toEqual(['docs', 'first', 'receptionist', 'last']);
});

it('install waits for a lock that a process of another machine acquired just now', async () => {
  at.write(CURSOR, THEIRS);
  at.write(lockName(), '1 f3a1c07d9b52');
  let hasEnded = false;
  const run = at.run(['install', 'cursor']).finally(() => {
    hasEnded = true;
  });
  // Longer than an install takes. The lock is free after 20 seconds at the latest.
  await wait(2_000);
  expect([hasEnded, at.read(CURSOR)]).toEqual([false, THEIRS]);
  rmSync(join(at.path, lockName()));
  expect((await run).code).toBe(0);
  expect(Object.keys(servers())).toEqual(['docs', 'receptionist']);
});

it('install replaces its own fields of an entry and preserves those that users added', async () => {
  await at.run(['install', 'cursor', '--time-zone', 'Europe/Paris'], LIVE);
  const file = JSON.parse(at.read(CURSOR));
  file.mcpServers.receptionist.disabled = true;
  file.mcpServers.receptionist.env.NODE_EXTRA_CA_CERTS = '/ca.pem';
  at.write(CURSOR, JSON.stringify(file));
  await at.run(['install', 'cursor', '--poll', '90s'], LIVE);
  const { env, disabled } = servers().receptionist as { env: Record<string, string>; disabled?: boolean };
  expect(disabled).toBe(true);
  expect(env).toEqual({
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    RCPT_API_KEY_FILE: expect.any(String),
    RCPT_BASE_URL: LIVE.RCPT_BASE_URL,
    RCPT_POLL: '90s',
    // Where the business is stays known.
    RCPT_TIME_ZONE: 'Europe/Paris',
    RCPT_DEFAULT_COUNTRY: 'FR',
  });
  const { stdout } = await at.run(['install', 'cursor', '--poll', '90s'], LIVE);
  expect(stdout).toContain('already');
  expect(stdout).toContain('To check it, with the same options: rcpt-mcp doctor');
});

it('install records the changes of the assistant in a file with --audit, and refuses stdout for it', async () => {
  expect((await at.run(['install', 'cursor', '--audit', './changes.jsonl'], LIVE)).code).toBe(0);
  const { env } = servers().receptionist as { env: Record<string, string> };
  expect(isAbsolute(env.RCPT_AUDIT as string)).toBe(true);
  expect(env.RCPT_AUDIT).toMatch(/changes\.jsonl$/);
  const before = at.read(CURSOR);
  const { code, stderr } = await at.run(['install', 'cursor'], { ...LIVE, RCPT_AUDIT: '-' });
  expect([code, at.read(CURSOR)]).toEqual([2, before]);
  expect(stderr).toContain('must be a file, such as --audit ./audit.jsonl');
});

it('install moves a key out of the entry and warns that the backup contains it', async () => {
  const receptionist = { command: 'npx', env: { RCPT_API_KEY: LIVE.RCPT_API_KEY } };
  const old = { mcpServers: { docs: { command: 'docs' }, receptionist } };
  at.write(CURSOR, JSON.stringify(old));
  const { stdout } = await at.run(['install', 'cursor'], LIVE);
  expect(at.read(CURSOR)).not.toContain('sk_live_');
  expect(stdout).toMatch(/It contains the API key of the previous entry/);
  expect(at.read(backups()[0] as string)).toContain('sk_live_');
});

it('install refers to a key file of the user, and --remove does not delete it', async () => {
  at.write('project/key', `${LIVE.RCPT_API_KEY}\n`, 0o644);
  const env = { RCPT_BASE_URL: LIVE.RCPT_BASE_URL, RCPT_API_KEY_FILE: './key', RCPT_DATABASE: './team.db' };
  const { stdout } = await at.run(['install', 'cursor'], env);
  expect(stdout).toMatch(
    /The file of the API key has mode 644, which lets every user of this machine read it: chmod 600 it/,
  );
  expect(servers().receptionist?.env).toMatchObject({
    RCPT_API_KEY_FILE: join(at.path, 'project', 'key'),
    RCPT_DATABASE: join(at.path, 'project', 'team.db'),
  });
  await at.run(['install', 'cursor', '--remove']);
  expect(at.read('project/key')).toContain('sk_live_');
});

it('install warns about comments in the file of a client that reads strict JSON', async () => {
  at.write('.claude.json', '{ "a": 1 } // mine\n');
  expect((await at.run(['install', 'claude-code'])).stdout).toMatch(
    /comments or trailing commas, which Claude Code may not/,
  );
});

describe('install run by npx', () => {
  it.each([
    ['linux', {}, 'npx', []],
    ['win32', {}, 'cmd', ['/c', 'npx']],
  ] as const)('writes an entry that runs npx on %s', async (system, env, command, first) => {
    const copy = join(at.path, '_npx', '1a2b', 'node_modules', 'rcpt-mcp', 'dist');
    cpSync(dirname(PROGRAM), copy, { recursive: true });
    const other = newHome(system);
    homes.push(other);
    const { spawnSync } = await import('node:child_process');
    const args = [join(copy, 'cli.js'), 'install', 'codex', '--print'];
    const { stdout } = spawnSync(process.execPath, args, { env: { ...other.env, ...env }, encoding: 'utf8' });
    expect(stdout).toContain(`command = "${command}"`);
    expect(stdout).toContain(`args = [${[...first, '-y'].map((word) => JSON.stringify(word)).join(', ')}, `);
    expect(stdout).toMatch(/args = .*"rcpt-mcp"\]/);
    expect(stdout).toContain('startup_timeout_sec = 60');
  });
});

describe('install with invalid arguments', () => {
  it.each([
    [[], /install needs CLIENT, one of claude-desktop, claude-code, cursor/],
    [['emacs'], /install knows no client "emacs"\. Choose one of claude-desktop, claude-code, cursor, /],
    [['cursr'], /install knows no client "cursr"\. Did you mean cursor\?/],
    [['VSCode'], /install knows no client "VSCode"\. Did you mean vscode\?/],
    [['chatgpt'], /ChatGPT reads no file of this computer: it connects to a server with a public address/],
    [['cursor', 'vscode'], /install takes no further arguments after CLIENT/],
    [['cursor', '--name', 'a.b'], /--name must be letters, digits/],
    [['claude-desktop', '--scope', 'project'], /has no file for projects/],
    [['cursor', '--scope', 'galaxy'], /--scope must be one of user, project/],
    [['cursor', '--print', '--remove'], /leave out --print or --remove/],
    [['cursor', '--url', 'ftp://x'], /must be an http\(s\) address/],
    [['cursor', '--url', 'http://127.0.0.1:1/mcp', '--read-only'], /--read-only is a setting of the server at --url/],
    [['cursor', '--base-url', 'https://receptionist.example.com'], /an address but no API key/],
    [['cursor', '--time-zone', 'Mars/Phobos'], /must be an IANA name/],
    [['cursor', '--toolsets', 'keys'], /RCPT_SESSION_COOKIE, which does not belong in a client's file/],
    [
      ['cursor', '--database', 'postgres://u:canary@h/d'],
      /write postgres:\/\/u@h\/d and put the password into ~\/.pgpass/,
    ],
    [
      ['cursor', '--database', 'postgres://u:canary@h/d?options=-c%20search_path%3Db'],
      /write postgres:\/\/u@h\/d\?options=-c%20search_path%3Db and put the password into ~\/.pgpass/,
    ],
    [['cursor', '--database', 'postgres:/u:canary@h/d'], /is no URL of a database.*Nothing was changed/],
    [['cursor', '--database', 'postgres://u:1/canary@h/d'], /is no URL of a database.*Nothing was changed/],
    [
      ['cursor', '--database', ['./$', '{HOME}.db'].join('')],
      /Cursor would substitute the variable after \$ in RCPT_DATABASE/,
    ],
    [['gemini', '--database', './$HOME.db'], /Gemini CLI would substitute/],
    [['cursor', '--port', '1'], /--port is not an option of install/],
  ])('rejects %j with exit code 2', async (args, expected) => {
    const { code, stdout, stderr } = await at.run(['install', ...args]);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain('canary');
    expect([code, stdout]).toEqual([2, '']);
    expect(at.files()).toEqual([]);
  });
});

it('install vscode without a key writes an input that asks for it', async () => {
  const { code } = await at.run(['install', 'vscode', '--base-url', LIVE.RCPT_BASE_URL]);
  expect(code).toBe(0);
  expect(at.read('.config/Code/User/mcp.json')).toContain('"password": true');
});

it('install reports a home folder without write permission', async () => {
  if (process.getuid?.() === 0) return;
  chmodSync(at.path, 0o500);
  const { code, stderr } = await at.run(['install', 'cursor']);
  chmodSync(at.path, 0o700);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/cannot be used \(no permission\)\. Nothing was changed\./),
  ]);
});

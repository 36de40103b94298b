import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { CLIENT_NAMES } from '../../../src/config/options/clients.ts';
import { type Home, newHome } from '../../support/installing.ts';

/** What `rcpt-mcp install` leaves behind: one backup of a file, and nothing after `--remove`. */
const CURSOR = '.cursor/mcp.json';
const BACKUP = `${CURSOR}.before-rcpt-mcp.bak`;
const THEIRS = '{\n  "theme": "dark" // mine\n}';
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

it.each(CLIENT_NAMES)('install %s and its removal leave neither files nor folders', async (client) => {
  expect((await at.run(['install', client], LIVE)).code).toBe(0);
  expect(at.files().length).toBeGreaterThan(0);
  const { code, stdout } = await at.run(['install', client, '--remove']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('The file had nothing else, and is deleted.')]);
  expect([at.files(), at.folders()]).toEqual([[], ['project']]);
});

it('install in a project and its removal leave the empty project folder', async () => {
  await at.run(['install', 'vscode', '--scope', 'project'], LIVE);
  await at.run(['install', 'vscode', '--scope', 'project', '--remove']);
  expect([at.files(), at.folders()]).toEqual([[], ['project']]);
});

it('several installs keep one backup, which is the file before the first, and the last removal restores it', async () => {
  at.write(CURSOR, THEIRS, 0o640);
  await at.run(['install', 'cursor', '--read-only']);
  const { stdout } = await at.run(['install', 'cursor', '--max-tokens', '9000']);
  expect(stdout).toContain(`Backup of the file before its first change: ${join(at.path, BACKUP)}`);
  await at.run(['install', 'cursor', '--name', 'second']);
  expect(at.files()).toEqual([CURSOR, BACKUP]);
  expect([at.read(BACKUP), at.mode(BACKUP)]).toEqual([THEIRS, 0o640]);

  const first = await at.run(['install', 'cursor', '--remove']);
  expect(first.stdout).toContain('Backup of an earlier state of the file');
  expect(at.files()).toEqual([CURSOR, BACKUP]);
  const last = await at.run(['install', 'cursor', '--name', 'second', '--remove']);
  expect(last.stdout).toContain('The file is as it was before. Its backup is deleted.');
  expect([at.files(), at.read(CURSOR), at.mode(CURSOR)]).toEqual([[CURSOR], THEIRS, 0o640]);
});

it('an install without the options of the entry says which it has removed, and deletes their key file', async () => {
  await at.run(['install', 'cursor'], LIVE);
  const keyFile = at.files().find((name) => name.includes('key-'));
  const { stdout } = await at.run(['install', 'cursor']);
  expect(stdout).toContain('because not set in this run: RCPT_BASE_URL, RCPT_API_KEY_FILE\n');
  expect(stdout).toContain(`The file with its API key is deleted: ${join(at.path, keyFile as string)}`);
  expect([at.files(), at.folders()]).toEqual([
    [CURSOR, BACKUP],
    ['.cursor', 'project'],
  ]);
  await at.run(['install', 'cursor', '--remove']);
  expect([at.files(), at.folders()]).toEqual([[], ['project']]);
});

it('an install over the only copy of a key keeps it in a backup', async () => {
  const receptionist = { command: 'npx', args: ['-y', 'rcpt-mcp'], env: LIVE };
  at.write(CURSOR, JSON.stringify({ mcpServers: { receptionist } }));
  const { code, stdout } = await at.run(['install', 'cursor']);
  expect(code).toBe(0);
  expect(at.read(CURSOR)).not.toContain(LIVE.RCPT_API_KEY);
  expect(at.read(BACKUP)).toContain(LIVE.RCPT_API_KEY);
  expect(stdout).toContain(`Backup of the file before its first change: ${join(at.path, BACKUP)}`);
  expect(stdout).toContain('It contains the API key of the previous entry');
});

it('an entry of the same name that starts another program is neither replaced nor removed', async () => {
  const hotel = { command: '/opt/other/hotel-receptionist', args: ['--foo'], env: { HOTEL_KEY: 'abc' } };
  const text = JSON.stringify({ mcpServers: { receptionist: hotel } });
  at.write(CURSOR, text);
  for (const args of [
    ['install', 'cursor'],
    ['install', 'cursor', '--remove'],
  ]) {
    const refused = await at.run(args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/"receptionist" that starts another program\. Nothing was changed\..*--name/);
    expect([at.files(), at.read(CURSOR)]).toEqual([[CURSOR], text]);
  }
  expect((await at.run(['install', 'cursor', '--name', 'rcpt-mcp'])).code).toBe(0);
  expect(JSON.parse(at.read(CURSOR)).mcpServers).toMatchObject({ receptionist: hotel, 'rcpt-mcp': {} });
  await at.run(['install', 'cursor', '--name', 'rcpt-mcp', '--remove']);
  expect(at.read(CURSOR)).toBe(text);
});

it('a removal keeps what the client has written since, and the backup', async () => {
  at.write(CURSOR, THEIRS);
  await at.run(['install', 'cursor']);
  at.write(CURSOR, at.read(CURSOR).replace('"dark"', '"light"'));
  const { stdout } = await at.run(['install', 'cursor', '--remove']);
  expect(stdout).toContain(`Backup of an earlier state of the file: ${join(at.path, BACKUP)}`);
  expect(at.read(CURSOR)).toContain('"theme": "light"');
  expect(at.read(BACKUP)).toBe(THEIRS);
});

it('no backup is made of a file that has only entries of this program, while these lose nothing', async () => {
  await at.run(['install', 'cursor', '--read-only']);
  await at.run(['install', 'cursor', '--read-only', '--max-tokens', '9000']);
  await at.run(['install', 'cursor', '--name', 'second']);
  expect(at.files()).toEqual([CURSOR]);
});

it('a removal deletes a backup that has only an older entry of this program', async () => {
  at.write(CURSOR, '{ "mcpServers": { "receptionist": { "command": "rcpt-mcp" } } }');
  at.write(BACKUP, '{ "mcpServers": { "receptionist": { "command": "rcpt-mcp" } } }');
  const { stdout } = await at.run(['install', 'cursor', '--remove']);
  expect(stdout).toContain('The file had nothing else, and is deleted.');
  expect([at.files(), at.folders()]).toEqual([[], ['project']]);
});

it('a new install replaces the backup of an earlier one whose entry is gone', async () => {
  at.write(BACKUP, 'old');
  at.write(CURSOR, THEIRS);
  await at.run(['install', 'cursor']);
  expect(at.read(BACKUP)).toBe(THEIRS);
});

it('a removal keeps an empty file to which a symbolic link of the user points', async () => {
  at.write('dotfiles/cursor.json', '');
  mkdirSync(join(at.path, '.cursor'));
  symlinkSync(join(at.path, 'dotfiles/cursor.json'), join(at.path, CURSOR));
  await at.run(['install', 'cursor']);
  await at.run(['install', 'cursor', '--remove']);
  expect(at.files()).toEqual(['dotfiles/cursor.json']);
  expect(at.read('dotfiles/cursor.json')).toBe('');
});

it('install --print names what it keeps in an entry and what it removes, without their values', async () => {
  const entry = {
    command: 'npx',
    args: ['-y', 'rcpt-mcp'],
    disabled: true,
    env: { HTTPS_PROXY: 'http://me:hidden@proxy', RCPT_API_KEY: 'sk_live_hidden', RCPT_READ_ONLY: 'true' },
  };
  const at = newHome();
  at.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { receptionist: entry } }));
  const { stdout } = await at.run(['install', 'cursor', '--print', '--read-only'], at.env);
  expect(stdout).toContain('Kept from the entry that is there: disabled, HTTPS_PROXY\n');
  expect(stdout).toContain('Removed from it, because not set in this run: RCPT_API_KEY\n');
  expect(stdout).not.toContain('hidden');
});

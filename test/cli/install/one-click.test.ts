import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, newHome } from '../../support/installing.ts';
import { PROGRAM, startProcess } from '../../support/program.ts';

/** The links of the README that install the server with one click, next to `rcpt-mcp install` under npx. */
const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const PLATFORM = { RCPT_BASE_URL: 'https://receptionist.example.com', RCPT_API_KEY: 'sk_live_canary12345678' };

interface Entry {
  type?: string;
  command: string;
  args: string[];
}

/** The address behind the picture with this alternative text. */
function linkOf(title: string): URL {
  const [, address] = new RegExp(`!\\[Install in ${title}\\]\\([^)]*\\)\\]\\(([^)]*)\\)`).exec(README) ?? [];
  return new URL(address ?? '');
}

let home: Home;
let copy: string;
beforeAll(() => {
  home = newHome();
  copy = join(home.path, '_npx', '1a2b', 'node_modules', 'rcpt-mcp', 'dist');
  cpSync(dirname(PROGRAM), copy, { recursive: true });
});
afterAll(() => rmSync(home.path, { recursive: true, force: true }));

/** The entry that `install` shows for a platform, which needs no package for SQLite under any Node. */
async function installedEntry(client: string, servers: string): Promise<Entry> {
  const command = [process.execPath, join(copy, 'cli.js'), 'install', client, '--print'];
  const { child, ended, output } = startProcess(command, { ...home.env, ...PLATFORM });
  child.stdin?.end();
  expect(await ended, output.stderr).toBe(0);
  const [shown = ''] = /^\{[\s\S]*?^\}/m.exec(output.stdout) ?? [];
  const entry = JSON.parse(shown)[servers].receptionist as Entry;
  // On a computer where the client would not find npx, the command is its path.
  return { ...(entry.type ? { type: entry.type } : {}), command: basename(entry.command), args: entry.args };
}

describe('the one-click links of the README', () => {
  it('add the entry of `rcpt-mcp install cursor` to Cursor', async () => {
    const { origin, pathname, searchParams } = linkOf('Cursor');
    expect([origin, pathname, searchParams.get('name')]).toEqual([
      'https://cursor.com',
      '/en/install-mcp',
      'receptionist',
    ]);
    const entry = JSON.parse(Buffer.from(searchParams.get('config') ?? '', 'base64').toString());
    expect(entry).toEqual(await installedEntry('cursor', 'mcpServers'));
  });

  it('add the entry of `rcpt-mcp install vscode` to VS Code', async () => {
    const { protocol, pathname, search } = new URL(linkOf('VS Code').searchParams.get('url') ?? '');
    expect([protocol, pathname]).toEqual(['vscode:', 'mcp/install']);
    const { name, ...entry } = JSON.parse(decodeURIComponent(search.slice(1)));
    expect(name).toBe('receptionist');
    expect(entry).toEqual(await installedEntry('vscode', 'servers'));
  });
});

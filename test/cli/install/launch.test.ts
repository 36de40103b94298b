import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientName } from '../../../src/config/options/clients.ts';
import { type Home, newHome } from '../../support/installing.ts';
import { PROGRAM, startProcess } from '../../support/program.ts';

/** The command of the entry, where Node is in a folder that only the user's shell has in PATH. */
let at: Home;
/** The folder of a version manager, with Node and npx. */
let bin: string;
/** The program in the temporary folder of npx. */
let script: string;

beforeAll(() => {
  at = newHome();
  bin = join(at.path, '.nvm', 'versions', 'node', 'v22.0.0', 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  // Like the npx of npm: a script that searches for Node in PATH.
  at.write(
    '.nvm/versions/node/v22.0.0/bin/npx',
    `#!/usr/bin/env node\nif (process.argv.at(-1) !== 'rcpt-mcp') process.exit(9);\nprocess.argv.length = 2;\nrequire(${JSON.stringify(PROGRAM)});\n`,
    0o755,
  );
  const copy = join(at.path, '.npm', '_npx', '1a2b', 'node_modules', 'rcpt-mcp', 'dist');
  cpSync(dirname(PROGRAM), copy, { recursive: true });
  script = join(copy, 'cli.js');
});
afterAll(() => rmSync(at.path, { recursive: true, force: true }));

async function install(args: readonly string[], path: string): Promise<string> {
  const program = startProcess([process.execPath, script, 'install', ...args], { ...at.env, PATH: path });
  program.child.stdin?.end();
  expect(await program.ended, program.output.stderr).toBe(0);
  return program.output.stdout;
}

const shellPath = () => `${bin}:/usr/bin:/bin`;

describe.skipIf(process.platform === 'win32')('entry of an install by npx with a version manager', () => {
  it('starts a server for a desktop program without the PATH of the shell', async () => {
    await install(['claude-desktop', '--database', ':memory:'], shellPath());
    const { command, args, env } = JSON.parse(at.read('.config/Claude/claude_desktop_config.json')).mcpServers
      .receptionist;
    expect([command, args.slice(0, 1)]).toEqual([join(bin, 'npx'), ['-y']]);
    expect(env.PATH).toBe(`${bin}:/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin`);
    const client = new Client({ name: 'test', version: '1' });
    // The PATH of programs that macOS starts.
    const desktop = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: at.path };
    await client.connect(new StdioClientTransport({ command, args, env: { ...desktop, ...env }, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toContain('list_bookings');
  });

  it.each(['claude-code', 'gemini'] as ClientName[])('is plain npx for %s, which a shell starts', async (client) => {
    expect(await install([client, '--print'], shellPath())).toMatch(/"command": "npx"/);
  });

  it('names no folder that fnm creates for one shell', async () => {
    const multishell = join(at.path, 'fnm_multishells', '12_34', 'bin');
    mkdirSync(multishell, { recursive: true });
    for (const name of readdirSync(bin)) symlinkSync(join(bin, name), join(multishell, name));
    const shown = await install(['cursor', '--print'], `${multishell}:/usr/bin:/bin`);
    expect(shown).not.toContain('fnm_multishells');
  });
});

it('an entry of an installation under a Node without SQLite is written with what to install', async () => {
  // A preload script hides both SQLites: Node's own, and the package.
  const hidden = newHome();
  hidden.write(
    'hidden.cjs',
    "const { Module } = require('node:module');\nconst load = Module._load;\nModule._load = (id, ...rest) => {\n  if (/sqlite/.test(id)) throw new Error('absent');\n  return load(id, ...rest);\n};\ndelete process.versions.sqlite;\nObject.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: undefined } });\n",
  );
  const env = {
    NODE_OPTIONS: `${hidden.env.NODE_OPTIONS} --require ${JSON.stringify(join(hidden.path, 'hidden.cjs'))}`,
  };
  const embedded = await hidden.run(['install', 'cursor'], env);
  expect(embedded.stdout).toContain('The server will not work yet. The embedded platform needs SQLite');
  const remotePlatform = { RCPT_BASE_URL: 'https://receptionist.example.com', RCPT_API_KEY: 'sk_live_canary12345678' };
  const remote = await hidden.run(['install', 'cursor'], { ...env, ...remotePlatform });
  rmSync(hidden.path, { recursive: true, force: true });
  expect([embedded.code, remote.code]).toEqual([0, 0]);
  expect(remote.stdout).not.toContain('SQLite');
});

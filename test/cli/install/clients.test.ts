import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'jsonc-parser';
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { CLIENT_NAMES, type ClientName } from '../../../src/config/options/clients.ts';
import { type Home, newHome, SYSTEMS, type System } from '../../support/installing.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';

/** `rcpt-mcp install` for each client on each system: the path of its file, the content, and that a client can start it. */
const homes: Home[] = [];
const home = (system: System = 'linux') => {
  const created = newHome(system);
  homes.push(created);
  return created;
};
let platform: StartedPlatform;
let key: string;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  key = await platform.key();
});
afterAll(async () => {
  await platform?.close();
  for (const { path } of homes) rmSync(path, { recursive: true, force: true });
});

const APPLICATIONS = { linux: '.config', darwin: 'Library/Application Support', win32: 'AppData/Roaming' };
const FILES: Record<ClientName, (system: System) => string> = {
  'claude-desktop': (system) => `${APPLICATIONS[system]}/Claude/claude_desktop_config.json`,
  'claude-code': () => '.claude.json',
  cursor: () => '.cursor/mcp.json',
  vscode: (system) => `${APPLICATIONS[system]}/Code/User/mcp.json`,
  windsurf: () => '.codeium/windsurf/mcp_config.json',
  codex: () => '.codex/config.toml',
  gemini: () => '.gemini/settings.json',
  zed: (system) => (system === 'win32' ? `${APPLICATIONS.win32}/Zed/settings.json` : '.config/zed/settings.json'),
  goose: (system) =>
    system === 'win32' ? `${APPLICATIONS.win32}/Block/goose/config/config.yaml` : '.config/goose/config.yaml',
  'lm-studio': () => '.lmstudio/mcp.json',
  cline: () => '.cline/data/settings/cline_mcp_settings.json',
};

/** The member of the file that holds the servers. */
const SERVERS: Partial<Record<ClientName, string>> = { vscode: 'servers', zed: 'context_servers' };
const STRICT: readonly ClientName[] = ['claude-desktop', 'claude-code', 'lm-studio', 'cline'];

/** Typical content of a client's file, written by a user. */
const EXISTING = (client: ClientName): string => {
  if (client === 'codex')
    return 'model = "gpt-6" # fast\n\n[mcp_servers.docs] # of the team\ncommand = "docs"\n\n[tui]\ntheme = "dark"\n';
  if (client === 'goose')
    return 'GOOSE_MODEL: gpt-6 # fast\n\nextensions:\n  # of the team\n  docs:\n    cmd: docs\n    type: stdio # keep\n\n# mine\nGOOSE_MODE: smart_approve\n';
  const servers = SERVERS[client] ?? 'mcpServers';
  if (STRICT.includes(client)) {
    return `\ufeff{\r\n\t"numStartups": 4,\r\n\t"${servers}": {\r\n\t\t"docs": { "command": "docs" }\r\n\t},\r\n\t"theme": "dark"\r\n}\r\n`;
  }
  return `// mine\n{\n    "${servers}": {\n        /* of the team */\n        "docs": { "command": "docs", "env": { "TOKEN": "theirs" } }, // keep\n    },\n    "theme": "dark",\n}\n`;
};

const settings = () => ({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: key });

interface Written {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

function entry(client: ClientName, text: string, name = 'receptionist'): Written {
  if (client === 'goose') {
    const { cmd, args, envs, ...more } = parseYaml(text).extensions[name];
    return { ...(cmd ? { command: cmd, args, env: envs } : {}), ...more };
  }
  const all = (client === 'codex' ? getStaticTOMLValue(parseTOML(text)) : parse(text.replace(/^\ufeff/, ''))) as Record<
    string,
    Record<string, Written>
  >;
  const servers = all[client === 'codex' ? 'mcp_servers' : (SERVERS[client] ?? 'mcpServers')];
  return servers?.[name] as Written;
}

const ARGUMENTS = ['--time-zone', 'America/New_York', '--read-only'];

describe.each(SYSTEMS)('rcpt-mcp install on %s', (system) => {
  it.each(CLIENT_NAMES)('adds an entry to the file of %s, and preserves all other content', async (client) => {
    const at = home(system);
    const file = FILES[client](system);
    at.write(file, EXISTING(client), 0o640);
    const added = await at.run(['install', client, ...ARGUMENTS], settings());
    expect(added.stderr).toBe('');
    expect(added.code).toBe(0);
    expect(added.stdout).not.toContain(key);
    expect(at.read(file)).not.toContain(key);
    if (process.platform !== 'win32') expect(at.mode(file)).toBe(0o640);
    const golden = at
      .plain(`${added.stdout}\n${at.read(file)}`)
      .replaceAll(platform.url, 'https://receptionist.example.com');
    await expect(golden).toMatchFileSnapshot(`../../snapshots/install/${client}-${system}.txt`);
  });
});

describe('rcpt-mcp install after an entry was added', () => {
  it.each(CLIENT_NAMES)(
    'changes nothing in the file of %s with the same command, and removes the entry',
    async (client) => {
      const at = home();
      const file = FILES[client]('linux');
      at.write(file, EXISTING(client), 0o640);
      await at.run(['install', client, ...ARGUMENTS], settings());
      const before = at.files();
      const again = await at.run(['install', client, ...ARGUMENTS], settings());
      expect(again.stdout).toContain('is already up to date in');
      expect(at.files()).toEqual(before);

      const removed = await at.run(['install', client, '--remove']);
      expect(removed.code).toBe(0);
      expect(at.read(file)).toBe(EXISTING(client));
      expect(at.files()).toEqual([file]);
      expect((await at.run(['install', client, '--remove'])).stdout).toContain('Nothing was changed');
    },
  );
});

describe.each(CLIENT_NAMES)('rcpt-mcp install %s', (client) => {
  it('writes an entry that starts a server with working tools', async () => {
    const at = home();
    await at.run(['install', client, '--toolsets', 'account,services'], settings());
    const written = entry(client, at.read(FILES[client]('linux')));
    const env = { ...written.env };
    // VS Code would ask the user for the key.
    if (client === 'vscode') {
      expect(env.RCPT_API_KEY).toBe('${' + 'input:receptionist-api-key}');
      env.RCPT_API_KEY = key;
    } else {
      const file = (env.RCPT_API_KEY_FILE as string).slice(at.path.length + 1);
      expect(at.read(file)).toBe(`${key}\n`);
      expect(at.mode(file)).toBe(0o600);
      expect(at.mode(dirname(file))).toBe(0o700);
    }
    const connected = new Client({ name: 'test', version: '1' });
    await connected.connect(new StdioClientTransport({ ...written, env: { ...env, HOME: at.path }, stderr: 'ignore' }));
    const { tools } = await connected.listTools();
    expect(tools.map((tool) => tool.name)).toContain('list_services');
    const answer = await connected.callTool({ name: 'list_services', arguments: {} });
    await connected.close();
    expect(answer.isError ?? false, JSON.stringify(answer)).toBe(false);
  });

  it('--print shows the entry without a key and changes nothing', async () => {
    const at = home();
    at.write(FILES[client]('linux'), EXISTING(client));
    const before = at.files();
    const { code, stdout } = await at.run(['install', client, '--print'], settings());
    expect(code).toBe(0);
    expect(stdout).toContain('receptionist');
    expect(stdout).toContain(platform.url);
    expect(stdout).not.toContain(key);
    // These files contain secrets of other servers, too.
    expect(stdout).not.toContain('theirs');
    expect(at.files()).toEqual(before);
  });

  it('--print refuses a file that install cannot change', async () => {
    const at = home();
    at.write(FILES[client]('linux'), client === 'codex' ? '= broken' : '{ broken');
    const { code, stdout } = await at.run(['install', client, '--print'], settings());
    expect([code, stdout]).toEqual([1, '']);
  });

  it('accepts --url of a running server, if the client supports URLs', async () => {
    const at = home();
    const url = 'http://127.0.0.1:8787/mcp';
    const { code, stderr } = await at.run(['install', client, '--url', url], settings());
    if (client === 'claude-desktop') {
      expect(stderr).toMatch(/does not support URLs in its file/);
      expect(code).toBe(2);
      return;
    }
    expect(stderr).toBe('');
    const { command, env, ...rest } = entry(client, at.read(FILES[client]('linux'))) as Partial<Written>;
    expect([command, env]).toEqual([undefined, undefined]);
    expect(Object.values(rest)).toContain(url);
    expect(at.files('.').filter((name) => name.includes('key-'))).toEqual([]);
  });
});

describe('path of the client file', () => {
  it.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: 'other' }, 'other/.claude.json', []],
    ['codex', { CODEX_HOME: 'other' }, 'other/config.toml', []],
    ['gemini', { GEMINI_CLI_HOME: 'other' }, 'other/.gemini/settings.json', []],
    ['claude-desktop', { XDG_CONFIG_HOME: 'other' }, 'other/Claude/claude_desktop_config.json', []],
    ['vscode', {}, '.config/Code - Insiders/User/mcp.json', ['.config/Code - Insiders/x']],
    ['windsurf', {}, '.config/devin/mcp_config.json', ['.config/devin/x']],
    ['windsurf', {}, '.codeium/windsurf/mcp_config.json', ['.config/devin/x', '.codeium/windsurf/x']],
    ['zed', { XDG_CONFIG_HOME: 'other' }, 'other/zed/settings.json', []],
    ['goose', { XDG_CONFIG_HOME: 'other' }, 'other/goose/config.yaml', []],
    ['goose', { GOOSE_PATH_ROOT: 'other' }, 'other/config/config.yaml', []],
    ['lm-studio', {}, '.cache/lm-studio/mcp.json', ['.cache/lm-studio/x']],
    ['cline', { CLINE_MCP_SETTINGS_PATH: 'other.json' }, 'other.json', []],
    ['cline', { CLINE_DATA_DIR: 'other' }, 'other/settings/cline_mcp_settings.json', []],
    ['cline', { CLINE_DIR: 'other' }, 'other/data/settings/cline_mcp_settings.json', []],
    [
      'cline',
      {},
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      ['.config/Code/User/globalStorage/saoudrizwan.claude-dev/x'],
    ],
  ] as [ClientName, Record<string, string>, string, string[]][])(
    'for %s with the environment %j is %s',
    async (client, env, file, existing) => {
      const at = home();
      for (const name of existing) at.write(name, '');
      const absolute = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, join(at.path, value)]));
      expect((await at.run(['install', client], absolute)).code).toBe(0);
      expect(entry(client, at.read(file)).args).toHaveLength(1);
    },
  );

  it('points into the package folder for Claude Desktop of the Microsoft Store', async () => {
    const at = home('win32');
    const folder = 'AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude';
    at.write(`${folder}/x`, '');
    await at.run(['install', 'claude-desktop']);
    expect(at.read(`${folder}/claude_desktop_config.json`)).toContain('receptionist');
  });

  it('follows the file in which LM Studio names its folder', async () => {
    const at = home();
    at.write('models/x', '');
    at.write('.lmstudio-home-pointer', `${join(at.path, 'models')}\n`);
    await at.run(['install', 'lm-studio']);
    expect(at.read('models/mcp.json')).toContain('receptionist');
  });

  it.each([
    ['claude-code', '.mcp.json'],
    ['cursor', '.cursor/mcp.json'],
    ['vscode', '.vscode/mcp.json'],
    ['codex', '.codex/config.toml'],
    ['gemini', '.gemini/settings.json'],
  ] as [ClientName, string][])('matches %s with --scope project: %s', async (client, file) => {
    const at = home();
    expect((await at.run(['install', client, '--scope', 'project'])).code).toBe(0);
    expect(entry(client, at.read(`project/${file}`)).args).toHaveLength(1);
    expect(at.files('.').filter((name) => name.startsWith('.c'))).toEqual([]);
  });
});

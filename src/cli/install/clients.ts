import { join } from 'node:path';
import { applicationFolder, configFolder, type HostEnvironment } from './host-environment.ts';
import type { ClientName } from './names.ts';

/** Creates the entry of a client for a server that is already running. */
type HttpForm = (url: string, file: string) => Record<string, string>;

export interface Client {
  /** The product name. */
  title: string;
  format: 'json' | 'toml';
  /** False if the client reads strict JSON, so that comments and trailing commas are worth a warning. */
  comments: boolean;
  /** The key of the object or table that holds the servers. */
  servers: string;
  /** Returns the path of the user's file. */
  file(host: HostEnvironment): string;
  /** The path of a project's file in its folder; absent if the client has none. */
  projectFile?: string;
  /** The field `type` of the entry, if the client requires it. */
  type?: 'stdio';
  /** Additional fields for a server that `npx` may have to download first. */
  downloadFields?: Record<string, number>;
  /** Absent if the client's file does not support URLs. */
  http?: HttpForm;
  /** Matches the variables that the client substitutes in texts. */
  substitutes?: RegExp;
  /** True if the client asks the user for secrets and stores them (`inputs` of VS Code). */
  asksForSecrets?: true;
  /** The instruction that makes the client read its file again. */
  next: string;
}

/** Returns the first folder that exists, or else the first. */
function firstExisting(host: HostEnvironment, folders: readonly string[]): string {
  return folders.find((folder) => host.exists(folder)) ?? (folders[0] as string);
}

/** Claude Desktop from the Microsoft Store: Windows redirects the usual folder to this one. */
const STORE_PACKAGE = join('Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude');

function claudeDesktopFolder(host: HostEnvironment): string {
  const usual = join(applicationFolder(host), 'Claude');
  if (host.platform !== 'win32') return usual;
  const local = host.env.LOCALAPPDATA || join(host.home, 'AppData', 'Local');
  const store = join(local, STORE_PACKAGE);
  return host.exists(store) ? store : usual;
}

/** Windsurf has been called Devin Desktop since June 2026, and has used another folder since. */
const DEVIN = /[\\/]\.?devin[\\/]/;

function windsurfFile(host: HostEnvironment): string {
  const config = host.platform === 'win32' ? applicationFolder(host) : configFolder(host);
  const [devin, windsurf] = [join(config, 'devin'), join(host.home, '.codeium', 'windsurf')];
  const renamed = host.exists(join(devin, 'mcp_config.json')) || (host.exists(devin) && !host.exists(windsurf));
  return join(renamed ? devin : windsurf, 'mcp_config.json');
}

/** `${NAME}`, `${env:NAME}`, `${input:id}` and similar variables. */
const BRACED = /\$\{/;

export const CLIENTS: Record<ClientName, Client> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    comments: false,
    servers: 'mcpServers',
    file: (host) => join(claudeDesktopFolder(host), 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop (closing its window is not enough) and start it again.',
  },
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    comments: false,
    servers: 'mcpServers',
    file: ({ env, home }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    projectFile: '.mcp.json',
    type: 'stdio',
    http: (url) => ({ type: 'http', url }),
    substitutes: BRACED,
    next: 'Start a new session of Claude Code; /mcp shows the server.',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    comments: true,
    servers: 'mcpServers',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    projectFile: join('.cursor', 'mcp.json'),
    http: (url) => ({ url }),
    substitutes: BRACED,
    next: 'Restart Cursor and switch the server on in its list of MCP servers.',
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    comments: true,
    servers: 'servers',
    file: (host) => {
      const folders = ['Code', 'Code - Insiders', 'VSCodium'].map((name) => join(applicationFolder(host), name));
      return join(firstExisting(host, folders), 'User', 'mcp.json');
    },
    projectFile: join('.vscode', 'mcp.json'),
    type: 'stdio',
    http: (url) => ({ type: 'http', url }),
    substitutes: BRACED,
    asksForSecrets: true,
    next: 'In VS Code, run "MCP: List Servers" and start the server.',
  },
  windsurf: {
    title: 'Windsurf',
    format: 'json',
    comments: true,
    servers: 'mcpServers',
    file: windsurfFile,
    http: (url, file): Record<string, string> => (DEVIN.test(file) ? { url } : { serverUrl: url }),
    substitutes: BRACED,
    next: 'Refresh the list of MCP servers in Windsurf (Devin Desktop), or restart it.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    comments: true,
    servers: 'mcp_servers',
    file: ({ env, home }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    projectFile: join('.codex', 'config.toml'),
    // Codex waits ten seconds by default, and the first start downloads the package.
    downloadFields: { startup_timeout_sec: 60 },
    http: (url) => ({ url }),
    next: 'Restart Codex; /mcp shows the server.',
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    comments: true,
    servers: 'mcpServers',
    file: ({ env, home }) => join(env.GEMINI_CLI_HOME || home, '.gemini', 'settings.json'),
    projectFile: join('.gemini', 'settings.json'),
    http: (url) => ({ httpUrl: url }),
    substitutes: /\$/,
    next: 'Restart Gemini CLI; /mcp shows the server.',
  },
};

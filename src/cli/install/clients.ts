import { join } from 'node:path';
import type { ClientName } from '../../config/options/clients.ts';
import {
  claudeDesktopFile,
  clineFile,
  DEVIN,
  gooseFile,
  lmStudioFile,
  vscodeFile,
  windsurfFile,
  zedFile,
} from './client-files.ts';
import type { HostEnvironment } from './host-environment.ts';

/** Creates the entry of a client for a server that is already running. */
type HttpForm = (url: string, file: string) => Record<string, string>;

export interface Client {
  /** The product name. */
  title: string;
  format: 'json' | 'toml' | 'yaml';
  /** False if the client reads strict JSON, so that comments and trailing commas are worth a warning. */
  comments: boolean;
  /** The key of the object or table that holds the servers. */
  servers: string;
  /** The client's names of fields of an entry, if they differ from those of most clients. */
  fields?: Readonly<Record<string, string>>;
  /** Additional fields of an entry. A value that the user has changed is preserved. */
  defaults?: (name: string) => Record<string, unknown>;
  /** Returns the path of the user's file. */
  file(host: HostEnvironment): string;
  /** The path of a project's file in its folder; absent if the client has none. */
  projectFile?: string;
  /** The field `type` of the entry, if the client requires it. */
  type?: 'stdio';
  /** Additional fields for a server that `npx` may have to download first. */
  downloadFields?: Record<string, number>;
  /** True if a desktop starts the client. It then has the `PATH` of the system, not that of the user's shell. */
  isDesktopProgram: boolean;
  /** Absent if the client's file does not support URLs. */
  http?: HttpForm;
  /** Matches the variables that the client substitutes in texts. */
  substitutes?: RegExp;
  /** True if the client asks the user for secrets and stores them (`inputs` of VS Code). */
  asksForSecrets?: true;
  /** The instruction that makes the client read its file again. */
  next: string;
}

/** `${NAME}`, `${env:NAME}`, `${input:id}` and similar variables. */
const BRACED = /\$\{/;

/** What most clients have in common: the file format of Claude Desktop. */
const USUAL = { format: 'json', comments: true, servers: 'mcpServers', isDesktopProgram: true } as const;

export const CLIENTS: Record<ClientName, Client> = {
  'claude-desktop': {
    ...USUAL,
    title: 'Claude Desktop',
    comments: false,
    file: claudeDesktopFile,
    next: 'Quit Claude Desktop (closing its window is not enough) and start it again.',
  },
  'claude-code': {
    ...USUAL,
    title: 'Claude Code',
    comments: false,
    file: ({ env, home }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    projectFile: '.mcp.json',
    type: 'stdio',
    isDesktopProgram: false,
    http: (url) => ({ type: 'http', url }),
    substitutes: BRACED,
    next: 'Start a new session of Claude Code; /mcp shows the server.',
  },
  cursor: {
    ...USUAL,
    title: 'Cursor',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    projectFile: join('.cursor', 'mcp.json'),
    http: (url) => ({ url }),
    substitutes: BRACED,
    next: 'Restart Cursor and switch the server on in its list of MCP servers.',
  },
  vscode: {
    ...USUAL,
    title: 'VS Code',
    servers: 'servers',
    file: vscodeFile,
    projectFile: join('.vscode', 'mcp.json'),
    type: 'stdio',
    http: (url) => ({ type: 'http', url }),
    substitutes: BRACED,
    asksForSecrets: true,
    next: 'In VS Code, run "MCP: List Servers" and start the server.',
  },
  windsurf: {
    ...USUAL,
    title: 'Windsurf',
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
    isDesktopProgram: false,
    http: (url) => ({ url }),
    next: 'Restart Codex; /mcp shows the server.',
  },
  gemini: {
    ...USUAL,
    title: 'Gemini CLI',
    file: ({ env, home }) => join(env.GEMINI_CLI_HOME || home, '.gemini', 'settings.json'),
    projectFile: join('.gemini', 'settings.json'),
    isDesktopProgram: false,
    http: (url) => ({ httpUrl: url }),
    substitutes: /\$/,
    next: 'Restart Gemini CLI; /mcp shows the server.',
  },
  zed: {
    ...USUAL,
    title: 'Zed',
    servers: 'context_servers',
    file: zedFile,
    http: (url) => ({ url }),
    next: 'Open the settings of the Agent Panel in Zed: a green dot next to the server shows that it runs.',
  },
  goose: {
    title: 'Goose',
    format: 'yaml',
    comments: true,
    servers: 'extensions',
    fields: { command: 'cmd', env: 'envs', url: 'uri' },
    defaults: (name) => ({ name, description: 'AI phone receptionist', enabled: true, timeout: 300 }),
    file: gooseFile,
    type: 'stdio',
    // The command line program has the shell's PATH, and the desktop program brings an npx of its own.
    isDesktopProgram: false,
    http: (url) => ({ type: 'streamable_http', url }),
    substitutes: /\$/,
    next: 'Start a new session of Goose.',
  },
  'lm-studio': {
    ...USUAL,
    title: 'LM Studio',
    comments: false,
    file: lmStudioFile,
    http: (url) => ({ url }),
    substitutes: BRACED,
    next: 'In LM Studio, switch the server on in the tab "Program" of the right sidebar.',
  },
  cline: {
    ...USUAL,
    title: 'Cline',
    comments: false,
    file: clineFile,
    // Without a type, Cline assumes the older SSE transport.
    http: (url) => ({ type: 'streamableHttp', url }),
    substitutes: BRACED,
    next: 'Open the MCP servers of Cline: a green dot next to the server shows that it runs.',
  },
};

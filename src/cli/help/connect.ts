import { CLIENT_NAMES } from '../../config/options/clients.ts';
import type { CommandHelp } from './command-help.ts';

/** The commands that connect AI clients and check the connection. */
export const CONNECT_HELP = {
  install: {
    summary: 'add this server to Claude, Cursor, VS Code or another AI client',
    details:
      "It writes the client's configuration file, and keeps a backup of it. The client's entry gets the options of the server. The API key goes into a file that only you can read.",
    arguments: { CLIENT: `one of ${CLIENT_NAMES.join(', ')}` },
    options: { name: "name of the entry in the client's file (default: receptionist)" },
    examples: [
      ['rcpt-mcp install claude-desktop', 'with the demo business'],
      ['rcpt-mcp install cursor --read-only --print', 'show the entry, change nothing'],
      ['rcpt-mcp install vscode --url http://127.0.0.1:8787/mcp', 'connect to a running server'],
      [
        'RCPT_BASE_URL=https://receptionist.example.com RCPT_API_KEY=sk_live_… rcpt-mcp install cursor',
        'a remote platform',
      ],
      ['rcpt-mcp install cursor --remove', 'remove the entry'],
    ],
  },
  doctor: {
    summary: 'check settings, connection, database and clients, and suggest fixes',
    details: 'It changes nothing. Exit code 0: no problem; 1: at least one problem.',
    examples: [
      ['rcpt-mcp doctor', ''],
      ['RCPT_BASE_URL=https://receptionist.example.com RCPT_API_KEY_FILE=./key rcpt-mcp doctor', 'a remote platform'],
      ['rcpt-mcp doctor --json', 'for programs'],
    ],
  },
} as const satisfies Record<string, CommandHelp>;

import type { CommandHelp } from './command-help.ts';

/** The commands that run a server, and those that manage the platform's database. */
export const SERVE_HELP = {
  stdio: {
    summary: 'serve MCP over stdio to the AI client that starts it (default command)',
    details:
      'Without options it serves the demo business of the embedded platform. RCPT_BASE_URL and RCPT_API_KEY connect a remote platform.',
    examples: [
      ['rcpt-mcp', 'the demo business'],
      ['rcpt-mcp --read-only --toolsets account,calls', 'read calls, change nothing'],
      ['RCPT_BASE_URL=https://receptionist.example.com RCPT_API_KEY_FILE=./key rcpt-mcp', 'a remote platform'],
    ],
  },
  http: {
    summary: 'serve MCP over HTTP at /mcp, and the dashboard at /app',
    details:
      'Only programs on this machine can connect. --auth authenticates clients, so that other machines can connect too. /healthz, /readyz and /metrics are for monitoring.',
    options: {
      port: 'port to listen on; 0 takes a free one (default: 8787)',
      profile:
        'tools for all clients. voice: few tools with spoken answers for the person on the telephone, and nothing about other people',
      'public-url': 'URL at which clients reach this server, without /mcp; its name is accepted as Host and Origin',
    },
    examples: [
      ['rcpt-mcp http', 'the demo business at http://127.0.0.1:8787/mcp'],
      ['rcpt-mcp http --port 0', 'on a free port'],
      ['rcpt-mcp tokens create --name "front desk" --tokens ./tokens.jsonl', 'create a token for one client'],
      [
        'rcpt-mcp http --auth token --tokens ./tokens.jsonl --public-url https://desk.example.com',
        'serve other machines behind a proxy with TLS',
      ],
    ],
  },
  platform: {
    summary: 'serve the REST API of the embedded platform, and its dashboard',
    details:
      'It delivers events to webhooks and receives reports of calls. The first start prints an API key. The subcommands work while it runs. /healthz, /readyz and /metrics are for monitoring.',
    options: {
      host: 'loopback address to listen on',
      port: 'port to listen on; 0 takes a free one (default: 8788)',
      dashboard: 'serve the dashboard at /app, and its sign-in (default: true)',
      'public-url': 'URL at which voice vendors and calendar programs reach this server',
    },
    examples: [
      ['rcpt-mcp platform', 'the API at http://127.0.0.1:8788/api/v1, the dashboard at /app'],
      ['rcpt-mcp platform --database ./practice.db --demo=false', 'its own database, without the demo business'],
    ],
  },
  'platform backup': {
    summary: "copy the embedded platform's SQLite database while it is in use",
    details: 'A database in PostgreSQL is backed up with pg_dump.',
    arguments: { FILE: 'path of the copy; with --keep, of a folder' },
    examples: [
      ['rcpt-mcp platform backup ./copy.db', ''],
      ['rcpt-mcp platform backup ./backups --keep 14', 'each day: the last 14 copies stay'],
    ],
  },
  'platform restore': {
    summary: "put a backup in the place of the embedded platform's SQLite database",
    details:
      'The backup is checked, and stays as it is. No process may use the database. A database in PostgreSQL is restored with pg_restore.',
    arguments: { FILE: 'path of the backup' },
    examples: [
      ['rcpt-mcp platform restore ./copy.db', 'where no database is'],
      ['rcpt-mcp platform restore ./copy.db --replace', 'keeps the present database under another name'],
    ],
  },
  'platform webhooks': {
    summary: 'show and repeat deliveries of events to webhooks',
    examples: [['rcpt-mcp platform webhooks redeliver wh_123', 'after its receiver was repaired']],
  },
  'platform webhooks list': {
    summary: 'list webhooks and their delivery status',
    examples: [['rcpt-mcp platform webhooks list', '']],
  },
  'platform webhooks log': {
    summary: 'list the latest delivery attempts of a webhook',
    arguments: { ID: 'id of the webhook' },
    examples: [['rcpt-mcp platform webhooks log wh_123 --limit 100', '']],
  },
  'platform webhooks redeliver': {
    summary: 'queue failed deliveries again, and send those that wait for their next attempt',
    arguments: {
      ID: 'id of a webhook, for all its failed and waiting events (a disabled webhook is enabled); or id of one event or delivery',
      WEBHOOK_ID: 'the only webhook that gets the event',
    },
    examples: [
      ['rcpt-mcp platform webhooks redeliver wh_123', 'all failed and waiting events of a webhook'],
      ['rcpt-mcp platform webhooks redeliver evt_123 wh_123', 'one event to one webhook'],
    ],
  },
  'platform webhooks ping': {
    summary: 'send a test event to a webhook now, and print the result',
    arguments: { ID: 'id of the webhook' },
    examples: [['rcpt-mcp platform webhooks ping wh_123', '']],
  },
} as const satisfies Record<string, CommandHelp>;

import { CLIENT_NAMES } from '../install/names.ts';
import { OPTIONS } from './index.ts';
import { type Command, type Option, optionLabel, shownDefault } from './option.ts';

/** The usage of each command and its description in one line. */
export const COMMAND_HELP: Record<Command, { usage: string; does: string }[]> = {
  stdio: [{ usage: 'rcpt-mcp', does: 'serve MCP over stdio (what an AI client starts)' }],
  http: [{ usage: 'rcpt-mcp http', does: 'serve MCP over Streamable HTTP, with --auth to other machines too' }],
  install: [
    {
      usage: 'rcpt-mcp install CLIENT',
      does: `add this server to an AI client: ${CLIENT_NAMES.join(', ')}`,
    },
  ],
  doctor: [{ usage: 'rcpt-mcp doctor', does: 'check settings, address, key, database and clients, and suggest fixes' }],
  tokens: [
    {
      usage: 'rcpt-mcp tokens create --name WHO',
      does: 'create a token for http --auth token, shown once; --toolsets and --read-only limit it',
    },
    { usage: 'rcpt-mcp tokens list', does: 'list the tokens in the file --tokens' },
    { usage: 'rcpt-mcp tokens revoke WHO', does: 'revoke a token, with immediate effect' },
  ],
  platform: [
    {
      usage: 'rcpt-mcp platform',
      does: "serve the embedded platform's REST API alone, and deliver events to its webhooks",
    },
    { usage: 'rcpt-mcp platform backup FILE', does: 'copy its SQLite database into a new file while it is in use' },
    { usage: 'rcpt-mcp platform webhooks list', does: 'list its webhooks and their delivery status' },
    { usage: 'rcpt-mcp platform webhooks log ID', does: 'list the latest delivery attempts of a webhook' },
    {
      usage: 'rcpt-mcp platform webhooks redeliver ID [WEBHOOK]',
      does: 'redeliver all failed events of a webhook (which enables it), or one event or delivery',
    },
    { usage: 'rcpt-mcp platform webhooks ping ID', does: 'send a test event to a webhook now, and print the result' },
  ],
  keys: [
    { usage: 'rcpt-mcp keys create --name LABEL', does: 'create an API key of the embedded platform, shown once' },
    { usage: 'rcpt-mcp keys list', does: 'list its keys' },
    { usage: 'rcpt-mcp keys revoke ID', does: 'revoke a key, with immediate effect' },
  ],
  users: [
    { usage: 'rcpt-mcp users list', does: "list the embedded platform's dashboard users" },
    { usage: 'rcpt-mcp users set-password EMAIL', does: 'set a new dashboard password, shown once' },
  ],
  calls: [{ usage: 'rcpt-mcp calls simulate', does: 'add a new call, as the phone system would' }],
};

const EXAMPLES = [
  ['rcpt-mcp http --port 0', 'try it with the demo business'],
  ['rcpt-mcp --read-only --toolsets account,calls', 'read calls, change nothing'],
  ['rcpt-mcp install claude-desktop', 'with the demo business'],
  ['rcpt-mcp install cursor --read-only --print', 'only show what would be written'],
  ['rcpt-mcp doctor --json', 'for programs'],
  ['rcpt-mcp platform webhooks redeliver wh_123', 'after its server was repaired'],
  ['RCPT_BASE_URL=https://receptionist.example.com RCPT_API_KEY_FILE=./key rcpt-mcp', ''],
] as const;

const COLUMN = 34;

function row(left: string, right: string): string {
  if (right === '') return `  ${left}`;
  return left.length > COLUMN - 2 ? `  ${left}\n${' '.repeat(COLUMN + 2)}${right}` : `  ${left.padEnd(COLUMN)}${right}`;
}

/** Wraps a sentence to the width of the right column. */
function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] as string;
    if (last.length + word.length > 62) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join(`\n${' '.repeat(COLUMN + 2)}`);
}

/** Returns the placeholder for a flag's value. */
function placeholder({ kind, values = [] }: Option['type']): string {
  if (kind === 'boolean') return '';
  if (kind === 'integer') return ' N';
  if (kind === 'duration') return ' 30s';
  return kind === 'choice' ? ` ${values.join('|')}` : ' VALUE';
}

function describe(option: Option): string {
  const label = option.flag ? `${optionLabel(option)}${placeholder(option.type)}` : optionLabel(option);
  const environment = option.flag && option.env ? ` [${option.env}]` : '';
  const fallback = shownDefault(option);
  return row(label, wrap(`${option.description}${fallback && ` (default: ${fallback})`}${environment}`));
}

/** Returns the text of `--help`. */
export function helpText(): string {
  const commands = Object.values(COMMAND_HELP).flat();
  return [
    'rcpt-mcp: appointments, contacts and calls of an AI phone receptionist, for AI agents (MCP).',
    '',
    'Commands:',
    ...commands.map(({ usage, does }) => row(usage, wrap(does))),
    '',
    'Options (precedence: flag, environment variable, default):',
    ...OPTIONS.map(describe),
    row('--help, --version', 'this text; the version'),
    '',
    'Examples:',
    ...EXAMPLES.map(([usage, does]) => row(usage, does)),
    '',
  ].join('\n');
}

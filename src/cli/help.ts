import { CLIENT_NAMES } from './install/names.ts';
import type { Command, Option } from './option.ts';
import { OPTIONS, optionLabel } from './options.ts';

/** What each command does, in one line, and how it is written. */
export const COMMAND_HELP: Record<Command, { usage: string; does: string }[]> = {
  stdio: [{ usage: 'rcpt-mcp', does: 'serve MCP over stdio (what an AI client starts)' }],
  http: [{ usage: 'rcpt-mcp http', does: 'serve MCP over Streamable HTTP, with --auth to other machines too' }],
  install: [
    {
      usage: 'rcpt-mcp install CLIENT',
      does: `add this server to an AI client: ${CLIENT_NAMES.join(', ')}`,
    },
  ],
  doctor: [
    { usage: 'rcpt-mcp doctor', does: 'check settings, address, key, database and clients, and say what to mend' },
  ],
  tokens: [
    {
      usage: 'rcpt-mcp tokens create --name WHO',
      does: 'make a token for http --auth token, shown once; --toolsets and --read-only limit what it opens',
    },
    { usage: 'rcpt-mcp tokens list', does: 'list the tokens of the file --tokens' },
    { usage: 'rcpt-mcp tokens revoke WHO', does: 'make a token invalid at once' },
  ],
  platform: [
    {
      usage: 'rcpt-mcp platform',
      does: "serve the embedded platform's REST API alone, and tell its webhooks what happens",
    },
    { usage: 'rcpt-mcp platform backup FILE', does: 'copy its SQLite database into a new file, while it is in use' },
    { usage: 'rcpt-mcp platform webhooks list', does: 'list its webhooks and how sending to them goes' },
    { usage: 'rcpt-mcp platform webhooks log ID', does: 'list the last attempts to send to a webhook' },
    {
      usage: 'rcpt-mcp platform webhooks redeliver ID [WEBHOOK]',
      does: 'send again: all that failed of a webhook (which enables it), or one event or delivery',
    },
    { usage: 'rcpt-mcp platform webhooks ping ID', does: 'send a webhook a test event now, and say what came of it' },
  ],
  keys: [
    { usage: 'rcpt-mcp keys create --name LABEL', does: 'make an API key of the embedded platform, shown once' },
    { usage: 'rcpt-mcp keys list', does: 'list its keys' },
    { usage: 'rcpt-mcp keys revoke ID', does: 'make a key invalid at once' },
  ],
  users: [
    { usage: 'rcpt-mcp users list', does: "list the embedded platform's dashboard users" },
    { usage: 'rcpt-mcp users set-password EMAIL', does: 'give one a new dashboard password, shown once' },
  ],
  calls: [{ usage: 'rcpt-mcp calls simulate', does: 'add a new call, as the telephone side would' }],
};

const EXAMPLES = [
  ['rcpt-mcp http --port 0', 'try it with the demo business'],
  ['rcpt-mcp --read-only --toolsets account,calls', 'read calls, change nothing'],
  ['rcpt-mcp install claude-desktop', 'with the demo business'],
  ['rcpt-mcp install cursor --read-only --print', 'only show what would be written'],
  ['rcpt-mcp doctor --json', 'for programs'],
  ['rcpt-mcp platform webhooks redeliver wh_123', 'after its server was mended'],
  ['RCPT_BASE_URL=https://receptionist.example.com RCPT_API_KEY_FILE=./key rcpt-mcp', ''],
] as const;

const COLUMN = 34;

function row(left: string, right: string): string {
  if (right === '') return `  ${left}`;
  return left.length > COLUMN - 2 ? `  ${left}\n${' '.repeat(COLUMN + 2)}${right}` : `  ${left.padEnd(COLUMN)}${right}`;
}

/** Breaks a sentence into lines that fit beside the left column. */
function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] as string;
    if (last.length + word.length > 62) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join(`\n${' '.repeat(COLUMN + 2)}`);
}

function describe(option: Option): string {
  const values = option.type === 'choice' ? ` ${option.values?.join('|')}` : ' VALUE';
  const value =
    option.type === 'boolean' ? '' : option.type === 'integer' ? ' N' : option.type === 'duration' ? ' 30s' : values;
  const label = option.flag ? `${optionLabel(option)}${value}` : optionLabel(option);
  const environment = option.flag && option.env ? ` [${option.env}]` : '';
  const fallback = option.default ? ` (default: ${option.default})` : '';
  return row(label, wrap(`${option.meaning}${fallback}${environment}`));
}

/** The text of `--help`. */
export function helpText(): string {
  const commands = Object.values(COMMAND_HELP).flat();
  return [
    'rcpt-mcp: appointments, contacts and calls of an AI phone receptionist, for AI agents (MCP).',
    '',
    'Commands:',
    ...commands.map(({ usage, does }) => row(usage, wrap(does))),
    '',
    'Options (flag beats environment beats default):',
    ...OPTIONS.map(describe),
    row('--help, --version', 'this text; the version'),
    '',
    'Examples:',
    ...EXAMPLES.map(([usage, does]) => row(usage, does)),
    '',
  ].join('\n');
}

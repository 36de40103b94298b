import { VENDOR_NAMES } from '../../platform/intake/vendors/vendor.ts';
import { CLIENT_NAMES } from '../install/names.ts';
import { wrapText } from '../runtime/wrap.ts';
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
    {
      usage: 'rcpt-mcp users add EMAIL --name NAME',
      does: 'add a user with --role owner, admin or member, or change name and role of one',
    },
    { usage: 'rcpt-mcp users remove EMAIL', does: 'remove a user, but not the last owner' },
    {
      usage: 'rcpt-mcp users set-password EMAIL',
      does: 'set a dashboard password: typed, from stdin or from --password-file',
    },
  ],
  calls: [
    {
      usage: 'rcpt-mcp calls sources add VENDOR --name NAME',
      does: `receive the calls of a voice agent, and show what to paste where: ${VENDOR_NAMES.join(', ')}`,
    },
    { usage: 'rcpt-mcp calls sources list', does: 'list the sources of calls, and how many reports each has sent' },
    {
      usage: 'rcpt-mcp calls sources log [ID]',
      does: 'list the latest reports of calls and what became of each, and those that were refused',
    },
    { usage: 'rcpt-mcp calls sources rotate ID', does: 'replace the secret of a source; both are accepted for a day' },
    { usage: 'rcpt-mcp calls sources remove ID', does: 'end a source; its calls stay' },
    { usage: 'rcpt-mcp calls sources replay REPORT', does: 'read a report again that was not understood' },
    { usage: 'rcpt-mcp calls list', does: 'list the latest calls' },
    { usage: 'rcpt-mcp calls show ID', does: 'show one call with its conversation' },
    { usage: 'rcpt-mcp calls import FILE.jsonl', does: 'import calls of the past, one report on each line' },
    { usage: 'rcpt-mcp calls simulate', does: 'add a new call, as the phone system would' },
  ],
  calendars: [
    {
      usage: 'rcpt-mcp calendars add',
      does: 'make a secret address at which calendar programs read the bookings of the business, or of --staff NAME, shown once',
    },
    { usage: 'rcpt-mcp calendars list', does: 'list these calendars, and when each was last fetched' },
    { usage: 'rcpt-mcp calendars renew ID', does: 'replace the address of a calendar, with immediate effect' },
    { usage: 'rcpt-mcp calendars revoke ID', does: 'end a calendar, with immediate effect' },
  ],
  business: [
    {
      usage: 'rcpt-mcp business init [FILE]',
      does: 'ask what the business is, write business.yaml, and set up the database with it',
    },
    {
      usage: 'rcpt-mcp business plan FILE',
      does: 'show what a business file would change; exit code 0: nothing, 2: something, 1: errors in the file',
    },
    { usage: 'rcpt-mcp business apply FILE', does: 'change the database as a business file says' },
    { usage: 'rcpt-mcp business export [FILE]', does: 'write the business file that describes the database' },
    { usage: 'rcpt-mcp business show', does: 'show hours, services, people, rules and users' },
  ],
  index: [
    {
      usage: 'rcpt-mcp index status',
      does: "show how much of a remote platform's records the file of --index has",
    },
    { usage: 'rcpt-mcp index clear', does: 'delete that file' },
  ],
  agenda: [
    {
      usage: 'rcpt-mcp agenda [DAY] [--week]',
      does: 'draw the appointments of a day or of seven days: today, tomorrow, a weekday or a date',
    },
  ],
  demo: [
    { usage: 'rcpt-mcp demo reset', does: 'make the demo business as it is in a new database' },
    { usage: 'rcpt-mcp demo remove', does: 'remove the demo business, to set up your own' },
  ],
  contacts: [
    {
      usage: 'rcpt-mcp contacts import FILE.csv',
      does: 'show what importing customers would change, ask, and import them',
    },
    { usage: 'rcpt-mcp contacts export [FILE]', does: 'write all contacts as CSV, or as JSON with --json' },
  ],
};

const EXAMPLES = [
  ['rcpt-mcp http --port 0', 'try it with the demo business'],
  ['rcpt-mcp --read-only --toolsets account,calls', 'read calls, change nothing'],
  ['rcpt-mcp install claude-desktop', 'with the demo business'],
  ['rcpt-mcp install cursor --read-only --print', 'only show what would be written'],
  ['rcpt-mcp doctor --json', 'for programs'],
  ['rcpt-mcp platform webhooks redeliver wh_123', 'after its server was repaired'],
  ['rcpt-mcp agenda', 'who comes today'],
  ['rcpt-mcp agenda monday --week', 'the seven days from Monday on'],
  ['rcpt-mcp agenda friday --json', 'for programs'],
  ['rcpt-mcp business plan business.yaml', 'what would change, and which bookings no longer fit'],
  ['rcpt-mcp users add sam@example.com --name "Sam Ortiz" --role admin', ''],
  ['rcpt-mcp contacts import customers.csv --map phone="Phone 2"', 'shows first what would change'],
  ['rcpt-mcp contacts import customers.csv --yes --json', 'for programs'],
  ['rcpt-mcp calls sources add vapi --name "front desk"', 'prints address, secret and steps'],
  ['rcpt-mcp calls sources add retell --name "front desk" --secret-file ./retell-key', ''],
  ['rcpt-mcp calls import history.jsonl --dry-run', 'changes nothing'],
  ['rcpt-mcp calendars add --staff "Dr. Dana Lee" --masked', "only services and customers' initials"],
  ['RCPT_BASE_URL=https://receptionist.example.com RCPT_API_KEY_FILE=./key rcpt-mcp', ''],
] as const;

const COLUMN = 34;

function row(left: string, right: string): string {
  if (right === '') return `  ${left}`;
  return left.length > COLUMN - 2 ? `  ${left}\n${' '.repeat(COLUMN + 2)}${right}` : `  ${left.padEnd(COLUMN)}${right}`;
}

/** Wraps a sentence to the width of the right column. */
function wrap(text: string): string {
  return wrapText(text, 63).join(`\n${' '.repeat(COLUMN + 2)}`);
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

import { OPTIONS } from './index.ts';
import { nearestName } from './nearest.ts';
import { COMMANDS, type Option } from './option.ts';
import { COMMAND_PATHS } from './usage.ts';

/** What people type who know other programs, and what they mean. */

const KEY =
  'Arguments show in process lists, so a key goes into the environment: RCPT_API_KEY=sk_live_…, or RCPT_API_KEY_FILE with the path of a file that contains it.';
const TRANSPORT = 'The command is the transport: rcpt-mcp serves MCP over stdio, rcpt-mcp http over HTTP.';
const LISTEN = 'Write --host 127.0.0.1 and --port 8787.';
const ADDRESS = 'The address of a remote platform is --base-url https://receptionist.example.com.';
const VERBOSE = 'Write --log-level debug.';
const CONFIGURATION =
  'Options are flags and RCPT_ variables; no configuration file has them. rcpt-mcp business apply FILE applies a business file.';

/** By the name of a flag without dashes, or of a variable without RCPT_, in lower case with hyphens. */
const OPTION_GUESSES: Readonly<Record<string, string>> = {
  key: KEY,
  apikey: KEY,
  'x-api-key': KEY,
  secret: KEY,
  bearer: KEY,
  'api-token': KEY,
  'access-token': KEY,
  'auth-token': KEY,
  token: `${KEY} The tokens of clients are in the file --tokens.`,
  password:
    "Arguments show in process lists. A database password goes into PGPASSWORD, a user's is set by rcpt-mcp users set-password EMAIL.",
  stdio: 'MCP over stdio is the default: leave it out.',
  http: 'It is a command: rcpt-mcp http.',
  sse: TRANSPORT,
  transport: TRANSPORT,
  verbose: VERBOSE,
  debug: VERBOSE,
  d: VERBOSE,
  quiet: 'Write --log-level error.',
  q: 'Write --log-level error.',
  listen: LISTEN,
  bind: LISTEN,
  address: LISTEN,
  p: 'Write --port 8787.',
  server: ADDRESS,
  endpoint: ADDRESS,
  'api-url': ADDRESS,
  'server-url': ADDRESS,
  'platform-url': ADDRESS,
  config: CONFIGURATION,
  c: CONFIGURATION,
  db: 'Write --database ./receptionist.db.',
  tz: 'Write --time-zone America/New_York.',
  country: 'Write --default-country US.',
  tools: 'Groups of tools are chosen with --toolsets bookings,contacts.',
  cors: 'Write --allowed-origins https://app.example.com.',
  tls: 'The server speaks HTTP: put a proxy with TLS in front of it.',
  cert: 'The server speaks HTTP: put a proxy with TLS in front of it.',
  format: 'Write --json, where a command has it.',
  y: 'Write --yes.',
};

const SERVE = 'rcpt-mcp serves MCP over stdio, rcpt-mcp http over HTTP, and rcpt-mcp platform the REST API.';
const SET_UP = 'rcpt-mcp install CLIENT adds the server to an AI client; rcpt-mcp business init sets up a business.';

const COMMAND_GUESSES: Readonly<Record<string, string>> = {
  serve: SERVE,
  server: SERVE,
  start: SERVE,
  run: SERVE,
  dev: SERVE,
  mcp: SERVE,
  setup: SET_UP,
  configure: SET_UP,
  config: SET_UP,
  uninstall: 'rcpt-mcp install CLIENT --remove removes the server from an AI client.',
  upgrade: 'npx -y rcpt-mcp@latest runs the newest version.',
  update: 'npx -y rcpt-mcp@latest runs the newest version.',
  check: 'rcpt-mcp doctor checks settings, connection and clients.',
  status: 'rcpt-mcp doctor checks settings, connection and clients.',
  test: 'rcpt-mcp doctor checks settings, connection and clients.',
  login:
    'An API key goes into the environment: RCPT_API_KEY=sk_live_…, or RCPT_API_KEY_FILE. rcpt-mcp doctor checks it.',
  dashboard: 'rcpt-mcp http serves the dashboard at /app.',
  bookings: 'rcpt-mcp agenda shows the appointments of a day.',
};

/** Returns the sentence for a word that is not a command. */
export function commandAdvice(word: string): string {
  if (/^(true|false|yes|no|on|off)$/i.test(word)) {
    return 'A value of an option that is on or off follows an equals sign, such as --demo=false.';
  }
  const lower = word.toLowerCase();
  if (Object.hasOwn(COMMAND_GUESSES, lower)) return COMMAND_GUESSES[lower] as string;
  // A subcommand without its command, such as `backup`, comes after the commands.
  const nearest = nearestName(lower, COMMANDS) ?? nearestName(lower, COMMAND_PATHS.map(lastWord));
  const meant = COMMAND_PATHS.filter((path) => path === nearest || lastWord(path) === nearest);
  if (meant.length === 0) return 'rcpt-mcp help lists the commands.';
  return `Did you mean ${meant.map((path) => `rcpt-mcp ${path}`).join(', or ')}?`;
}

const lastWord = (path: string) => path.slice(path.lastIndexOf(' ') + 1);

/** `--baseUrl`, `--base_url` and `RCPT_BASE_URL` become `base-url`. */
const normalized = (name: string) =>
  name
    .replace(/^(-+|RCPT_)/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/**
 * Returns the sentence for a flag or variable that is not an option.
 * @param known the options of the command come first: of equally near names the first is proposed
 * @param help the command that prints the options
 */
export function optionAdvice(name: string, known: readonly Option[], help: string): string {
  const word = normalized(name);
  const isVariable = name.startsWith('RCPT_');
  const guess = Object.hasOwn(OPTION_GUESSES, word) ? OPTION_GUESSES[word] : undefined;
  const same = known.find((option) => option.name === word);
  if (same && !same.flag && !isVariable) {
    return word === 'api-key' ? KEY : `Set it in the environment: ${same.env}=${same.example}.`;
  }
  if (same && isVariable && same.env === undefined) return `It has no variable: write --${word} ${same.example}.`;
  if (guess !== undefined && !same) return guess;
  const negated = known.find((option) => option.flag && option.type.kind === 'boolean' && `no-${option.name}` === word);
  if (negated) return `Write --${negated.name}=false.`;
  const candidates = known.filter((option) => (isVariable ? option.env !== undefined : option.flag));
  const nearest = nearestName(
    word,
    candidates.map((option) => option.name),
  );
  const option = OPTIONS.find((one) => one.name === nearest);
  return option ? `Did you mean ${isVariable ? option.env : `--${option.name}`}?` : `See ${help}.`;
}

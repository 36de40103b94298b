import { commandLine } from '../../lib/command-line.ts';
import { normalizedName, type UnknownNameError } from './unknown-name.ts';

/**
 * What people type who know other programs, and what they mean. Loaded only for the message of an error.
 */

const KEY =
  'Arguments show in process lists, so a key goes into the environment: RCPT_API_KEY=sk_live_…, or RCPT_API_KEY_FILE with the path of a file that contains it.';
const TRANSPORT = `The command is the transport: ${commandLine('stdio')} serves MCP over stdio, ${commandLine('http')} over HTTP.`;
const LISTEN = 'Write --host 127.0.0.1 and --port 8787.';
const ADDRESS = 'The address of a remote platform is --base-url https://receptionist.example.com.';
const VERBOSE = 'Write --log-level debug.';
const CONFIGURATION = `Options are flags and RCPT_ variables; no configuration file has them. ${commandLine('business apply FILE')} applies a business file.`;

/** By the name of a flag without dashes, or of a variable without RCPT_, in lower case with hyphens. */
const OPTION_GUESSES: Readonly<Record<string, string>> = {
  'api-key': KEY,
  key: KEY,
  apikey: KEY,
  'x-api-key': KEY,
  secret: KEY,
  bearer: KEY,
  'api-token': KEY,
  'access-token': KEY,
  'auth-token': KEY,
  token: `${KEY} The tokens of clients are in the file --tokens.`,
  password: `Arguments show in process lists. A database password goes into PGPASSWORD, a user's is set by ${commandLine('users set-password EMAIL')}.`,
  stdio: 'MCP over stdio is the default: leave it out.',
  http: `It is a command: ${commandLine('http')}.`,
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
  zone: 'Write --time-zone America/New_York.',
  hours: 'Write --opening-hours "Mon-Fri 09:00-17:00".',
  country: 'Write --default-country US.',
  tools: 'Groups of tools are chosen with --toolsets bookings,contacts.',
  cors: 'Write --allowed-origins https://app.example.com.',
  tls: 'The server speaks HTTP: put a proxy with TLS in front of it.',
  cert: 'The server speaks HTTP: put a proxy with TLS in front of it.',
  format: 'Write --json, where a command has it.',
  y: 'Write --yes.',
};

const SERVE = `${commandLine('stdio')} serves MCP over stdio, ${commandLine('http')} over HTTP, and ${commandLine('platform')} the REST API.`;
const SET_UP = `${commandLine('install CLIENT')} adds the server to an AI client; ${commandLine('business init')} sets up a business.`;

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
  uninstall: `${commandLine('install CLIENT --remove')} removes the server from an AI client.`,
  upgrade: 'npx -y rcpt-mcp@latest runs the newest version.',
  update: 'npx -y rcpt-mcp@latest runs the newest version.',
  check: `${commandLine('doctor')} checks settings, connection and clients.`,
  status: `${commandLine('doctor')} checks settings, connection and clients.`,
  test: `${commandLine('doctor')} checks settings, connection and clients.`,
  login: `An API key goes into the environment: RCPT_API_KEY=sk_live_…, or RCPT_API_KEY_FILE. ${commandLine('doctor')} checks it.`,
  dashboard: `${commandLine('http')} serves the dashboard at /app.`,
};

/** Returns the message of an error about an unknown name, with the meaning of the name if it is known. */
export function explainUnknownName({ message, problem, word }: UnknownNameError): string {
  const isOption = /^(-|RCPT_)/.test(word);
  if (!isOption && /^(true|false|yes|no|on|off)$/i.test(word)) {
    return `${problem} A value of an option that is on or off follows an equals sign, such as --demo=false.`;
  }
  const guesses = isOption ? OPTION_GUESSES : COMMAND_GUESSES;
  const name = isOption ? normalizedName(word) : word.toLowerCase();
  return Object.hasOwn(guesses, name) ? `${problem} ${guesses[name]}` : message;
}

import { KEY_HEADERS } from '../api/key-header.ts';
import { LOG_LEVELS } from '../lib/logger.ts';
import { CONFIRMS, OUTPUTS, REDACTIONS } from '../tools/core/settings.ts';
import { ALL_TOOLSETS, DEFAULT_TOOLSETS } from '../tools/core/toolsets.ts';
import { HTTP_OPTIONS } from './http-options.ts';
import { SCOPES } from './install/names.ts';
import { OPERATION_OPTIONS } from './operation-options.ts';

/** The commands of the program. `stdio` is what runs when none is named. */
export const COMMANDS = ['stdio', 'http', 'install', 'doctor', 'tokens', 'platform', 'keys', 'users', 'calls'] as const;
export type Command = (typeof COMMANDS)[number];

export interface Option {
  /** The flag without `--`; the key in code. */
  name: string;
  /** Environment name; absent for what belongs to one call of a command. */
  env?: `RCPT_${string}`;
  /** False: only from the environment, because a flag would show in process lists. */
  flag: boolean;
  type: 'string' | 'boolean' | 'integer' | 'duration' | 'choice' | 'list';
  /** Of `choice` and `list`. */
  values?: readonly string[];
  /** Of `integer`; of `duration` in milliseconds. */
  min?: number;
  max?: number;
  /** As a person would write it. */
  default?: string;
  /** What `--help` and the README say; one sentence. */
  meaning: string;
  /** A right value, for error messages. */
  example: string;
  commands: readonly Command[];
}

/** What serves, what writes how it is to serve, and what looks whether it can. */
const SERVERS = ['stdio', 'http', 'install', 'doctor'] as const;
const SERVERS_AND_TOKENS = [...SERVERS, 'tokens'] as const;

/** Every option there is: flags, environment names, help and README are made from this table. */
export const OPTIONS = [
  {
    name: 'base-url',
    env: 'RCPT_BASE_URL',
    flag: true,
    type: 'string',
    meaning: "the platform's address; absent together with the key: the embedded platform",
    example: 'https://receptionist.example.com',
    commands: SERVERS,
  },
  {
    name: 'api-key',
    env: 'RCPT_API_KEY',
    flag: false,
    type: 'string',
    meaning: "the platform's API key",
    example: 'sk_live_…',
    commands: SERVERS,
  },
  {
    name: 'api-key-file',
    env: 'RCPT_API_KEY_FILE',
    flag: false,
    type: 'string',
    meaning: 'a file with the API key, read again for each request',
    example: '/run/secrets/rcpt-api-key',
    commands: SERVERS,
  },
  {
    name: 'key-header',
    env: 'RCPT_KEY_HEADER',
    flag: true,
    type: 'choice',
    values: KEY_HEADERS,
    default: 'authorization',
    meaning: 'the header in which the key travels',
    example: 'x-api-key',
    commands: SERVERS,
  },
  {
    name: 'timeout',
    env: 'RCPT_TIMEOUT',
    flag: true,
    type: 'integer',
    min: 1,
    max: 300,
    default: '20',
    meaning:
      'seconds that one request to the platform may take, repetitions included; AI clients give up after about 60',
    example: '30',
    commands: SERVERS,
  },
  {
    name: 'database',
    env: 'RCPT_DATABASE',
    flag: true,
    type: 'string',
    default: "a file in the user's data folder",
    meaning:
      "the embedded platform's storage: a file path, :memory:, or postgres://user@host/name, with its password in PGPASSWORD, since arguments show in process lists",
    example: './receptionist.db',
    commands: COMMANDS,
  },
  {
    name: 'time-zone',
    env: 'RCPT_TIME_ZONE',
    flag: true,
    type: 'string',
    default: "the demo business's; UTC with --base-url",
    meaning: 'IANA zone of the business, in which times are shown and local times are read',
    example: 'America/New_York',
    commands: SERVERS,
  },
  {
    name: 'default-country',
    env: 'RCPT_DEFAULT_COUNTRY',
    flag: true,
    type: 'string',
    default: "the demo business's; none with --base-url",
    meaning: 'ISO 3166 code of telephone numbers without +',
    example: 'US',
    commands: SERVERS,
  },
  {
    name: 'opening-hours',
    env: 'RCPT_OPENING_HOURS',
    flag: true,
    type: 'string',
    default: "the demo business's; Mon-Fri 09:00-17:00, stated as an assumption, with --base-url",
    meaning: 'when appointments can begin and end, for find_open_times',
    example: '"Mon-Fri 08:00-12:00,13:00-17:00; Sat 09:00-12:00"',
    commands: SERVERS,
  },
  {
    name: 'max-tokens',
    env: 'RCPT_MAX_TOKENS',
    flag: true,
    type: 'integer',
    min: 1_000,
    max: 100_000,
    default: '8000',
    meaning: 'the size of an answer; the longest texts are shortened first, and the answer says so',
    example: '8000',
    commands: SERVERS,
  },
  {
    name: 'output',
    env: 'RCPT_OUTPUT',
    flag: true,
    type: 'choice',
    values: OUTPUTS,
    default: 'both',
    meaning: 'the forms of an answer; each alone says all',
    example: 'text',
    commands: SERVERS,
  },
  {
    name: 'toolsets',
    env: 'RCPT_TOOLSETS',
    flag: true,
    type: 'list',
    values: ALL_TOOLSETS,
    default: DEFAULT_TOOLSETS.join(','),
    meaning: 'the groups of tools to offer',
    example: 'account,bookings,services',
    commands: SERVERS_AND_TOKENS,
  },
  {
    name: 'read-only',
    env: 'RCPT_READ_ONLY',
    flag: true,
    type: 'boolean',
    default: 'false',
    meaning: 'writing tools are neither listed nor callable',
    example: 'true',
    commands: SERVERS_AND_TOKENS,
  },
  {
    name: 'confirm',
    env: 'RCPT_CONFIRM',
    flag: true,
    type: 'choice',
    values: CONFIRMS,
    default: 'destructive',
    meaning: 'what the user is asked about first: cancelling, deleting and making keys; all that writes; nothing',
    example: 'writes',
    commands: SERVERS,
  },
  {
    name: 'redact',
    env: 'RCPT_REDACT',
    flag: true,
    type: 'choice',
    values: REDACTIONS,
    default: 'off',
    meaning:
      'contact: mask e-mail addresses and telephone numbers in answers; strict: card, account and social security numbers too, also spoken ones',
    example: 'contact',
    commands: SERVERS,
  },
  {
    name: 'session-cookie',
    env: 'RCPT_SESSION_COOKIE',
    flag: false,
    type: 'string',
    meaning: "the dashboard's session cookie, for create_api_key only",
    example: 'rcpt_session=…',
    commands: ['stdio', 'http', 'doctor'],
  },
  {
    name: 'team-id',
    env: 'RCPT_TEAM_ID',
    flag: false,
    type: 'string',
    meaning: 'the team that create_api_key makes keys for',
    example: 'team_123',
    commands: ['stdio', 'http', 'doctor'],
  },
  ...HTTP_OPTIONS,
  ...OPERATION_OPTIONS,
  {
    name: 'webhooks',
    env: 'RCPT_WEBHOOKS',
    flag: true,
    type: 'boolean',
    default: 'false',
    meaning: "open POST /webhooks to the platform's notifications, which must be signed or come with a secret path",
    example: 'true',
    commands: ['http', 'doctor'],
  },
  {
    name: 'webhook-secrets',
    env: 'RCPT_WEBHOOK_SECRETS',
    flag: true,
    type: 'string',
    meaning:
      'a file of signing secrets, one a line, read again when it changes; manage_webhooks adds those of new webhooks',
    example: './webhook-secrets.txt',
    commands: SERVERS,
  },
  {
    name: 'webhook-path-secret',
    env: 'RCPT_WEBHOOK_PATH_SECRET',
    flag: false,
    type: 'string',
    meaning: 'opens POST /webhooks/{secret} as well, for a platform that does not sign; at least 24 characters',
    example: '"$(openssl rand -hex 24)"',
    commands: ['http', 'doctor'],
  },
  {
    name: 'poll',
    env: 'RCPT_POLL',
    flag: true,
    type: 'duration',
    min: 5_000,
    max: 3_600_000,
    meaning: 'how often to ask the platform what changed, where its notifications cannot arrive; 5s to 1h',
    example: '30s',
    commands: SERVERS,
  },
  {
    name: 'log-level',
    env: 'RCPT_LOG_LEVEL',
    flag: true,
    type: 'choice',
    values: LOG_LEVELS,
    default: 'warn',
    meaning: 'what is logged, to stderr only; JSON lines when serving HTTP',
    example: 'info',
    commands: COMMANDS,
  },
  {
    name: 'name',
    flag: true,
    type: 'string',
    meaning:
      "keys create: a label; tokens create: who has it; install: the name of the client's entry (default: receptionist)",
    example: '"front desk"',
    commands: ['keys', 'tokens', 'install'],
  },
  {
    name: 'scope',
    flag: true,
    type: 'choice',
    values: SCOPES,
    default: 'user',
    meaning: "install: into the user's file, or into that of the project in this folder",
    example: 'project',
    commands: ['install'],
  },
  {
    name: 'url',
    flag: true,
    type: 'string',
    meaning: 'install: the address of a server that is already running, instead of one that the client starts',
    example: 'http://127.0.0.1:8787/mcp',
    commands: ['install'],
  },
  {
    name: 'print',
    flag: true,
    type: 'boolean',
    default: 'false',
    meaning: 'install: only show what would be written',
    example: 'true',
    commands: ['install'],
  },
  {
    name: 'remove',
    flag: true,
    type: 'boolean',
    default: 'false',
    meaning: 'install: take the entry out',
    example: 'true',
    commands: ['install'],
  },
  {
    name: 'json',
    flag: true,
    type: 'boolean',
    default: 'false',
    meaning: 'doctor: print JSON',
    example: 'true',
    commands: ['doctor'],
  },
  {
    name: 'scopes',
    flag: true,
    type: 'string',
    default: 'all',
    meaning: 'keys create: comma list of scopes',
    example: 'read:bookings,write:bookings',
    commands: ['keys'],
  },
  {
    name: 'expires-in-days',
    flag: true,
    type: 'integer',
    min: 1,
    max: 3_650,
    default: '365',
    meaning: 'keys create, tokens create: lifetime of the key or token',
    example: '90',
    commands: ['keys', 'tokens'],
  },
  {
    name: 'scenario',
    flag: true,
    type: 'string',
    meaning: 'calls simulate: what the call is about; without it, a different thing each time',
    example: 'new_booking',
    commands: ['calls'],
  },
  {
    name: 'limit',
    flag: true,
    type: 'integer',
    min: 1,
    max: 1_000,
    default: '20',
    meaning: 'platform webhooks log: how many attempts, the latest first',
    example: '100',
    commands: ['platform'],
  },
] as const satisfies readonly Option[];

export type OptionName = (typeof OPTIONS)[number]['name'];

/** How an option is named to people: its flag, or its environment name where it has no flag. */
export function optionLabel(option: Option): string {
  return option.flag ? `--${option.name}` : (option.env ?? option.name);
}

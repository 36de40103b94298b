import { LOG_LEVELS } from '../../lib/logger.ts';
import { SCOPES } from '../install/names.ts';
import { COMMANDS, defineOption, MalformedValueError } from './option.ts';
import { boolean, choice, integer, text } from './value-types.ts';

function readHttpAddress(value: string): string {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  if (address && /^https?:$/.test(address.protocol) && !address.username && !address.password) return value;
  throw new MalformedValueError('an http(s) address');
}

/**
 * The option of every command, then those of single commands, which have no environment name. Names of scopes and
 * scenarios are checked by their commands: the modules that know them are not loaded at start-up.
 */
export const COMMAND_OPTIONS = [
  defineOption({
    name: 'log-level',
    env: 'RCPT_LOG_LEVEL',
    flag: true,
    type: choice(LOG_LEVELS),
    default: 'warn',
    description: 'what is logged, to stderr only; JSON lines when serving HTTP',
    example: 'info',
    commands: COMMANDS,
  }),
  defineOption({
    name: 'name',
    flag: true,
    type: text(),
    description:
      "keys create: a label; tokens create: who uses it; users add: the user's name; calls sources add: where the calls come from; business init: the name of the business; install: the name of the client's entry (default: receptionist)",
    example: '"front desk"',
    commands: ['keys', 'tokens', 'users', 'calls', 'business', 'install'],
  }),
  defineOption({
    name: 'scope',
    flag: true,
    type: choice(SCOPES),
    default: 'user',
    description: "install: write the user's file, or that of the project in this folder",
    example: 'project',
    commands: ['install'],
  }),
  defineOption({
    name: 'url',
    flag: true,
    type: text(readHttpAddress),
    description: 'install: the address of a running server, instead of one that the client starts',
    example: 'http://127.0.0.1:8787/mcp',
    commands: ['install'],
  }),
  defineOption({
    name: 'print',
    flag: true,
    type: boolean(),
    default: false,
    description: 'install: only show what would be written',
    example: 'true',
    commands: ['install'],
  }),
  defineOption({
    name: 'remove',
    flag: true,
    type: boolean(),
    default: false,
    description: 'install: remove the entry',
    example: 'true',
    commands: ['install'],
  }),
  defineOption({
    name: 'json',
    flag: true,
    type: boolean(),
    default: false,
    description: 'doctor, users, calls, calendars, contacts, business, agenda, index status: print JSON, for programs',
    example: 'true',
    commands: ['doctor', 'users', 'calls', 'calendars', 'contacts', 'business', 'demo', 'agenda', 'index'],
  }),
  defineOption({
    name: 'week',
    flag: true,
    type: boolean(),
    default: false,
    description: 'agenda: seven days, beginning with DAY',
    example: 'true',
    commands: ['agenda'],
  }),
  defineOption({
    name: 'scopes',
    flag: true,
    type: text(),
    defaultDescription: 'all',
    description: 'keys create: comma list of scopes',
    example: 'read:bookings,write:bookings',
    commands: ['keys'],
  }),
  defineOption({
    name: 'expires-in-days',
    flag: true,
    type: integer({ min: 1, max: 3_650 }),
    default: 365,
    description: 'keys create, tokens create: lifetime of the key or token',
    example: '90',
    commands: ['keys', 'tokens'],
  }),
  defineOption({
    name: 'scenario',
    flag: true,
    type: text(),
    description: 'calls simulate: what the call is about; without it, a different subject each time',
    example: 'price_crown',
    commands: ['calls'],
  }),
  defineOption({
    name: 'limit',
    flag: true,
    type: integer({ min: 1, max: 1_000 }),
    default: 20,
    description: 'platform webhooks log, calls list, calls sources log: how many entries, the latest first',
    example: '100',
    commands: ['platform', 'calls'],
  }),
] as const;

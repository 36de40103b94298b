import { LOG_LEVELS } from '../../lib/logging/logger.ts';
import { SCOPES } from './clients.ts';
import { defineSwitch } from './define-switch.ts';
import { ALL_COMMANDS, defineOption, MalformedValueError } from './option.ts';
import { choice, integer, text } from './value-types.ts';

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
    description: 'lowest level of log messages; they go to stderr, from http and platform as JSON lines',
    example: 'info',
    commands: ALL_COMMANDS,
  }),
  defineOption({
    name: 'name',
    flag: true,
    type: text(),
    description: 'name of what the command creates',
    example: '"front desk"',
    commands: ['install', 'business init', 'calls sources add', 'users add', 'keys create', 'tokens create'],
  }),
  defineOption({
    name: 'scope',
    flag: true,
    type: choice(SCOPES),
    default: 'user',
    description: "configuration file to change: the user's, or that of the project in this folder",
    example: 'project',
    commands: ['install'],
  }),
  defineOption({
    name: 'url',
    flag: true,
    type: text(readHttpAddress),
    description: 'address of a running server to connect to, instead of a server that the client starts',
    example: 'http://127.0.0.1:8787/mcp',
    commands: ['install'],
  }),
  defineSwitch({
    name: 'print',
    description: 'show what would be written, and change nothing',
    commands: ['install'],
  }),
  defineSwitch({
    name: 'remove',
    description: 'remove the entry from the client',
    commands: ['install'],
  }),
  defineSwitch({
    name: 'json',
    description: 'print JSON, for programs',
    commands: [
      'doctor',
      'agenda',
      'business',
      'contacts',
      'bookings',
      'calendars',
      'demo',
      'calls simulate',
      'calls list',
      'calls show',
      'calls erase',
      'calls import',
      'calls sources',
      'users',
      'keys list',
      'platform webhooks list',
      'index status',
    ],
  }),
  defineSwitch({
    name: 'week',
    description: 'show seven days, beginning with DAY',
    commands: ['agenda'],
  }),
  defineOption({
    name: 'scopes',
    flag: true,
    type: text(),
    defaultDescription: 'all',
    description: 'comma list of the scopes that the key has',
    example: 'read:bookings,write:bookings',
    commands: ['keys create'],
  }),
  defineOption({
    name: 'expires-in-days',
    flag: true,
    type: integer({ min: 1, max: 3_650 }),
    default: 365,
    description: 'lifetime in days',
    example: '90',
    commands: ['keys create', 'tokens create'],
  }),
  defineOption({
    name: 'scenario',
    flag: true,
    type: text(),
    description: 'subject of the call; by default a different one each time',
    example: 'price_crown',
    commands: ['calls simulate'],
  }),
  defineOption({
    name: 'limit',
    flag: true,
    type: integer({ min: 1, max: 1_000 }),
    default: 20,
    description: 'maximum number of entries; the latest come first',
    example: '100',
    commands: ['calls list', 'calls sources log', 'platform webhooks log'],
  }),
] as const;

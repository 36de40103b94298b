import { CONFIRMS, DEFAULT_MAX_TOKENS, OUTPUTS, REDACTIONS } from '../../tools/core/settings.ts';
import { ALL_TOOLSETS, DEFAULT_TOOLSETS } from '../../tools/core/toolsets.ts';
import { defineSwitch } from './define-switch.ts';
import { defineOption, InvalidValueError, SERVERS } from './option.ts';
import { choice, integer, list, secret, text } from './value-types.ts';

const SERVERS_AND_TOKENS = [...SERVERS, 'tokens create'] as const;

function checkCookie(value: string, names: string): void {
  if (/^[^\s=;,]+=[\x21-\x7e]+$/.test(value)) return;
  throw new InvalidValueError(`${names} must be one cookie as the browser sends it, such as rcpt_session=….`);
}

/** The tools that are offered, and their answers. */
export const TOOL_OPTIONS = [
  defineOption({
    name: 'max-tokens',
    env: 'RCPT_MAX_TOKENS',
    flag: true,
    type: integer({ min: 1_000, max: 100_000 }),
    default: DEFAULT_MAX_TOKENS,
    description: 'maximum size of an answer in tokens; the longest texts are shortened first, and the answer states it',
    example: '8000',
    commands: SERVERS,
  }),
  defineOption({
    name: 'output',
    env: 'RCPT_OUTPUT',
    flag: true,
    type: choice(OUTPUTS),
    default: 'both',
    description: 'content of an answer: text, structured data, or both; each alone is complete',
    example: 'text',
    commands: SERVERS,
  }),
  defineOption({
    name: 'toolsets',
    env: 'RCPT_TOOLSETS',
    flag: true,
    type: list(ALL_TOOLSETS),
    default: DEFAULT_TOOLSETS,
    description: 'groups of tools to offer',
    example: 'account,bookings,services',
    commands: SERVERS_AND_TOKENS,
  }),
  defineSwitch({
    name: 'read-only',
    env: 'RCPT_READ_ONLY',
    description: 'offer only tools that read',
    commands: SERVERS_AND_TOKENS,
  }),
  defineOption({
    name: 'confirm',
    env: 'RCPT_CONFIRM',
    flag: true,
    type: choice(CONFIRMS),
    default: 'destructive',
    description:
      'calls that the user must confirm. destructive: calls that cancel, delete, create keys or change the business; writes: all calls that write; never: none',
    example: 'writes',
    commands: SERVERS,
  }),
  defineOption({
    name: 'redact',
    env: 'RCPT_REDACT',
    flag: true,
    type: choice(REDACTIONS),
    default: 'off',
    description:
      'data to mask in answers. contact: e-mail addresses and telephone numbers; strict: also card, account and social security numbers, including spoken ones',
    example: 'contact',
    commands: SERVERS,
  }),
  defineOption({
    name: 'session-cookie',
    env: 'RCPT_SESSION_COOKIE',
    flag: false,
    type: secret(checkCookie),
    description: 'session cookie of the dashboard, for create_api_key only',
    example: 'rcpt_session=…',
    commands: ['stdio', 'http', 'doctor'],
  }),
  defineOption({
    name: 'team-id',
    env: 'RCPT_TEAM_ID',
    flag: false,
    type: text(),
    description: 'team for which create_api_key creates keys',
    example: 'team_123',
    commands: ['stdio', 'http', 'doctor'],
  }),
] as const;

import { defineOption } from './option.ts';
import { choice, file, url } from './value-types.ts';

/** The authentication of callers over HTTP: none, the operator's tokens, platform keys, or OAuth access tokens. */
export const AUTH_MODES = ['none', 'token', 'platform-key', 'oauth'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/** Authentication of callers over HTTP. */
export const AUTH_OPTIONS = [
  defineOption({
    name: 'auth',
    env: 'RCPT_AUTH',
    flag: true,
    type: choice(AUTH_MODES),
    // Not a typed default: only an explicit mode contradicts --tokens.
    defaultDescription: 'none',
    description:
      'how callers are authenticated: token: by bearer tokens from the file --tokens; platform-key: each sends its own platform key in X-API-Key; oauth: by access tokens of --oauth-issuer; none: not at all, on this machine alone',
    example: 'token',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'tokens',
    env: 'RCPT_TOKENS',
    flag: true,
    type: file(),
    description: 'the file of hashed tokens for --auth token, read again when it changes; rcpt-mcp tokens writes it',
    example: './tokens.jsonl',
    commands: ['http', 'doctor', 'tokens'],
  }),
  defineOption({
    name: 'oauth-issuer',
    env: 'RCPT_OAUTH_ISSUER',
    flag: true,
    type: url(),
    description: 'the authorization server whose access tokens (JWT) --auth oauth accepts, by its issuer name',
    example: 'https://login.example.com',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'principals',
    env: 'RCPT_PRINCIPALS',
    flag: true,
    type: file(),
    description:
      'the file that lists who may connect with --auth oauth, and the platform key of each; read again when it changes',
    example: './principals.json',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'public-url',
    env: 'RCPT_PUBLIC_URL',
    flag: true,
    type: url(),
    description:
      'the address under which clients, voice vendors and calendar programs reach this server, without /mcp: its name is accepted as Host and Origin, and calls sources add and calendars add show it',
    example: 'https://receptionist-mcp.example.com',
    commands: ['http', 'doctor', 'platform', 'calls', 'calendars'],
  }),
] as const;

import type { Option } from './option.ts';

const LISTENERS = ['http', 'platform'] as const;

/** How callers over HTTP are known: not at all; by the operator's tokens; by their own keys of the platform; by an issuer's. */
export const AUTH_MODES = ['none', 'token', 'platform-key', 'oauth'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/** Options of what listens: where, for whom, and beside which others. */
export const HTTP_OPTIONS = [
  {
    name: 'host',
    env: 'RCPT_HOST',
    flag: true,
    type: 'string',
    default: '127.0.0.1',
    meaning: 'the address to listen on: one of this machine alone, or with http --auth any',
    example: '127.0.0.1',
    commands: LISTENERS,
  },
  {
    name: 'port',
    env: 'RCPT_PORT',
    flag: true,
    type: 'integer',
    min: 0,
    max: 65_535,
    default: '8787; platform: 8788',
    meaning: 'the port to listen on; 0 takes a free one',
    example: '8787',
    commands: LISTENERS,
  },
  {
    name: 'auth',
    env: 'RCPT_AUTH',
    flag: true,
    type: 'choice',
    values: AUTH_MODES,
    default: 'none',
    meaning:
      'how callers are known: token: by bearer tokens of the file --tokens; platform-key: each brings its own key of the platform in X-API-Key; oauth: by access tokens of --oauth-issuer; none: not at all, on this machine alone',
    example: 'token',
    commands: ['http'],
  },
  {
    name: 'tokens',
    env: 'RCPT_TOKENS',
    flag: true,
    type: 'string',
    meaning: 'the file of hashed tokens for --auth token, read again when it changes; rcpt-mcp tokens writes it',
    example: './tokens.jsonl',
    commands: ['http', 'tokens'],
  },
  {
    name: 'oauth-issuer',
    env: 'RCPT_OAUTH_ISSUER',
    flag: true,
    type: 'string',
    meaning: 'the authorization server whose access tokens (JWT) --auth oauth takes, by its issuer name',
    example: 'https://login.example.com',
    commands: ['http'],
  },
  {
    name: 'principals',
    env: 'RCPT_PRINCIPALS',
    flag: true,
    type: 'string',
    meaning: 'the file that says whom --auth oauth lets in, with which key of the platform; read again when it changes',
    example: './principals.json',
    commands: ['http'],
  },
  {
    name: 'public-url',
    env: 'RCPT_PUBLIC_URL',
    flag: true,
    type: 'string',
    meaning: 'the address under which clients reach this server, without /mcp: its name is accepted as Host and Origin',
    example: 'https://receptionist-mcp.example.com',
    commands: ['http'],
  },
  {
    name: 'state',
    env: 'RCPT_STATE',
    flag: true,
    type: 'string',
    default: "the embedded platform's database if that is PostgreSQL, else this process's memory",
    meaning:
      'what several processes that serve the same callers share: a PostgreSQL database, postgres://user@host/name, with its password in PGPASSWORD',
    example: 'postgres://rcpt@db.internal/rcpt_state',
    commands: ['http', 'doctor'],
  },
] as const satisfies readonly Option[];

import { defineOption, InvalidValueError, type ValueType } from './option.ts';
import { choice, file, url } from './value-types.ts';

/** The authentication of callers over HTTP: none, the operator's tokens, platform keys, or OAuth access tokens. */
const AUTH_MODES = ['none', 'token', 'platform-key', 'oauth'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/** The URL of the server itself: the program adds the paths, that of MCP too. */
function publicUrl(): ValueType<URL> {
  const type = url();
  return {
    ...type,
    parse(value, names) {
      const parsed = type.parse(value, names);
      const [, without] = /^(.+)\/mcp$/.exec(parsed.href) ?? [];
      if (without) throw new InvalidValueError(`${names} must not end in /mcp: write ${without}.`);
      return parsed;
    },
  };
}

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
      'authentication of clients. token: bearer tokens from the file --tokens; platform-key: each client sends its own platform key in X-API-Key; oauth: access tokens of --oauth-issuer; none: no authentication, for this machine only',
    example: 'token',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'tokens',
    env: 'RCPT_TOKENS',
    flag: true,
    type: file(),
    description: 'file of hashed tokens for --auth token, written by rcpt-mcp tokens; it is read again when it changes',
    example: './tokens.jsonl',
    commands: ['http', 'doctor', 'tokens'],
  }),
  defineOption({
    name: 'oauth-issuer',
    env: 'RCPT_OAUTH_ISSUER',
    flag: true,
    type: url(),
    description: 'issuer URL of the authorization server whose access tokens (JWT) --auth oauth accepts',
    example: 'https://login.example.com',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'principals',
    env: 'RCPT_PRINCIPALS',
    flag: true,
    type: file(),
    description:
      'file that lists who may connect with --auth oauth, and the platform key of each; it is read again when it changes',
    example: './principals.json',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'public-url',
    env: 'RCPT_PUBLIC_URL',
    flag: true,
    type: publicUrl(),
    description:
      'URL at which clients, voice vendors and calendars reach this server, without /mcp. Its name is accepted as Host and Origin; printed addresses begin with it',
    example: 'https://receptionist-mcp.example.com',
    commands: ['http', 'doctor', 'platform', 'calls sources add', 'calendars add', 'calendars renew'],
  }),
] as const;

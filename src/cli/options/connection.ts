import { KEY_HEADERS } from '../../api/key-header.ts';
import { COMMANDS, defineOption, PLATFORM_CLIENTS } from './option.ts';
import { choice, database, file, integer, secret, url } from './value-types.ts';

/** The platform that the tools use: a remote one, or the embedded one and its database. */
export const CONNECTION_OPTIONS = [
  defineOption({
    name: 'base-url',
    env: 'RCPT_BASE_URL',
    flag: true,
    type: url(),
    description: "the platform's address; without address and key: the embedded platform",
    example: 'https://receptionist.example.com',
    commands: PLATFORM_CLIENTS,
  }),
  defineOption({
    name: 'api-key',
    env: 'RCPT_API_KEY',
    flag: false,
    // The key is validated together with that of a key file, so that doctor reports both in the same way.
    type: secret(),
    description: "the platform's API key",
    example: 'sk_live_…',
    commands: PLATFORM_CLIENTS,
  }),
  defineOption({
    name: 'api-key-file',
    env: 'RCPT_API_KEY_FILE',
    flag: false,
    type: file(),
    description: 'a file with the API key, read again for each request',
    example: '/run/secrets/rcpt-api-key',
    commands: PLATFORM_CLIENTS,
  }),
  defineOption({
    name: 'key-header',
    env: 'RCPT_KEY_HEADER',
    flag: true,
    type: choice(KEY_HEADERS),
    default: 'authorization',
    description: 'HTTP header that carries the API key',
    example: 'x-api-key',
    commands: PLATFORM_CLIENTS,
  }),
  defineOption({
    name: 'timeout',
    env: 'RCPT_TIMEOUT',
    flag: true,
    type: integer({ min: 1, max: 300 }),
    default: 20,
    description:
      'seconds that one request to the platform may take, retries included; AI clients give up after about 60',
    example: '30',
    commands: PLATFORM_CLIENTS,
  }),
  defineOption({
    name: 'database',
    env: 'RCPT_DATABASE',
    flag: true,
    type: database(),
    defaultDescription: "a file in the user's data folder",
    description:
      "the embedded platform's storage: a file path, :memory:, or postgres://user@host/name, with its password in PGPASSWORD, since arguments show in process lists",
    example: './receptionist.db',
    commands: COMMANDS,
  }),
] as const;

import { KEY_HEADERS } from '../../api/key-header.ts';
import { ALL_COMMANDS, defineOption, PLATFORM_CLIENTS } from './option.ts';
import { choice, database, file, integer, secret, url } from './value-types.ts';

/** The platform that the tools use: a remote one, or the embedded one and its database. */
export const CONNECTION_OPTIONS = [
  defineOption({
    name: 'base-url',
    env: 'RCPT_BASE_URL',
    flag: true,
    type: url(),
    description: 'address of a remote platform; without address and key, the embedded platform is used',
    example: 'https://receptionist.example.com',
    commands: [...PLATFORM_CLIENTS, 'index'],
  }),
  defineOption({
    name: 'api-key',
    env: 'RCPT_API_KEY',
    flag: false,
    // The key is validated together with that of a key file, so that doctor reports both in the same way.
    type: secret(),
    description: 'API key of the remote platform',
    example: 'sk_live_…',
    commands: PLATFORM_CLIENTS,
  }),
  defineOption({
    name: 'api-key-file',
    env: 'RCPT_API_KEY_FILE',
    flag: false,
    type: file(),
    description: 'file that contains the API key; it is read again for each request',
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
    description: 'maximum seconds for one request to the platform, retries included; AI clients give up after about 60',
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
      'storage of the embedded platform: a file path, :memory:, or postgres://user@host/name. Arguments show in process lists: put the password into PGPASSWORD',
    example: './receptionist.db',
    // `tokens` and `index` have files of their own.
    commands: ALL_COMMANDS.filter((command) => command !== 'tokens' && command !== 'index'),
  }),
] as const;

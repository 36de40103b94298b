import { defineSwitch } from './define-switch.ts';
import { defineOption, InvalidValueError, SERVERS } from './option.ts';
import { duration, file, secret } from './value-types.ts';

/** Long enough to be unguessable, of characters that need no encoding in a URL path. */
const PATH_SECRET = /^[\w.~-]{24,256}$/;

function checkPathSecret(value: string, names: string): void {
  if (PATH_SECRET.test(value)) return;
  throw new InvalidValueError(
    `${names} must have at least 24 letters, digits or any of . _ ~ -, such as the output of openssl rand -hex 24.`,
  );
}

/** How the server receives the events of a remote platform. */
export const EVENT_OPTIONS = [
  defineSwitch({
    name: 'webhooks',
    env: 'RCPT_WEBHOOKS',
    description: 'accept event notifications of the remote platform at POST /webhooks, signed or with a secret path',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'webhook-secrets',
    env: 'RCPT_WEBHOOK_SECRETS',
    flag: true,
    type: file(),
    description:
      'file of signing secrets, one per line; it is read again when it changes, and manage_webhooks adds the secrets of new webhooks',
    example: './webhook-secrets.txt',
    commands: SERVERS,
  }),
  defineOption({
    name: 'webhook-path-secret',
    env: 'RCPT_WEBHOOK_PATH_SECRET',
    flag: false,
    type: secret(checkPathSecret),
    description:
      'also accept notifications at POST /webhooks/{secret}, for a platform that does not sign; at least 24 characters',
    example: '"$(openssl rand -hex 24)"',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'poll',
    env: 'RCPT_POLL',
    flag: true,
    type: duration({ min: 5_000, max: 3_600_000 }),
    description: 'interval at which the platform is asked for changes, where its notifications cannot arrive; 5s to 1h',
    example: '30s',
    commands: SERVERS,
  }),
  defineSwitch({
    name: 'channel',
    env: 'RCPT_CHANNEL',
    description: 'wake Claude Code with new events through its channels (research preview)',
    commands: ['stdio', 'install', 'doctor'],
  }),
] as const;

import type { RateLimit } from '../../lib/concurrency/rate-limiter.ts';
import { parseNetwork } from '../../lib/http/network.ts';
import { bracketed } from './listen.ts';
import { defineOption, InvalidValueError, type ValueType } from './option.ts';
import { boolean, file, integer, listOf, postgresUrl } from './value-types.ts';

const UNITS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;
type Unit = keyof typeof UNITS;

const rateLimit: ValueType<RateLimit> = {
  kind: 'text',
  parse(value, names) {
    const [, count, unit] = /^([1-9]\d{0,5})\/(second|minute|hour)$/.exec(value) ?? [];
    if (count && unit) return { count: Number(count), windowMs: UNITS[unit as Unit] };
    throw new InvalidValueError(`${names} must be N/second, N/minute or N/hour, such as 120/minute.`);
  },
  format: ({ count, windowMs }) =>
    `${count}/${(Object.keys(UNITS) as Unit[]).find((unit) => UNITS[unit] === windowMs)}`,
};

/** Returns a name as it stands in `Host`: an IPv6 address in brackets, as $(POD_IP) of Kubernetes has none. */
export const inHostHeader = (value: string): string => (value.startsWith('[') ? value : bracketed(value));

function isHostName(value: string): boolean {
  const host = inHostHeader(value);
  const address = `http://${host}`;
  return URL.canParse(address) && new URL(address).hostname === host && new URL(address).href === `${address}/`;
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** Operation of the HTTP server: shared state, monitoring, limits and trusted names. */
export const OPERATION_OPTIONS = [
  defineOption({
    name: 'state',
    env: 'RCPT_STATE',
    flag: true,
    type: postgresUrl(),
    defaultDescription:
      'the database of the embedded platform if that is PostgreSQL, otherwise the memory of this process',
    description:
      'PostgreSQL database that several processes with the same clients share: postgres://user@host/name, with its password in PGPASSWORD',
    example: 'postgres://rcpt@db.internal/rcpt_state',
    commands: ['http', 'doctor', 'index'],
  }),
  defineOption({
    name: 'metrics',
    env: 'RCPT_METRICS',
    flag: true,
    type: boolean(),
    defaultDescription: 'true on a loopback address without --public-url',
    description: 'serve /metrics for Prometheus, without authentication',
    example: 'true',
    commands: ['http', 'platform', 'doctor'],
  }),
  defineOption({
    name: 'dashboard',
    env: 'RCPT_DASHBOARD',
    flag: true,
    type: boolean(),
    defaultDescription: 'true; false for http with --public-url or a --host that other machines can reach',
    description:
      'serve the dashboard of the embedded platform at /app, with its own sign-in and users, independent of --auth',
    example: 'true',
    commands: ['http', 'doctor', 'platform'],
  }),
  defineOption({
    name: 'loopback-webhooks',
    env: 'RCPT_LOOPBACK_WEBHOOKS',
    flag: true,
    type: boolean(),
    defaultDescription: 'true; false with --auth',
    description: 'allow webhooks of the embedded platform to send to this computer, for receivers in development',
    example: 'false',
    commands: ['http', 'doctor', 'platform', 'platform webhooks ping'],
  }),
  defineOption({
    name: 'audit',
    env: 'RCPT_AUDIT',
    flag: true,
    type: file(),
    description:
      'file to which each write of tools, dashboard, users and keys is appended as a JSON line: who, what, when, outcome; - for stdout (not over stdio). One that cannot be recorded is not executed',
    example: './audit.jsonl',
    commands: [
      'stdio',
      'http',
      'install',
      'doctor',
      'platform',
      'users add',
      'users set-password',
      'users remove',
      'keys create',
      'keys revoke',
    ],
  }),
  defineOption({
    name: 'rate-limit',
    env: 'RCPT_RATE_LIMIT',
    flag: true,
    type: rateLimit,
    description:
      'maximum number of requests at /mcp per client, and at the dashboard per network address: N/second, N/minute or N/hour. Further requests get status 429. A client is a token, key or subject of --auth, otherwise a network address',
    example: '120/minute',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'max-concurrent',
    env: 'RCPT_MAX_CONCURRENT',
    flag: true,
    type: integer({ min: 1, max: 100_000 }),
    default: 256,
    description: 'maximum number of concurrent requests at /mcp; further requests get status 503',
    example: '100',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'sessions',
    env: 'RCPT_SESSIONS',
    flag: true,
    type: integer({ min: 0, max: 100_000 }),
    default: 0,
    description:
      'maximum number of concurrent sessions for MCP 2025 clients; enables elicitation and resource subscriptions for them (0 = stateless). Behind a load balancer, sessions need sticky routing',
    example: '200',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'allowed-hosts',
    env: 'RCPT_ALLOWED_HOSTS',
    flag: true,
    type: listOf(isHostName, 'names without port, such as mcp.internal,10.0.0.7'),
    default: [],
    description: 'comma list of names accepted as Host, in addition to the names of this machine and of --public-url',
    example: 'mcp.internal,10.0.0.7',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'allowed-origins',
    env: 'RCPT_ALLOWED_ORIGINS',
    flag: true,
    type: listOf(isOrigin, 'origins without path, such as https://app.example.com'),
    default: [],
    description:
      'comma list of origins of web pages that may call this server from a browser (CORS), in addition to this machine and --public-url',
    example: 'https://app.example.com',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'trusted-proxies',
    env: 'RCPT_TRUSTED_PROXIES',
    flag: true,
    type: listOf((value) => parseNetwork(value) !== undefined, 'addresses and networks, such as 127.0.0.1,10.0.0.0/8'),
    default: [],
    description:
      'comma list of proxies (addresses or networks) whose X-Forwarded-For, X-Forwarded-Proto and X-Request-Id count',
    example: '127.0.0.1,10.0.0.0/8',
    commands: ['http', 'doctor', 'platform'],
  }),
] as const;

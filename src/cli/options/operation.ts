import { parseNetwork } from '../../lib/network.ts';
import type { RateLimit } from '../../lib/rate-limiter.ts';
import { defineOption, InvalidValueError, type ValueType } from './option.ts';
import { boolean, integer, listOf, postgresUrl, text } from './value-types.ts';

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

function isHostName(value: string): boolean {
  const address = `http://${value}`;
  return URL.canParse(address) && new URL(address).hostname === value && new URL(address).href === `${address}/`;
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
    defaultDescription: "the embedded platform's database if that is PostgreSQL, else this process's memory",
    description:
      'the PostgreSQL database that several processes with the same callers share: postgres://user@host/name, with its password in PGPASSWORD',
    example: 'postgres://rcpt@db.internal/rcpt_state',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'metrics',
    env: 'RCPT_METRICS',
    flag: true,
    type: boolean(),
    defaultDescription: 'true on a loopback address, else false',
    description: 'serve /metrics for Prometheus, without authentication',
    example: 'true',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'dashboard',
    env: 'RCPT_DASHBOARD',
    flag: true,
    type: boolean(),
    defaultDescription: 'true; http with --public-url or an address that other machines can reach: false',
    description:
      'serve the dashboard of the embedded platform at /app, and the sign-in for it; false: serve neither. It has users of its own, whatever --auth is',
    example: 'true',
    commands: ['http', 'doctor', 'platform'],
  }),
  defineOption({
    name: 'loopback-webhooks',
    env: 'RCPT_LOOPBACK_WEBHOOKS',
    flag: true,
    type: boolean(),
    defaultDescription: 'true, with --auth false',
    description:
      'permit webhooks of the embedded platform to addresses of the computer that it runs on, for receivers under development',
    example: 'false',
    commands: ['http', 'doctor', 'platform'],
  }),
  defineOption({
    name: 'audit',
    env: 'RCPT_AUDIT',
    flag: true,
    type: text(),
    description:
      'append each write to this file as JSON lines: who, what, when, outcome; - for stdout (not over stdio). A write that cannot be recorded is not executed',
    example: './audit.jsonl',
    commands: ['stdio', 'http', 'doctor', 'platform'],
  }),
  defineOption({
    name: 'rate-limit',
    env: 'RCPT_RATE_LIMIT',
    flag: true,
    type: rateLimit,
    description:
      'requests per caller at /mcp, and per network address at the dashboard, as N/second, N/minute or N/hour; requests beyond that are answered 429. A caller is a name of --auth, else a network address',
    example: '120/minute',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'max-concurrent',
    env: 'RCPT_MAX_CONCURRENT',
    flag: true,
    type: integer({ min: 1, max: 100_000 }),
    default: 256,
    description: 'maximum number of concurrent requests at /mcp; further ones are answered 503 immediately',
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
      'maximum number of sessions for clients of MCP 2025, which need one for elicitation and notifications. Behind a load balancer, sessions need sticky routing. 0: no sessions, each request is stateless',
    example: '200',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'allowed-hosts',
    env: 'RCPT_ALLOWED_HOSTS',
    flag: true,
    type: listOf(isHostName, 'names without port, such as mcp.internal,10.0.0.7'),
    default: [],
    description: "comma list of names accepted as Host, besides this machine's own and that of --public-url",
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
      'comma list of origins of web pages that may call this server from a browser (CORS), besides this machine and --public-url',
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
      'comma list of addresses and networks of proxies whose X-Forwarded-For and X-Request-Id are trusted; no others are',
    example: '127.0.0.1,10.0.0.0/8',
    commands: ['http', 'doctor', 'platform'],
  }),
] as const;

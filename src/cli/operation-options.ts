import type { Option } from './option.ts';

/** What operators set: what is measured, recorded and limited. A part of the options table. */
export const OPERATION_OPTIONS = [
  {
    name: 'metrics',
    env: 'RCPT_METRICS',
    flag: true,
    type: 'boolean',
    default: 'true on a loopback address, else false',
    meaning: 'serve /metrics for Prometheus, to whoever can reach it',
    example: 'true',
    commands: ['http'],
  },
  {
    name: 'loopback-webhooks',
    env: 'RCPT_LOOPBACK_WEBHOOKS',
    flag: true,
    type: 'boolean',
    default: 'true, with --auth false',
    meaning:
      'let webhooks of the embedded platform lead to the computer that it runs on, for receivers that are being made',
    example: 'false',
    commands: ['http', 'platform'],
  },
  {
    name: 'audit',
    env: 'RCPT_AUDIT',
    flag: true,
    type: 'string',
    meaning:
      'a file to which each write is added as JSON lines: who, what, when, outcome; - for stdout (http only). What cannot be recorded is not done',
    example: './audit.jsonl',
    commands: ['stdio', 'http'],
  },
  {
    name: 'rate-limit',
    env: 'RCPT_RATE_LIMIT',
    flag: true,
    type: 'string',
    meaning:
      'requests of one caller at /mcp, as N/second, N/minute or N/hour; who asks more often is answered 429. A caller is a name of --auth, else a network address',
    example: '120/minute',
    commands: ['http'],
  },
  {
    name: 'max-concurrent',
    env: 'RCPT_MAX_CONCURRENT',
    flag: true,
    type: 'integer',
    min: 1,
    max: 100_000,
    default: '256',
    meaning: 'requests at /mcp at the same time; more are answered 503 at once',
    example: '100',
    commands: ['http'],
  },
  {
    name: 'sessions',
    env: 'RCPT_SESSIONS',
    flag: true,
    type: 'integer',
    min: 0,
    max: 100_000,
    default: '0',
    meaning:
      'sessions kept for clients of MCP 2025, so many at a time: these can then be asked by form and told of changes. Behind a load balancer they must stay with one process. 0: none, each request is served by itself',
    example: '200',
    commands: ['http'],
  },
  {
    name: 'allowed-hosts',
    env: 'RCPT_ALLOWED_HOSTS',
    flag: true,
    type: 'string',
    meaning: "comma list of names accepted as Host, beside this machine's own and that of --public-url",
    example: 'mcp.internal,10.0.0.7',
    commands: ['http'],
  },
  {
    name: 'allowed-origins',
    env: 'RCPT_ALLOWED_ORIGINS',
    flag: true,
    type: 'string',
    meaning:
      'comma list of origins of web pages that may ask and read the answers in a browser (CORS); pages on this machine and of --public-url may ask without it',
    example: 'https://app.example.com',
    commands: ['http'],
  },
  {
    name: 'trusted-proxies',
    env: 'RCPT_TRUSTED_PROXIES',
    flag: true,
    type: 'string',
    meaning:
      'comma list of addresses and networks of proxies whose X-Forwarded-For and X-Request-Id are believed; no others are',
    example: '127.0.0.1,10.0.0.0/8',
    commands: ['http'],
  },
] as const satisfies readonly Option[];

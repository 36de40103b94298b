import type { Option } from './options.ts';

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
    name: 'audit',
    env: 'RCPT_AUDIT',
    flag: true,
    type: 'string',
    meaning:
      'a file to which each write is added as JSON lines: who, what, when, outcome; - for stdout (http only). What cannot be recorded is not done',
    example: './audit.jsonl',
    commands: ['stdio', 'http'],
  },
] as const satisfies readonly Option[];

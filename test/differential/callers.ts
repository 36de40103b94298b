import { ALL_SCOPES, type Scope } from '../../src/contract/index.ts';

/** Who asks: what they may read, and the options of the servers that they use. */
export interface Caller {
  name: string;
  scopes: readonly Scope[];
  env: Readonly<Record<string, string>>;
}

const without = (...scopes: Scope[]) => ALL_SCOPES.filter((scope) => !scopes.includes(scope));

/** A search must not find what a caller may not see, days begin at midnight of their zone, and long answers are cut. */
const CALLERS: readonly Caller[] = [
  { name: 'may read everything', scopes: ALL_SCOPES, env: { RCPT_TIME_ZONE: 'America/New_York' } },
  {
    name: 'has a key that may not read contacts',
    scopes: without('read:contacts'),
    env: { RCPT_TIME_ZONE: 'Australia/Lord_Howe' },
  },
  {
    name: 'gets masked answers',
    scopes: ALL_SCOPES,
    env: { RCPT_TIME_ZONE: 'Asia/Kathmandu', RCPT_REDACT: 'strict' },
  },
  {
    name: 'has no tools for contacts',
    scopes: ALL_SCOPES,
    env: { RCPT_TIME_ZONE: 'Europe/Berlin', RCPT_TOOLSETS: 'account,bookings,calls' },
  },
  {
    name: 'has no tools for bookings',
    scopes: ALL_SCOPES,
    env: { RCPT_TIME_ZONE: 'America/St_Johns', RCPT_TOOLSETS: 'account,calls,contacts', RCPT_REDACT: 'contact' },
  },
  {
    name: 'gets short answers',
    scopes: ALL_SCOPES,
    env: { RCPT_TIME_ZONE: 'America/Los_Angeles', RCPT_MAX_TOKENS: '2000' },
  },
  {
    name: 'has a key that may not read bookings and services',
    scopes: without('read:bookings', 'read:services', 'read:staff'),
    env: { RCPT_TIME_ZONE: 'UTC' },
  },
];

export const callerOf = (seed: number): Caller => CALLERS[seed % CALLERS.length] as Caller;

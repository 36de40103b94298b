import type { KeyHeader } from '../api/key-header.ts';
import { InvalidAddress, isLoopback, parseBaseUrl } from '../api/url.ts';
import { isPostgresUrl, keepPasswordSecret } from '../lib/database-url.ts';
import type { LogLevel } from '../lib/logger.ts';
import { OpeningHoursError, parseOpeningHours } from '../lib/opening-hours.ts';
import { isCountryCode, isTimeZone } from '../lib/places.ts';
import { Secret } from '../lib/secret.ts';
import { type Confirm, DEFAULT_MAX_TOKENS, type Output, type Redaction } from '../tools/core/settings.ts';
import { DEFAULT_TOOLSETS, type Toolset } from '../tools/core/toolsets.ts';
import { type AuthSettings, readAuthSettings } from './auth-settings.ts';
import { type EventSettings, readEventSettings } from './event-settings.ts';
import { defaultDatabase } from './folders.ts';
import { fixedKey, type KeySource, keyFromFile } from './key-source.ts';
import type { Given } from './parse.ts';
import { UsageError } from './usage-error.ts';

/** The platform elsewhere that requests go to. */
export interface LivePlatform extends Partial<KeySource> {
  baseUrl: URL;
  keyHeader: KeyHeader;
}

/** What the operator configured, checked. */
export interface Settings {
  /** Undefined: the embedded platform. */
  live: LivePlatform | undefined;
  /** Where the embedded platform keeps its data; empty when there is none to keep. */
  database: string;
  /** Whether the embedded platform's webhooks may lead to this computer. */
  loopbackWebhooks: boolean;
  timeZone: string | undefined;
  defaultCountry: string | undefined;
  openingHours: string | undefined;
  redact: Redaction;
  confirm: Confirm;
  maxTokens: number;
  output: Output;
  toolsets: readonly Toolset[];
  readOnly: boolean;
  sessionCookie: Secret | undefined;
  teamId: string | undefined;
  /** For one request to the platform, in milliseconds; undefined: the client's own default. */
  deadlineMs: number | undefined;
  logLevel: LogLevel;
  events: EventSettings;
  auth: AuthSettings;
}

/** Checks what only makes sense together, and what needs more than its form checked. */
export function readSettings(given: Given): Settings {
  const auth = readAuthSettings(given);
  const live = readPlatform(given, auth);
  const settings: Settings = {
    live,
    database: live && given.database === undefined ? '' : readDatabase(given),
    loopbackWebhooks: readLoopbackWebhooks(given, auth.mode === 'none'),
    timeZone: given['time-zone'] as string | undefined,
    defaultCountry: (given['default-country'] as string | undefined)?.toUpperCase(),
    openingHours: given['opening-hours'] as string | undefined,
    redact: (given.redact as Redaction | undefined) ?? 'off',
    confirm: (given.confirm as Confirm | undefined) ?? 'destructive',
    maxTokens: (given['max-tokens'] as number | undefined) ?? DEFAULT_MAX_TOKENS,
    output: (given.output as Output | undefined) ?? 'both',
    toolsets: (given.toolsets as Toolset[] | undefined) ?? DEFAULT_TOOLSETS,
    readOnly: given['read-only'] === true,
    sessionCookie: typeof given['session-cookie'] === 'string' ? new Secret(given['session-cookie']) : undefined,
    teamId: given['team-id'] as string | undefined,
    deadlineMs: given.timeout === undefined ? undefined : (given.timeout as number) * 1000,
    logLevel: (given['log-level'] as LogLevel | undefined) ?? 'warn',
    events: readEventSettings(given, live !== undefined),
    auth,
  };
  checkPlace(settings);
  checkOpeningHours(settings);
  checkKeysToolset(settings);
  return settings;
}

function readPlatform(given: Given, { mode, ownKeys }: AuthSettings): LivePlatform | undefined {
  const address = given['base-url'] as string | undefined;
  const key = given['api-key'] as string | undefined;
  const file = given['api-key-file'] as string | undefined;
  if (key && file) throw new UsageError('RCPT_API_KEY and RCPT_API_KEY_FILE are both set: keep one of them.');
  if (!address && !key && !file) return undefined;
  if (!address) {
    throw new UsageError(
      'There is an API key but no address: set RCPT_BASE_URL=https://receptionist.example.com, or remove the key to use the embedded platform.',
    );
  }
  if (!key && !file && !ownKeys) {
    throw new UsageError(
      'There is an address but no API key: set RCPT_API_KEY=sk_live_… (or RCPT_API_KEY_FILE), or remove RCPT_BASE_URL to use the embedded platform.',
    );
  }
  const keyHeader = (given['key-header'] as KeyHeader | undefined) ?? 'authorization';
  if (mode === 'platform-key' && (key || file)) {
    throw new UsageError(
      '--auth platform-key has each caller bring a key and uses no other: remove RCPT_API_KEY and RCPT_API_KEY_FILE, or choose --auth token.',
    );
  }
  const source = key ? fixedKey(key) : file ? keyFromFile(file) : {};
  return { baseUrl: readAddress(address), keyHeader, ...source };
}

function readAddress(text: string): URL {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (error instanceof InvalidAddress) throw new UsageError(`--base-url (RCPT_BASE_URL) ${error.message}.`);
    throw error;
  }
}

/** Whoever tries the platform out has receivers on the same computer; callers from elsewhere have no business there. */
export const readLoopbackWebhooks = (given: Given, otherwise: boolean): boolean =>
  (given['loopback-webhooks'] as boolean | undefined) ?? otherwise;

/** Where the embedded platform keeps its data. */
export function readDatabase(given: Given): string {
  const text = given.database as string | undefined;
  if (text === undefined) return defaultDatabase();
  if (/^[a-z][a-z+]{2,}:\/\//i.test(text) && !isPostgresUrl(text)) {
    throw new UsageError(
      '--database (RCPT_DATABASE) must be a file path such as ./receptionist.db, :memory:, or postgres://user@host/name.',
    );
  }
  keepPasswordSecret(text);
  return text;
}

/** The `postgres://` URL of what replicas share: unless it is said, the embedded platform's database if it is one. */
export function readState(given: Given, { live }: Settings): string | undefined {
  const text = given.state as string | undefined;
  if (text === undefined) {
    const database = given.database as string | undefined;
    return !live && database !== undefined && isPostgresUrl(database) ? database : undefined;
  }
  if (!isPostgresUrl(text)) {
    throw new UsageError('--state (RCPT_STATE) must be the URL of a PostgreSQL database: postgres://user@host/name.');
  }
  keepPasswordSecret(text);
  return text;
}

function checkPlace({ timeZone, defaultCountry }: Settings): void {
  if (timeZone !== undefined) {
    if (!isTimeZone(timeZone)) {
      throw new UsageError(
        `--time-zone (RCPT_TIME_ZONE) must be an IANA name, such as America/New_York; "${timeZone}" is none.`,
      );
    }
  }
  if (defaultCountry !== undefined) {
    if (!isCountryCode(defaultCountry)) {
      throw new UsageError(
        `--default-country (RCPT_DEFAULT_COUNTRY) must be an ISO 3166 code, such as US; "${defaultCountry}" is none.`,
      );
    }
  }
}

function checkOpeningHours({ openingHours }: Settings): void {
  if (openingHours === undefined) return;
  try {
    parseOpeningHours(openingHours);
  } catch (error) {
    if (error instanceof OpeningHoursError) {
      throw new UsageError(`--opening-hours (RCPT_OPENING_HOURS): ${error.message}`);
    }
    throw error;
  }
}

function checkKeysToolset({ toolsets, sessionCookie, teamId }: Settings): void {
  if (!toolsets.includes('keys')) return;
  if (!sessionCookie || !teamId) {
    throw new UsageError(
      'The toolset keys needs RCPT_SESSION_COOKIE (such as rcpt_session=…) and RCPT_TEAM_ID (such as team_123).',
    );
  }
  if (!/^[^\s=;,]+=[\x21-\x7e]+$/.test(sessionCookie.reveal())) {
    throw new UsageError('RCPT_SESSION_COOKIE must be one cookie as the browser sends it, such as rcpt_session=….');
  }
}

/** The address to listen on: one that other machines reach only where callers are authenticated. */
export function readListen(
  given: Given,
  defaultPort: number,
  checkOpen: (given: Given) => void = stayHere,
): { host: string; port: number } {
  const host = (given.host as string | undefined) ?? '127.0.0.1';
  const port = (given.port as number | undefined) ?? defaultPort;
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const name = URL.canParse(`http://${bracketed}`) ? new URL(`http://${bracketed}`) : undefined;
  if (!name) throw new UsageError('--host (RCPT_HOST) must be an address to listen on, such as 127.0.0.1.');
  if (!isLoopback(name)) checkOpen(given);
  return { host, port };
}

function stayHere(): never {
  throw new UsageError(
    '--host (RCPT_HOST) must be a loopback address, such as 127.0.0.1: for other machines, put a proxy with TLS in front.',
  );
}

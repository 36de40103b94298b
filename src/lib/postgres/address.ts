import type { ClientConfig } from 'pg';
import { DatabaseError } from '../database/database-error.ts';
import { parseDatabaseUrl, redactPasswordInLogs } from '../database/database-url.ts';
import { redactDatabaseUrl } from '../database/redact-database-url.ts';
import { Secret } from '../secrets/secret.ts';
import { passwordFromFile } from './password-file.ts';
import { tlsOptions } from './tls.ts';

/** A parsed `postgres://` URL. */
export interface Address {
  /** The URL without password and parameters, for messages. */
  shown: string;
  /** Options of `pg`, which reads missing ones from the environment as libpq does: PGUSER, PGPASSWORD, PGPASSFILE… */
  client: ClientConfig;
  /** Maximum connections of this process, in addition to the one that listens for changes. */
  poolSize: number;
}

const DEFAULTS = {
  pool_size: 10,
  /** In seconds, as in libpq; all others are in milliseconds, as in the server. */
  connect_timeout: 10,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};
type NumberName = keyof typeof DEFAULTS;

const TEXTS = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'application_name',
  'options',
  'channel_binding',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
] as const;
type TextName = (typeof TEXTS)[number];
const isText = (name: string): name is TextName => (TEXTS as readonly string[]).includes(name);

/** Network latency of an answer, in addition to the server's statement timeout. */
const MAX_LATENCY_MS = 5_000;

/**
 * Parses a `postgres://` URL.
 * @throws DatabaseError for an invalid one. The message does not contain the URL.
 */
export function readAddress(text: string): Address {
  const url = parseDatabaseUrl(text);
  if (!url) {
    throw new DatabaseError(
      "The database's URL is not one. It looks like postgres://user@host:5432/name; reserved characters in a password are percent-encoded, such as %40 for @.",
    );
  }
  const { texts, numbers } = readParameters(url.searchParams);
  const host = texts.host ?? decoded(withoutBrackets(url.hostname));
  redactPasswordInLogs(text);
  if (process.env.PGPASSWORD) new Secret(process.env.PGPASSWORD);
  // Without this function `pg` would read the password file itself, with a deprecation warning on stderr.
  const fallback = process.env.PGPASSWORD ? undefined : passwordFromFile;
  const password = texts.password ?? decoded(url.password) ?? fallback;
  const { statement_timeout, connect_timeout } = numbers;
  return {
    shown: redactDatabaseUrl(text),
    poolSize: numbers.pool_size,
    client: {
      host,
      port: readPort(texts.port ?? url.port),
      user: texts.user ?? decoded(url.username),
      password,
      database: texts.dbname ?? decoded(url.pathname.slice(1)),
      application_name: texts.application_name ?? 'rcpt-mcp',
      options: texts.options,
      ssl: tlsOptions(host ?? process.env.PGHOST, { ...texts, sslmode: texts.sslmode ?? process.env.PGSSLMODE }),
      enableChannelBinding: texts.channel_binding !== undefined && texts.channel_binding !== 'disable',
      connectionTimeoutMillis: connect_timeout * 1000,
      statement_timeout,
      lock_timeout: numbers.lock_timeout,
      idle_in_transaction_session_timeout: numbers.idle_in_transaction_session_timeout,
      // Ends the wait for a server that vanished without closing the connection; a live one ends the statement itself.
      query_timeout: statement_timeout === 0 ? 0 : statement_timeout + MAX_LATENCY_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    } as ClientConfig,
  };
}

/** Rejects unknown parameters: a misspelt `sslmode` must not cause an unencrypted connection. */
function readParameters(parameters: URLSearchParams) {
  const texts: Partial<Record<TextName, string>> = {};
  const numbers = { ...DEFAULTS };
  for (const [name, value] of parameters) {
    if (isText(name)) texts[name] = value;
    else if (name in DEFAULTS) numbers[name as NumberName] = readNumber(name, value);
    else throw unsupported(name);
  }
  if (numbers.pool_size < 2) throw new DatabaseError("pool_size in the database's URL must be 2 or more.");
  return { texts, numbers };
}

/** The error does not show what may be the rest of a password. */
function unsupported(name: string): DatabaseError {
  const problem = "The database's URL has a parameter that is not supported";
  if (/^\w{1,60}$/.test(name)) return new DatabaseError(`${problem}: ${name}.`);
  return new DatabaseError(`${problem}. A ? in a password is percent-encoded: %3F.`);
}

function readNumber(name: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new DatabaseError(`${name} in the database's URL must be a whole number.`);
}

function readPort(text: string): number | undefined {
  const port = text === '' ? undefined : readNumber('port', text);
  if (port !== undefined && (port < 1 || port > 65_535)) {
    throw new DatabaseError("The port in the database's URL must be 1 to 65535.");
  }
  return port;
}

/** Removes the brackets that an IPv6 address has in a URL only. */
const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Decodes a part of the URL; undefined if it is empty. */
function decoded(part: string): string | undefined {
  try {
    return part === '' ? undefined : decodeURIComponent(part);
  } catch {
    throw new DatabaseError("The database's URL has a % that begins no percent-encoded character; write it as %25.");
  }
}

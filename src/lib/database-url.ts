import { Secret } from './secret.ts';

/** Whether `--database` names a PostgreSQL server and not a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}

/** User and password before an empty host, which URLs of the web cannot have, and those of libpq can: `postgres://me@/db?host=/run`. */
const USER_WITHOUT_HOST = /^([a-z]+:\/\/)([^/?#@:]*)(?::([^/?#@]*))?@(?=[/?#]|$)/i;

/**
 * Parses the URL of a PostgreSQL database; undefined if it is none, also if user and password were read as its path: their
 * slash is not encoded, or one after the scheme is missing. The path is the name of the database, and is shown.
 */
export function parseDatabaseUrl(text: string): URL | undefined {
  const [before, scheme, user, password] = USER_WITHOUT_HOST.exec(text) ?? [];
  const parsable = before === undefined ? text : `${scheme}${text.slice(before.length)}`;
  if (!URL.canParse(parsable)) return undefined;
  const url = new URL(parsable);
  if (url.pathname.includes('@')) return undefined;
  for (const [name, value] of Object.entries({ user, password })) {
    if (value && !url.searchParams.has(name)) url.searchParams.set(name, decodeOrKeep(value));
  }
  return url;
}

/** Shown for a URL that may have a password anywhere. */
const UNPARSABLE = 'postgres://…';

/** Removes the password and all parameters except user, host and name from a PostgreSQL URL. A file path is unchanged. */
export function redactDatabaseUrl(database: string): string {
  if (!isPostgresUrl(database)) return database;
  const url = parseDatabaseUrl(database);
  if (!url) return UNPARSABLE;
  const { username, host, pathname, searchParams } = url;
  const part = (name: string) => encodeURIComponent(searchParams.get(name) ?? '');
  const user = part('user') || username;
  return `postgres://${user && `${user}@`}${part('host') || host}/${part('dbname') || pathname.slice(1)}`;
}

/**
 * Removes the password from a PostgreSQL URL, which leads to the same database otherwise: its parameters can name the schema,
 * the role or the port. A file path is unchanged.
 */
export function withoutPassword(database: string): string {
  if (!isPostgresUrl(database)) return database;
  const url = parseDatabaseUrl(database);
  if (!url) return UNPARSABLE;
  url.password = '';
  // A fragment means nothing. The rest of a password with an unescaped # can be in it.
  url.hash = '';
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !/password/i.test([...new URLSearchParams(pair).keys()].join()));
  url.search = kept.join('&');
  return url.href;
}

/** Registers the password of a URL as a secret, encoded and decoded, so that logs and errors redact it. */
export function redactPasswordInLogs(database: string): void {
  // The path of a file has no password.
  const url = parseDatabaseUrl(database);
  if (!url) return;
  const { password, searchParams } = url;
  for (const text of [password, decodeOrKeep(password), searchParams.get('password') ?? '']) {
    if (text !== '') new Secret(text);
  }
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

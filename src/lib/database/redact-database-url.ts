import { isMistakenUrl, isPostgresUrl, parseDatabaseUrl } from './database-url.ts';

/** Shown for a URL that may have a password anywhere. */
const UNPARSABLE = 'postgres://…';

/** Removes the password and all parameters except user, host and name from a PostgreSQL URL. A file path is unchanged. */
export function redactDatabaseUrl(database: string): string {
  if (!isPostgresUrl(database)) return isMistakenUrl(database) ? UNPARSABLE : database;
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
  if (!isPostgresUrl(database)) return isMistakenUrl(database) ? UNPARSABLE : database;
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

import { Secret } from '../secrets/secret.ts';

/** Whether `--database` names a PostgreSQL server and not a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}

/** In quotation marks, with something before the scheme or without a whole one, and the connection string of libpq. */
const MISTAKEN = /^\s*["'`]|:\/\/|:[^/\\]*@|\b(?:host|dbname|password)\s*=/i;

/** Whether a text is meant as a URL and is none that is understood. The name of a file with this path would have the password in it. */
export const isMistakenUrl = (database: string): boolean => !isPostgresUrl(database) && MISTAKEN.test(database);

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

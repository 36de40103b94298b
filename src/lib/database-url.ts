import { Secret } from './secret.ts';

/** Whether `--database` names a PostgreSQL server and not a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}

/** Removes the password and all parameters except user, host and name from a PostgreSQL URL. A file path is unchanged. */
export function redactDatabaseUrl(database: string): string {
  if (!isPostgresUrl(database)) return database;
  if (!URL.canParse(database)) return 'postgres://…';
  const { username, host, pathname, searchParams } = new URL(database);
  const part = (name: string) => encodeURIComponent(searchParams.get(name) ?? '');
  const user = part('user') || username;
  return `postgres://${user && `${user}@`}${part('host') || host}/${part('dbname') || pathname.slice(1)}`;
}

/** Registers the password of a URL as a secret, encoded and decoded, so that logs and errors redact it. */
export function redactPasswordInLogs(database: string): void {
  if (!isPostgresUrl(database) || !URL.canParse(database)) return;
  const { password, searchParams } = new URL(database);
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

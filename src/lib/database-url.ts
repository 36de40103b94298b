import { Secret } from './secret.ts';

/** Whether `--database` names a PostgreSQL server and not a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}

/** A database as it may be shown: of a PostgreSQL server's URL neither the password nor any parameter but its place. */
export function redactDatabaseUrl(database: string): string {
  if (!isPostgresUrl(database)) return database;
  if (!URL.canParse(database)) return 'postgres://…';
  const { username, host, pathname, searchParams } = new URL(database);
  const part = (name: string) => encodeURIComponent(searchParams.get(name) ?? '');
  const user = part('user') || username;
  return `postgres://${user && `${user}@`}${part('host') || host}/${part('dbname') || pathname.slice(1)}`;
}

/** Lets the log know the password that a URL has, in both ways of writing it, so that it is struck out everywhere. */
export function redactPasswordInLogs(database: string): void {
  if (!isPostgresUrl(database) || !URL.canParse(database)) return;
  const { password, searchParams } = new URL(database);
  for (const text of [password, safelyDecoded(password), searchParams.get('password') ?? '']) {
    if (text !== '') new Secret(text);
  }
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

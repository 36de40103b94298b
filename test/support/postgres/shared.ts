import { runStatements, startServer } from './server.ts';

/** Where test files ask for a database: see setup.ts. */
export const POSTGRES_DESK = 'TEST_POSTGRES';

export interface SharedDatabase {
  /** The URL of an ordinary user who owns the database, which is empty. */
  database: string;
  /** That of the superuser, for the same database. */
  administration: string;
  remove(): Promise<void>;
}

/** A new database on the test run's server; outside of a test run, on a server of its own. */
export async function sharedDatabase(): Promise<SharedDatabase> {
  const desk = process.env[POSTGRES_DESK];
  if (desk === undefined) return ownDatabase();
  const response = await fetch(desk);
  if (!response.ok) throw new Error(`PostgreSQL could not be started: ${await response.text()}`);
  const made = (await response.json()) as Omit<SharedDatabase, 'remove'>;
  const url = new URL(made.administration);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  return { ...made, remove: () => runStatements(url.href, `drop database ${name} with (force)`) };
}

async function ownDatabase(): Promise<SharedDatabase> {
  const server = await startServer();
  const database = await server.createDatabase();
  const administration = server.administration(new URL(database).pathname.slice(1));
  return { database, administration, remove: server.remove };
}

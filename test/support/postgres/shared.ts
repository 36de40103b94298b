import { runStatements, startServer } from './server.ts';

/** Environment variable with the URL at which test files request a database: see setup.ts. */
export const BROKER_URL_VARIABLE = 'TEST_POSTGRES';

export interface SharedDatabase {
  /** URL of a database for its owner, an ordinary user. */
  database: string;
  /** URL of the same database for the superuser. */
  administration: string;
  remove(): Promise<void>;
}

/** What a new database has: the tables of the platform, which a server then need not create, or the demo business as well. */
export type Template = 'platform' | 'demo';

/** Creates a database on the shared server of the test run; outside of a test run, an empty one on a new server. */
export async function sharedDatabase(content: 'empty' | Template = 'empty'): Promise<SharedDatabase> {
  const broker = process.env[BROKER_URL_VARIABLE];
  if (broker === undefined) return ownDatabase();
  const response = await fetch(new URL(content, broker));
  if (!response.ok) throw new Error(`PostgreSQL could not be started: ${await response.text()}`);
  const created = (await response.json()) as Omit<SharedDatabase, 'remove'>;
  const url = new URL(created.administration);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  return { ...created, remove: () => runStatements(url.href, `drop database ${name} with (force)`) };
}

async function ownDatabase(): Promise<SharedDatabase> {
  const server = await startServer();
  const database = await server.createDatabase();
  const administration = server.administration(new URL(database).pathname.slice(1));
  return { database, administration, remove: server.remove };
}

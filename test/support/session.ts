import { rm } from 'node:fs/promises';
import { type ClientKind, connect, type TestClient } from './clients.ts';
import { demoDatabase, demoDatabaseAt } from './demo-database.ts';
import { temporaryFolder } from './engines.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from './program.ts';

export interface HttpSession {
  /** The URL of `/mcp`. */
  url: string;
  program: RunningProgram;
  client: TestClient;
  /** The program's home folder. */
  home: string;
  /** Its environment, for other programs with the same data. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Settings of a program that has other data. */
const OTHER_DATA = ['RCPT_DATABASE', 'RCPT_BASE_URL', 'RCPT_API_KEY', 'RCPT_DEMO'];

const hasOtherData = (env: Record<string, string>, args: readonly string[]) =>
  OTHER_DATA.some((name) => name in env) || args.includes('--database');

/** True if a program with these settings would fill a new database with the demo of today. */
export const hasDemo = (env: Record<string, string>, args: readonly string[]): boolean =>
  !hasOtherData(env, args) && !('NODE_OPTIONS' in env) && !('START_DATE' in env);

/** Returns the database with the demo; undefined for a program with other data, or with a clock of its own. */
async function demoFor(
  env: Record<string, string>,
  args: readonly string[],
  folder: string,
): Promise<string | undefined> {
  if (hasDemo(env, args)) return demoDatabase(folder);
  return hasOtherData(env, args) || env.START_DATE === undefined ? undefined : demoDatabaseAt(env.START_DATE, folder);
}

/**
 * Starts the built program as an HTTP server on a free port with a temporary home folder, and connects a client. Without settings
 * of other data it has the demo, as after its first start.
 */
export async function startHttp(
  env: Record<string, string> = {},
  args: readonly string[] = [],
  kind: ClientKind = 'v2 2026-07-28',
): Promise<HttpSession> {
  const home = temporaryFolder();
  const database = await demoFor(env, args, home);
  const environment = cleanEnvironment(home, database === undefined ? env : { ...env, RCPT_DATABASE: database });
  const program = startProgram(['http', '--port', '0', ...args], environment);
  const url = (await program.until(/http:\/\/\S+\/mcp/))[0];
  const client = await connect(kind, { url });
  return {
    url,
    program,
    client,
    home,
    environment,
    async close() {
      await client.close();
      await program.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

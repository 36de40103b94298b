import { rm } from 'node:fs/promises';
import { type ClientKind, connect, type TestClient } from './clients.ts';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from './program.ts';

export interface HttpSession {
  /** The address of `/mcp`. */
  url: string;
  program: RunningProgram;
  client: TestClient;
  /** Where the program keeps the user's data. */
  home: string;
  close(): Promise<void>;
}

/** Starts the built program as HTTP server on a free port, with a home folder of its own, and connects to it. */
export async function startHttp(
  env: Record<string, string> = {},
  args: readonly string[] = [],
  kind: ClientKind = 'v2 2026-07-28',
): Promise<HttpSession> {
  const home = temporaryFolder();
  const program = startProgram(['http', '--port', '0', ...args], cleanEnvironment(home, env));
  const url = (await program.until(/http:\/\/\S+\/mcp/))[0];
  const client = await connect(kind, { url });
  return {
    url,
    program,
    client,
    home,
    async close() {
      await client.close();
      await program.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

import { rm } from 'node:fs/promises';
import { type ClientKind, connect, type TestClient } from './clients.ts';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from './program.ts';

export interface HttpSession {
  /** The URL of `/mcp`. */
  url: string;
  program: RunningProgram;
  client: TestClient;
  /** The program's home folder. */
  home: string;
  close(): Promise<void>;
}

/** Starts the built program as an HTTP server on a free port with a temporary home folder, and connects a client. */
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

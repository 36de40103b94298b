import { rm } from 'node:fs/promises';
import { openHour } from '../../support/open-hours.ts';
import { startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, startProgram } from '../../support/program.ts';
import type { ExternalTools } from '../outside.ts';
import type { ClientKind } from './client.ts';
import { CLIENTS, type Visit, visit } from './visit.ts';

export interface Visited {
  kind: ClientKind;
  /** Undefined if the client failed; then `error` has the reason. */
  visit: Visit | undefined;
  error?: string;
}

/**
 * Runs the same scenario with each client on the built program: over HTTP on one shared server with sessions and one
 * without, over stdio on a server of its own. All servers use one embedded platform, because command-line clients start a
 * server for each call.
 */
export async function visitAll(outside: ExternalTools, progress: (text: string) => void): Promise<Visited[]> {
  const home = temporaryFolder();
  const platform = await startPlatform({ demo: true });
  const env = cleanEnvironment(home, {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIME_ZONE: 'America/New_York',
    RCPT_CONFIRM: 'destructive',
  });
  const programs = [[], ['--sessions', '20']].map((args) => startProgram(['http', '--port', '0', ...args], env));
  const [url = '', sessions = ''] = await Promise.all(
    programs.map(async (program) => (await program.until(/http:\/\/\S+\/mcp/))[0]),
  );
  const visited: Visited[] = [];
  for (const [index, kind] of CLIENTS.entries()) {
    progress(`Client: ${kind.name}, ${kind.through}`);
    // A working day for each.
    const day = openHour(index * 8, 2194).slice(0, 10);
    visited.push(
      await visit(kind, { url, sessions, env }, outside, day).then(
        (result) => ({ kind, visit: result }),
        (error: Error) => ({ kind, visit: undefined, error: error.message }),
      ),
    );
  }
  await Promise.all(programs.map((program) => program.stop()));
  await platform.close();
  await rm(home, { recursive: true, force: true });
  return visited;
}

/**
 * What a tool call costs over stdio: this server with all its tools, against the SDK's with one tool, against the
 * request to the platform alone. `npm run bench:calls -- --rounds 8 --calls 500 --ms 1500`
 */
import { stdioClient } from './lib/callers.ts';
import { PROGRAM, run, runServer } from './lib/process.ts';
import { compareServers, serverOf } from './lib/servers.ts';

await compareServers(async (kind, era, env) => {
  const child = kind === 'rcpt-mcp' ? run([PROGRAM], env) : runServer(serverOf(kind), [], env);
  return { child, client: await stdioClient(child, era) };
});

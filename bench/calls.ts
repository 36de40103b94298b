/**
 * Measures the cost of a tool call over stdio: this server with all its tools, the SDK's server with one tool, and the
 * request to the platform alone. `npm run bench:calls -- --rounds 8 --calls 500 --ms 1500`
 */
import { stdioClient } from './lib/callers.ts';
import { PROGRAM, run, runServer } from './lib/process.ts';
import { compareServers, serverOf } from './lib/servers.ts';

await compareServers(async (kind, era, env) => {
  const child = kind === 'rcpt-mcp' ? run([PROGRAM], env) : runServer(serverOf(kind), [], env);
  return { child, client: await stdioClient(child, era) };
});

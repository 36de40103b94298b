/**
 * Measures the cost of a tool call over HTTP: this server with all its tools, the SDK's handler with one tool, and the
 * request to the platform alone. `npm run bench:http -- --rounds 8 --calls 500 --ms 1500`
 */
import { httpClient } from './lib/callers.ts';
import { IN_FLIGHT } from './lib/compare.ts';
import { address, PROGRAM, run, runServer } from './lib/process.ts';
import { compareServers, serverOf } from './lib/servers.ts';

await compareServers(async (kind, era, env) => {
  const child =
    kind === 'rcpt-mcp' ? run([PROGRAM, 'http', '--port', '0'], env) : runServer(serverOf(kind), ['http'], env);
  return { child, client: httpClient(await address(child), era, IN_FLIGHT) };
});

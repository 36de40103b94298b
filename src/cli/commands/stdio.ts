import { connectionFactory } from '../../server/index.ts';
import { serveOverStdio } from '../../transport/stdio.ts';
import { compose } from '../compose.ts';
import type { CommandRun } from '../run.ts';
import { readSettings } from '../settings.ts';
import { VERSION } from '../version.ts';

/** What a person sees who starts the server in a terminal, where nobody speaks JSON-RPC to it. */
function welcome(mode: string): string {
  return `rcpt-mcp ${VERSION} speaks MCP over stdio (${mode}): an AI client starts it, not a person.
  Claude Code     claude mcp add receptionist -- npx -y rcpt-mcp
  other clients   { "mcpServers": { "receptionist": { "command": "npx", "args": ["-y", "rcpt-mcp"] } } }
  over HTTP       rcpt-mcp http
  all options     rcpt-mcp --help
Ctrl-C ends it.
`;
}

export const runStdio: CommandRun = async ({ given, logger, asked }) => {
  const settings = readSettings(given);
  const { tools, services, close } = await compose(settings, logger);
  if (process.stdin.isTTY) {
    process.stderr.write(welcome(settings.live ? `for ${services.settings.platformHost}` : 'embedded demo business'));
  }
  const server = serveOverStdio({ ...connectionFactory({ tools, services }), logger });
  void asked().then(server.stop);
  await server.closed;
  await close();
};

import type { Logger } from '../../lib/logger.ts';
import type { OtelEnvironment } from '../../tracing/settings.ts';
import { type Opening, serveOverStdio } from '../../transport/stdio.ts';
import { openingFor } from '../opening.ts';
import type { Given } from '../parse.ts';
import { announce } from '../place.ts';
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

/** After what an AI client asks when it starts, in milliseconds. */
const LOAD_AFTER_MS = 500;

export const runStdio: CommandRun = async ({ given, logger, asked, telemetry }) => {
  const settings = readSettings(given);
  announce(settings, logger);
  if (process.stdin.isTTY) {
    process.stderr.write(welcome(settings.live ? `for ${settings.live.baseUrl.host}` : 'embedded demo business'));
  }
  const audit = given.audit === undefined ? undefined : await opened(given, logger);
  const tracing = telemetry && (await openedTracing(telemetry, logger));
  let close = async () => {};
  const load = async () => {
    const { useCompileCache } = await import('../compile-cache.ts');
    useCompileCache();
    const { compose } = await import('../compose.ts');
    const { connectionFactory, directFor, NAMES } = await import('../../server/index.ts');
    const composition = await compose(settings, logger, { audit: audit?.audit, tracer: tracing?.api });
    close = composition.close;
    tracing?.know(NAMES);
    return { ...connectionFactory(composition), direct: directFor(composition), tracer: tracing?.requests };
  };
  const opening = openingFor(settings);
  const server = serveOverStdio({ opening: tracing?.watched(opening) ?? opening, load, logger });
  void asked().then(server.stop);
  // Who is to learn of events by himself cannot wait for a client to want something.
  if (settings.events.webhooks || settings.events.pollMs !== undefined) setTimeout(server.load, LOAD_AFTER_MS).unref();
  await server.closed;
  await close();
  await audit?.close();
  await tracing?.close();
};

/** Loaded where it is wanted: a client waits for the start. */
async function opened(given: Given, logger: Logger) {
  const { openAudit } = await import('../audit.ts');
  return openAudit(given, logger);
}

async function openedTracing(environment: OtelEnvironment, logger: Logger) {
  const { openTracing } = await import('../../tracing/index.ts');
  const { watchOpening } = await import('../../transport/watch/opening.ts');
  const tracing = openTracing({ environment, version: VERSION, logger });
  return tracing && { ...tracing, watched: (opening?: Opening) => opening && watchOpening(opening, tracing.requests) };
}

import { join } from 'node:path';
import { readState } from '../../config/platform.ts';
import { logStartupWarnings } from '../../config/platform-profile.ts';
import { readSettings } from '../../config/settings.ts';
import { VERSION } from '../../config/version.ts';
import { commandLine } from '../../lib/command-line.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { OtelEnvironment } from '../../tracing/settings.ts';
import { type Handshake, serveOverStdio } from '../../transport/stdio/server.ts';
import { handshakeFor, readListings } from '../runtime/handshake.ts';
import type { RunInput } from '../runtime/run.ts';
import { closeTracing } from '../runtime/telemetry.ts';

/** The text for a terminal, where stdin is not an MCP client. */
function welcome(mode: string): string {
  return `rcpt-mcp ${VERSION} speaks MCP over stdio (${mode}): an AI client starts it, not a person.
  Claude Code     claude mcp add receptionist -- npx -y rcpt-mcp
  other clients   { "mcpServers": { "receptionist": { "command": "npx", "args": ["-y", "rcpt-mcp"] } } }
  over HTTP       ${commandLine('http')}
  help            ${commandLine('help')}
Press Ctrl-C to stop.
`;
}

/** Delay before the server is loaded for its event sources: an AI client's first requests come first. */
const LOAD_DELAY_MS = 500;

export async function runStdio({ options, logger, shutdownSignal, telemetry }: RunInput): Promise<void> {
  const settings = readSettings(options);
  logStartupWarnings(settings, logger);
  if (process.stdin.isTTY) {
    process.stderr.write(welcome(settings.remote ? `for ${settings.remote.baseUrl.host}` : 'embedded platform'));
  }
  const audit = options.audit === undefined ? undefined : await loadAudit(options.audit, logger);
  const tracing = telemetry && (await loadTracing(telemetry, logger));
  let close = async () => {};
  const load = async () => {
    const { enableUserCompileCache } = await import('../runtime/compile-cache.ts');
    enableUserCompileCache();
    const { interpretSchemas } = await import('../runtime/interpret-schemas.ts');
    interpretSchemas();
    const { compose, composeServerState } = await import('../../app/compose.ts');
    const { connectionFactory, NAMES, useBuiltListings } = await import('../../server/index.ts');
    const state = composeServerState(readState(options, settings.remote), settings, logger);
    const { viewsOf } = await import('../runtime/views.ts');
    const observers = { audit: audit?.audit, tracer: tracing?.api };
    const composition = await compose(settings, logger, { observers, state, views: viewsOf(listings, __dirname) });
    close = composition.close;
    if (listings) useBuiltListings(composition.tools, listings, composition.services.settings);
    tracing?.know(NAMES);
    return { ...connectionFactory(composition), tracer: tracing?.requests };
  };
  const listings = readListings(join(__dirname, 'listings.json'));
  const handshake = handshakeFor(settings, listings);
  const server = serveOverStdio({ handshake: tracing?.traced(handshake) ?? handshake, load, logger });
  void shutdownSignal().then(server.stop);
  // Webhooks, polling, the channel and the index need the server before a client's first request that the handshake does not answer.
  const { webhooks, pollMs, channel } = settings.events;
  if (webhooks || pollMs !== undefined || channel || settings.index) setTimeout(server.load, LOAD_DELAY_MS).unref();
  await server.closed;
  await close();
  await audit?.close();
  await closeTracing(tracing);
}

/** The modules of audit and tracing are loaded only if configured, which keeps start-up fast. */
async function loadAudit(target: string, logger: Logger) {
  const { openAudit } = await import('../../app/audit.ts');
  return openAudit(target, logger);
}

async function loadTracing(environment: OtelEnvironment, logger: Logger) {
  const { openTracing } = await import('../../tracing/index.ts');
  const { traceHandshake } = await import('../../transport/tracing/trace-handshake.ts');
  const tracing = openTracing({ environment, version: VERSION, logger });
  if (!tracing) return undefined;
  const traced = (handshake?: Handshake) => handshake && traceHandshake(handshake, tracing.requests);
  return { ...tracing, traced };
}

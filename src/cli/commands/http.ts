import { shownDatabase } from '../../lib/database-url.ts';
import { directFor, serverFactory, updatesOf } from '../../server/index.ts';
import { compose } from '../compose.ts';
import { keepHeapSmall } from '../heap.ts';
import { readHttpSettings } from '../http-settings.ts';
import { listening } from '../listening.ts';
import { announce } from '../place.ts';
import type { CommandRun } from '../run.ts';
import { readListen, readSettings } from '../settings.ts';
import { VERSION } from '../version.ts';

export const runHttp: CommandRun = async ({ given, logger, print, asked }) => {
  keepHeapSmall();
  const settings = readSettings(given);
  const { host, port } = readListen(given, 8787);
  announce(settings, logger);
  const serving = readHttpSettings(given, host);
  const metrics = serving.metrics
    ? (await import('../../metrics/index.ts')).createMetrics({ version: VERSION })
    : undefined;
  const { tools, services, events, ready, close } = await compose(settings, logger, metrics);
  const { serveOverHttp } = await import('../../transport/http.ts');
  const factory = serverFactory({ tools, services });
  const direct = directFor({ tools, services });
  const web = {
    direct,
    updates: updatesOf(services),
    webhooks: events.receive,
    observer: metrics?.http,
    metrics: metrics?.text,
  };
  const server = await listening(serveOverHttp({ factory, logger, host, port, ready, ...web }), port);
  const where = settings.live
    ? services.settings.platformHost
    : `the embedded demo business (${shownDatabase(settings.database)})`;
  const end = asked();
  print(`rcpt-mcp ${VERSION}: ${tools.length} tools for ${where}`);
  print(`MCP is served at ${server.url}`);
  print(`  Claude Code     claude mcp add --transport http receptionist ${server.url}`);
  print(`  other clients   { "mcpServers": { "receptionist": { "type": "http", "url": "${server.url}" } } }`);
  if (events.receive) print(`The platform's notifications are taken at ${new URL('/webhooks', server.url)}`);
  print('Ctrl-C ends it.');
  await end;
  await server.close();
  await close();
};

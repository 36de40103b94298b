import { shownDatabase } from '../../lib/database-url.ts';
import { authorization } from '../auth.ts';
import { checkOpen } from '../auth-settings.ts';
import { compose } from '../compose.ts';
import { keepHeapSmall } from '../heap.ts';
import type { AuthMode } from '../http-options.ts';
import { readHttpSettings } from '../http-settings.ts';
import { listening } from '../listening.ts';
import { announce } from '../place.ts';
import type { CommandRun } from '../run.ts';
import { readListen, readSettings } from '../settings.ts';
import { VERSION } from '../version.ts';

/** What a client has to send with each request. */
const CREDENTIALS: Record<AuthMode, string | undefined> = {
  none: undefined,
  token: 'Authorization: Bearer rcpt_token_…',
  'platform-key': 'X-API-Key: sk_live_…',
};

/** JSON on one line, as a person would write it. */
const spaced = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

export const runHttp: CommandRun = async ({ given, logger, print, asked }) => {
  keepHeapSmall();
  const settings = readSettings(given);
  const { host, port } = readListen(given, 8787, checkOpen);
  announce(settings, logger);
  const serving = readHttpSettings(given, host);
  const metrics = serving.metrics
    ? (await import('../../metrics/index.ts')).createMetrics({ version: VERSION })
    : undefined;
  const { auth } = settings;
  const { tools, services, callers, events, ready, close } = await compose(settings, logger, metrics);
  const { serveOverHttp } = await import('../../transport/http.ts');
  const authorize = await authorization(auth, callers, logger);
  const web = {
    publicUrl: auth.publicUrl,
    webhooks: events.receive,
    observer: metrics?.http,
    metrics: metrics?.text,
  };
  const server = await listening(serveOverHttp({ authorize, logger, host, port, ready, ...web }), port);
  const where = settings.live
    ? services.settings.platformHost
    : `the embedded demo business (${shownDatabase(settings.database)})`;
  const end = asked();
  print(`rcpt-mcp ${VERSION}: ${tools.length} tools for ${where}`);
  print(`MCP is served at ${server.url}`);
  const url = auth.publicUrl ? `${auth.publicUrl.href.replace(/\/$/, '')}/mcp` : server.url;
  const header = CREDENTIALS[auth.mode];
  const flag = header ? ` --header "${header}"` : '';
  print(`  Claude Code     claude mcp add --transport http receptionist ${url}${flag}`);
  const [name, value] = header?.split(': ') ?? [];
  const headers = name && value ? { headers: { [name]: value } } : {};
  const entry = { mcpServers: { receptionist: { type: 'http', url, ...headers } } };
  print(`  other clients   ${spaced(entry)}`);
  if (events.receive) print(`The platform's notifications are taken at ${new URL('/webhooks', server.url)}`);
  print('Ctrl-C ends it.');
  await end;
  await server.close();
  await close();
};

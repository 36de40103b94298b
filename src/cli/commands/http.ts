import { join } from 'node:path';
import { openAudit } from '../../app/audit.ts';
import { authorization } from '../../app/auth.ts';
import { compose, composeServerState } from '../../app/compose.ts';
import { redactDatabaseUrl } from '../../lib/database-url.ts';
import { cleanLine } from '../../lib/text.ts';
import { VAPI_PATH } from '../../transport/http/target.ts';
import { requireAuthentication } from '../config/auth.ts';
import { readHttpSettings, readListenAddress } from '../config/http.ts';
import { readState } from '../config/platform.ts';
import { logStartupWarnings } from '../config/platform-profile.ts';
import { readSettings } from '../config/settings.ts';
import { readVoiceSettings } from '../config/voice.ts';
import type { AuthMode } from '../options/auth.ts';
import { readListings } from '../runtime/handshake.ts';
import { explainListenError } from '../runtime/listen-errors.ts';
import type { CommandRun } from '../runtime/run.ts';
import { closeTracing } from '../runtime/telemetry.ts';
import { VERSION } from '../runtime/version.ts';
import { viewsOf } from '../runtime/views.ts';

/** The header that clients send with each request, as an example; undefined where none has to be configured. */
const CREDENTIAL_HEADERS: Record<AuthMode, string | undefined> = {
  none: undefined,
  token: 'Authorization: Bearer rcpt_token_…',
  'platform-key': 'X-API-Key: sk_live_…',
  // Clients discover the authorization server.
  oauth: undefined,
};

/** Formats a value as JSON on one line, with spaces. */
const inlineJson = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

/** How clients connect. */
function clientLines(url: string, header: string | undefined): string[] {
  const flag = header ? ` --header "${header}"` : '';
  const [name, value] = header?.split(': ') ?? [];
  const headers = name && value ? { headers: { [name]: value } } : {};
  const entry = { mcpServers: { receptionist: { type: 'http', url, ...headers } } };
  return [
    `  Claude Code     claude mcp add --transport http receptionist ${url}${flag}`,
    `  other clients   ${inlineJson(entry)}`,
  ];
}

/** How voice agents connect. */
function voiceAgentLines(url: string, header: string | undefined): string[] {
  return [
    `  voice agents    MCP server ${url}${header ? `, header ${header}` : ''}`,
    `  Vapi tools      server ${url.replace(/\/mcp$/, VAPI_PATH)}, without MCP`,
  ];
}

export const runHttp: CommandRun = async ({ options, logger, print, write, shutdownSignal, telemetry }) => {
  const base = readSettings(options);
  const settings = { ...base, voice: readVoiceSettings(options, base.auth) };
  const { host, port } = readListenAddress(options, 8787, () => requireAuthentication(options));
  logStartupWarnings(settings, logger);
  const { metrics: hasMetrics, ...httpSettings } = readHttpSettings(options, host);
  const metrics = hasMetrics ? (await import('../../metrics/index.ts')).createMetrics({ version: VERSION }) : undefined;
  const { auth } = settings;
  const audit = await openAudit(options.audit, logger, write);
  const tracing =
    telemetry &&
    (await import('../../tracing/index.ts')).openTracing({ environment: telemetry, version: VERSION, logger });
  const state = composeServerState(readState(options, settings.live), settings, logger);
  const observers = { ...metrics, audit: audit.audit, tracer: tracing?.api };
  const views = viewsOf(readListings(join(__dirname, 'listings.json')), __dirname);
  const composition = await compose(settings, logger, observers, state, views);
  const { tools, voiceTools, services, callers, events, open, warmUp, ready, close } = composition;
  const { serveOverHttp } = await import('../../transport/http/server.ts');
  const { NAMES } = await import('../../server/index.ts');
  tracing?.know(NAMES);
  const guard = await authorization(auth, callers, logger, composition.verifyVapi);
  const web = {
    ...httpSettings,
    publicUrl: auth.publicUrl,
    webhooks: events.receive,
    intake: composition.intake,
    observer: metrics?.http,
    metrics: metrics?.exposition,
    tracer: tracing?.requests,
    voice: settings.voice !== undefined,
  };
  const start = async () => {
    // Before the server listens: a database that cannot be used is an error of the start, not of each call.
    await open();
    await warmUp();
    return explainListenError(serveOverHttp({ ...guard, logger, host, port, ready, ...web }), port);
  };
  const server = await start().catch(async (error: unknown) => {
    await close();
    await audit.close();
    throw error;
  });
  const business = await composition.profile?.();
  const where = business
    ? `${business.isDemo ? 'the embedded demo business' : `${cleanLine(business.name)}, on the embedded platform`} (${redactDatabaseUrl(settings.database)})`
    : services.settings.platformHost;
  const stopped = shutdownSignal();
  // An audit log on stdout must not be mixed with other lines.
  const say = audit.stdout ? (line: string) => void process.stderr.write(`${line}\n`) : print;
  const offered = settings.voice?.isForAll ? voiceTools : tools;
  say(`rcpt-mcp ${VERSION}: ${offered.length} tools for ${where}`);
  say(`MCP is served at ${server.url}`);
  const url = auth.publicUrl ? `${auth.publicUrl.href.replace(/\/$/, '')}/mcp` : server.url;
  const header = CREDENTIAL_HEADERS[auth.mode];
  for (const line of settings.voice?.isForAll ? voiceAgentLines(url, header) : clientLines(url, header)) say(line);
  if (events.receive) say(`Webhook deliveries of the platform are accepted at ${new URL('/webhooks', server.url)}`);
  say('Press Ctrl-C to stop.');
  await stopped;
  await server.close();
  await close();
  await audit.close();
  await closeTracing(tracing, write);
};

import { join } from 'node:path';
import { openAudit } from '../../app/audit.ts';
import { authorization } from '../../app/auth.ts';
import { compose, composeServerState } from '../../app/compose.ts';
import { createWeb, unknownPath } from '../../app/web.ts';
import { requireAuthentication } from '../../config/auth.ts';
import { readDashboardOff, readHttpSettings, readListenAddress } from '../../config/http.ts';
import { readState } from '../../config/platform.ts';
import { logStartupWarnings } from '../../config/platform-profile.ts';
import { readSettings } from '../../config/settings.ts';
import { VERSION } from '../../config/version.ts';
import { readVoiceSettings } from '../../config/voice.ts';
import { redactDatabaseUrl } from '../../lib/database-url.ts';
import { cleanLine } from '../../lib/text.ts';
import { MCP_PLACE } from '../../transport/http/routes.ts';
import { connectionLines } from '../install/connection-guides.ts';
import { readListings } from '../runtime/handshake.ts';
import { explainListenError } from '../runtime/listen-errors.ts';
import { OPENING, withProgress } from '../runtime/progress.ts';
import type { CommandRun } from '../runtime/run.ts';
import { closeTracing } from '../runtime/telemetry.ts';
import { viewsOf } from '../runtime/views.ts';
import { firstSignIn } from './first-sign-in.ts';
import { CREDENTIAL_HEADERS, httpFacts, originOf } from './welcome-facts.ts';

export const runHttp: CommandRun = async (run) => {
  const { options, logger, print, write, shutdownSignal, telemetry } = run;
  const base = readSettings(options);
  const settings = { ...base, voice: readVoiceSettings(options, base.auth) };
  const { host, port } = readListenAddress(options, 8787, () => requireAuthentication(options));
  logStartupWarnings(settings, logger);
  const isRemote = settings.remote !== undefined;
  const dashboardOff = readDashboardOff(options, { isRemote, isPublicByDefault: false });
  const { metrics: hasMetrics, ...httpSettings } = readHttpSettings(options, host);
  const metrics = hasMetrics ? (await import('../../metrics/index.ts')).createMetrics({ version: VERSION }) : undefined;
  const { auth } = settings;
  const audit = await openAudit(options.audit, logger, write);
  const tracing =
    telemetry &&
    (await import('../../tracing/index.ts')).openTracing({ environment: telemetry, version: VERSION, logger });
  const state = composeServerState(readState(options, settings.remote), settings, logger);
  const observers = { ...metrics, audit: audit.audit, tracer: tracing?.api };
  const views = viewsOf(readListings(join(__dirname, 'listings.json')), __dirname);
  const composition = await compose(settings, logger, { observers, state, views });
  const { tools, voiceTools, services, events, open, warmUp, ready, close } = composition;
  const { serveOverHttp } = await import('../../transport/http/server.ts');
  const { NAMES } = await import('../../server/index.ts');
  tracing?.know(NAMES);
  const { ready: callersReady, ...guard } = await authorization(
    auth,
    await composition.callers(),
    logger,
    composition.verifyVapi,
  );
  const { platform, dashboard } = composition;
  /** Known when the server listens. */
  let origin = originOf(auth.publicUrl) ?? '';
  const httpOptions = {
    ...httpSettings,
    publicUrl: auth.publicUrl,
    webhooks: events.receive,
    intake: composition.intake,
    observer: metrics?.http,
    metrics: metrics?.exposition,
    web: createWeb({
      folder: __dirname,
      platform,
      dashboard: dashboard && !dashboardOff ? { server: dashboard, readOnly: settings.readOnly } : (dashboardOff ?? ''),
      welcome: async () =>
        httpFacts({
          auth: auth.mode,
          origin,
          isOriginConfigured: auth.publicUrl !== undefined,
          businessName: auth.mode === 'none' ? (await composition.profile?.())?.name : undefined,
          voice: settings.voice === undefined ? 'none' : settings.voice.isForAll ? 'all' : 'some',
          hasDashboard: dashboardOff === undefined,
        }),
      others: unknownPath(MCP_PLACE),
    }),
    tracer: tracing?.requests,
    voice: settings.voice !== undefined,
  };
  const start = async () => {
    // Before the server listens: a database that cannot be used is an error of the start, not of each call.
    await withProgress(OPENING, open());
    await withProgress('Preparing the tools of the voice profile', warmUp());
    const isReady = async () => void (await Promise.all([ready(), callersReady()]));
    return explainListenError(serveOverHttp({ ...guard, logger, host, port, ready: isReady, ...httpOptions }), port);
  };
  const server = await start().catch(async (error: unknown) => {
    await close();
    await audit.close();
    throw error;
  });
  origin ||= new URL(server.url).origin;
  const business = await composition.profile?.();
  // Says in the log that the zone is not that of the business, before the first call.
  await services.businessSettings?.();
  const where = business
    ? `${business.isDemo ? 'the embedded demo business' : `${cleanLine(business.name)}, on the embedded platform`} (${redactDatabaseUrl(settings.database)})`
    : services.settings.platformHost;
  const stopped = shutdownSignal();
  // An audit log on stdout must not be mixed with other lines.
  const say = audit.stdout ? (line: string) => void process.stderr.write(`${line}\n`) : print;
  const offered = settings.voice?.isForAll ? voiceTools : tools;
  say(`rcpt-mcp ${VERSION}: ${offered.length} tools for ${where}`);
  say(`MCP is served at ${server.url}`);
  const url = `${origin}/mcp`;
  const header = CREDENTIAL_HEADERS[auth.mode];
  const isForVoiceOnly = settings.voice?.isForAll === true;
  for (const line of connectionLines({ url, header }, { isForVoiceOnly })) say(line);
  if (events.receive) say(`Webhook deliveries of the platform are accepted at ${new URL('/webhooks', server.url)}`);
  if (dashboardOff === undefined) {
    say(`The dashboard is served at ${new URL('/app', server.url)}`);
    const signIn = platform && (await firstSignIn(await platform(), run));
    if (signIn) say(`  To sign in: ${signIn}`);
  }
  say('Press Ctrl-C to stop.');
  await stopped;
  await server.close();
  await close();
  await audit.close();
  await closeTracing(tracing);
};

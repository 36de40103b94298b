import { join } from 'node:path';
import { openAudit } from '../../app/audit.ts';
import { authorization } from '../../app/auth.ts';
import { type Composition, compose, composeServerState } from '../../app/compose.ts';
import { createWeb, unknownPath } from '../../app/web.ts';
import { requireAuthentication } from '../../config/auth.ts';
import { readDashboardOff, readHttpSettings, readListenAddress } from '../../config/http.ts';
import { readState } from '../../config/platform.ts';
import { logStartupWarnings } from '../../config/platform-profile.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import { VERSION } from '../../config/version.ts';
import { readVoiceSettings } from '../../config/voice.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { MCP_PLACE } from '../../transport/http/routes.ts';
import { connectionLines } from '../install/connection-guides.ts';
import { readListings } from '../runtime/handshake.ts';
import { explainListenError, requireFreeAddress } from '../runtime/listen-errors.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { closeTracing } from '../runtime/telemetry.ts';
import { viewsOf } from '../runtime/views.ts';
import { printBesideAudit } from '../terminal/print-beside-audit.ts';
import { OPENING, withProgress } from '../terminal/progress.ts';
import { firstSignIn } from './first-sign-in.ts';
import { CREDENTIAL_HEADERS, httpFacts, originOf } from './welcome-facts.ts';

const STATE_AWAY =
  'the database of --state cannot be used: until it answers, /readyz is 503, new records are refused, and events are not shared';

export const runHttp: CommandRun = async (run) => {
  const { options, logger, write, shutdownSignal, telemetry } = run;
  const base = readSettings(options);
  const settings = { ...base, voice: readVoiceSettings(options, base.auth) };
  const { auth } = settings;
  const { host, port } = readListenAddress(options, 8787, () => requireAuthentication(options));
  logStartupWarnings(settings, logger);
  const isRemote = settings.remote !== undefined;
  const dashboardOff = readDashboardOff(options, { isRemote, isPublicByDefault: false });
  const { metrics: hasMetrics, ...httpSettings } = readHttpSettings(options);
  const metrics = hasMetrics ? (await import('../../metrics/index.ts')).createMetrics({ version: VERSION }) : undefined;
  const audit = await openAudit(options.audit, logger, write);
  const tracing =
    telemetry &&
    (await import('../../tracing/index.ts')).openTracing({ environment: telemetry, version: VERSION, logger });
  const state = composeServerState(readState(options, settings.remote), settings, logger);
  const listings = readListings(join(__dirname, 'listings.json'));
  const composition = await compose(settings, logger, {
    observers: { ...metrics, audit: audit.audit, tracer: tracing?.api },
    state,
    views: viewsOf(listings, __dirname),
  });
  const { platform } = composition;
  if (platform) metrics?.addPlatform(async () => (await platform()).measure(), logger);
  const { serveOverHttp } = await import('../../transport/http/server.ts');
  const { NAMES, useBuiltListings } = await import('../../server/index.ts');
  if (listings) useBuiltListings(composition.tools, listings, composition.services.settings);
  tracing?.know(NAMES);
  const { ready: callersReady, ...guard } = await authorization(
    auth,
    await composition.callers(),
    logger,
    composition.verifyVapi,
  );
  /** Known when the server listens. */
  let origin = originOf(auth.publicUrl) ?? '';
  const start = async () => {
    // A port that is in use would be found when the database is there.
    await requireFreeAddress({ host, port });
    // Before the server listens: a database that cannot be used is an error of the start, not of each call.
    await withProgress(OPENING, composition.open());
    await withProgress('Preparing the tools of the voice profile', composition.warmUp());
    const server = serveOverHttp({
      ...guard,
      ...httpSettings,
      host,
      port,
      publicUrl: auth.publicUrl,
      ready: async () => void (await Promise.all([composition.ready(), callersReady()])),
      webhooks: composition.events.receive,
      intake: composition.intake,
      observer: metrics?.http,
      metrics: metrics?.exposition,
      web: webOf(composition, settings, dashboardOff, () => origin),
      tracer: tracing?.requests,
      voice: settings.voice !== undefined,
      logger,
    });
    return explainListenError(server, port);
  };
  const server = await start().catch(async (error: unknown) => {
    await composition.close();
    await audit.close();
    throw error;
  });
  origin ||= new URL(server.url).origin;
  // Not awaited: reads work without it, and a database that is away is asked for some seconds.
  void state.ready().catch((error: unknown) => logger.warn(STATE_AWAY, { error }));
  // Says in the log that the zone is not that of the business, before the first call.
  if (composition.profile) await composition.services.businessSettings?.();
  const stopped = shutdownSignal();
  const say = printBesideAudit(audit, run.print);
  const hasDashboard = dashboardOff === undefined;
  await sayWhatIsServed(say, { run, settings, composition, url: server.url, origin, hasDashboard });
  await stopped;
  await server.close();
  await composition.close();
  await audit.close();
  await closeTracing(tracing);
};

/** The pages that browsers can open: the dashboard, and the welcome page. */
function webOf(
  { platform, dashboard, profile }: Composition,
  { auth, voice, readOnly }: Settings,
  dashboardOff: string | undefined,
  origin: () => string,
) {
  return createWeb({
    folder: __dirname,
    platform,
    dashboard: dashboard && !dashboardOff ? { server: dashboard, readOnly } : (dashboardOff ?? ''),
    welcome: async () =>
      httpFacts({
        auth: auth.mode,
        origin: origin(),
        isOriginConfigured: auth.publicUrl !== undefined,
        businessName: auth.mode === 'none' ? (await profile?.())?.name : undefined,
        voice: voice === undefined ? 'none' : voice.isForAll ? 'all' : 'some',
        hasDashboard: dashboardOff === undefined,
      }),
    others: unknownPath(MCP_PLACE),
  });
}

interface Served {
  run: Run;
  settings: Settings;
  composition: Composition;
  /** The address of MCP on this machine. */
  url: string;
  /** The origin under which clients reach the server. */
  origin: string;
  hasDashboard: boolean;
}

/** Prints what the server offers, and how clients, voice agents and people reach it. */
async function sayWhatIsServed(say: (line: string) => void, served: Served): Promise<void> {
  const { run, settings, composition, url, origin, hasDashboard } = served;
  const business = await composition.profile?.();
  const where = business
    ? `${business.isDemo ? 'the embedded demo business' : `${cleanLine(business.name)}, on the embedded platform`} (${redactDatabaseUrl(settings.database)})`
    : composition.services.settings.platformHost;
  const isForVoiceOnly = settings.voice?.isForAll === true;
  const { length: tools } = isForVoiceOnly ? composition.voiceTools : composition.tools;
  say(`rcpt-mcp ${VERSION}: ${tools} tools for ${where}`);
  say(`MCP is served at ${url}`);
  const connection = { url: `${origin}/mcp`, header: CREDENTIAL_HEADERS[settings.auth.mode] };
  for (const line of connectionLines(connection, { isForVoiceOnly })) say(line);
  if (composition.events.receive)
    say(`Webhook deliveries of the platform are accepted at ${new URL('/webhooks', url)}`);
  if (hasDashboard) {
    say(`The dashboard is served at ${new URL('/app', url)}`);
    const signIn = composition.platform && (await firstSignIn(await composition.platform(), run));
    if (signIn) say(`  To sign in: ${signIn}`);
  }
  say('Press Ctrl-C to stop.');
}

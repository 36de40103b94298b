import { openAudit } from '../../app/audit.ts';
import { explainDatabaseErrors, openEmbedded } from '../../app/open-platform.ts';
import { composePlatformWeb } from '../../app/platform-web.ts';
import { readDashboardOff, readListenAddress, readMetrics } from '../../config/http.ts';
import { readLoopbackWebhooks } from '../../config/platform.ts';
import { readSettings } from '../../config/settings.ts';
import { VERSION } from '../../config/version.ts';
import { ALL_SCOPES } from '../../contract/index.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import type { Platform } from '../../platform/index.ts';
import { databaseFlag } from '../runtime/follow-up.ts';
import { explainListenError, requireFreeAddress } from '../runtime/listen-errors.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printBesideAudit } from '../terminal/print-beside-audit.ts';
import { OPENING, withProgress } from '../terminal/progress.ts';
import { firstRequestLines } from './first-request.ts';
import { firstSignIn } from './first-sign-in.ts';
import { originOf, platformFacts } from './welcome-facts.ts';

export const runPlatform: CommandRun = async (run) => {
  const [action, ...positionals] = run.positionals;
  if (action === 'webhooks') return (await import('./webhooks.ts')).runWebhooks({ ...run, positionals });
  if (action === 'backup') return (await import('./backup.ts')).runBackup({ ...run, positionals });
  if (action === 'restore') return (await import('./restore.ts')).runRestore({ ...run, positionals });
  return serveStandalone(run);
};

const serveStandalone: CommandRun = async (run) => {
  const { options, logger, print, write, shutdownSignal } = run;
  const { host, port } = readListenAddress(options, 8788);
  const settings = readSettings(options);
  const { database, demo } = settings;
  // Its sign-in belongs to the API, so that the dashboard is on wherever the API is.
  const dashboardOff = readDashboardOff(options, { isRemote: false, isPublicByDefault: true });
  const metrics = readMetrics(options)
    ? (await import('../../metrics/index.ts')).createMetrics({ version: VERSION })
    : undefined;
  await requireFreeAddress({ host, port });
  const audit = await openAudit(options.audit, logger, write);
  const opened = openEmbedded({ database }, logger, {
    deliveries: { loopback: readLoopbackWebhooks(options, true) },
    demo,
    publicUrl: options['public-url'],
    onWebhookAttempt: metrics?.onWebhookAttempt,
  });
  const platform = await withProgress(OPENING, opened).catch(async (error: unknown) => {
    await audit.close();
    throw error;
  });
  metrics?.addPlatform(platform.measure, logger);
  const publicUrl = options['public-url'];
  /** Known when the server listens. */
  let origin = originOf(publicUrl) ?? '';
  const hasDashboard = dashboardOff === undefined;
  const web = composePlatformWeb(platform, {
    settings,
    observers: { ...metrics, audit: audit.audit },
    dashboardOff,
    folder: __dirname,
    welcome: async () => platformFacts({ origin, isOriginConfigured: publicUrl !== undefined, hasDashboard }),
    metrics: metrics?.exposition,
    logger,
  });
  const say = printBesideAudit(audit, print);
  try {
    const { servePlatform } = await import('../../platform/serve.ts');
    const server = await explainListenError(
      servePlatform(web, {
        host,
        port,
        trustedProxies: options['trusted-proxies'],
        observer: metrics?.http,
        logger,
      }),
      port,
    );
    origin ||= server.url;
    try {
      const stopped = shutdownSignal();
      // Not before the server listens: a start that fails because of its port must not use up the key.
      const key = await explainDatabaseErrors(createFirstKey(platform));
      const where = redactDatabaseUrl(database);
      say(`The receptionist platform of ${platform.team.name} is served at ${server.url}/api/v1 (${where})`);
      for (const line of firstRequestLines(server.url, key, databaseFlag(run))) say(line);
      if (hasDashboard) {
        say(`  Dashboard: ${server.url}/app`);
        const signIn = await explainDatabaseErrors(firstSignIn(platform, run));
        if (signIn) say(`  To sign in: ${signIn}`);
      }
      say('Press Ctrl-C to stop.');
      await stopped;
    } finally {
      await server.close();
      await web.close();
    }
  } finally {
    await platform.close();
    await audit.close();
  }
};

/** Creates a key in a database without one. Returns undefined if there is one. */
async function createFirstKey(platform: Platform): Promise<Secret | undefined> {
  const { keys } = platform;
  if ((await keys.list()).length > 0) return undefined;
  const { isDemo } = await platform.profile();
  return (await keys.create({ name: isDemo ? 'demo' : 'first key', scopes: ALL_SCOPES })).key;
}

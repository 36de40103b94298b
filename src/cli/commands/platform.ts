import { explainDatabaseErrors, openEmbedded } from '../../app/compose.ts';
import { ALL_SCOPES } from '../../contract/index.ts';
import { redactDatabaseUrl } from '../../lib/database-url.ts';
import { readListenAddress } from '../config/http.ts';
import { readDatabase, readLoopbackWebhooks } from '../config/platform.ts';
import { explainListenError } from '../runtime/listen-errors.ts';
import type { CommandRun } from '../runtime/run.ts';
import { UsageError } from '../runtime/usage-error.ts';

/** The name of the key that is created with a new database. */
const DEMO_KEY = 'demo';

export const runPlatform: CommandRun = async (run) => {
  const [action, ...positionals] = run.positionals;
  if (action === 'webhooks') return (await import('./webhooks.ts')).runWebhooks({ ...run, positionals });
  if (action === 'backup') return (await import('./backup.ts')).runBackup({ ...run, positionals });
  if (action !== undefined) {
    throw new UsageError(
      `platform must be followed by backup, webhooks or nothing, not "${action}". See rcpt-mcp --help.`,
    );
  }
  return serveStandalone(run);
};

const serveStandalone: CommandRun = async ({ options, logger, print, shutdownSignal }) => {
  const { host, port } = readListenAddress(options, 8788);
  const database = readDatabase(options);
  const deliveries = { loopback: readLoopbackWebhooks(options, true) };
  const platform = await openEmbedded({ database }, logger, { deliveries });
  try {
    const { servePlatform } = await import('../../platform/serve.ts');
    const server = await explainListenError(
      servePlatform(platform, { host, port, trustedProxies: options['trusted-proxies'], logger }),
      port,
    );
    const stopped = shutdownSignal();
    print(
      `The receptionist platform of ${platform.team.name} is served at ${server.url}/api/v1 (${redactDatabaseUrl(database)})`,
    );
    if ((await explainDatabaseErrors(platform.keys.list())).length === 0) {
      const { key } = await explainDatabaseErrors(platform.keys.create({ name: DEMO_KEY, scopes: ALL_SCOPES }));
      print(`  API key, shown this once: ${key.reveal()}`);
    } else {
      print('  The database already has an API key, shown when it was created; rcpt-mcp keys create creates another.');
    }
    print(`  try it          curl -H "Authorization: Bearer $KEY" ${server.url}/api/v1/services`);
    print(`  from rcpt-mcp   RCPT_BASE_URL=${server.url} RCPT_API_KEY=$KEY rcpt-mcp`);
    print('Press Ctrl-C to stop.');
    await stopped;
    await server.close();
  } finally {
    await platform.close();
  }
};

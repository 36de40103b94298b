import { ALL_SCOPES, type Scope } from '../../src/contract/index.ts';
import { type Logger, silentLogger } from '../../src/lib/logging/logger.ts';
import { type Clock, systemClock } from '../../src/lib/time/clock.ts';
// Its first request over HTTP loads it. From sources, that takes longer than clients wait for what the platform announces.
import '../../src/platform/app.ts';
import { type DeliverySettings, type DemoBusiness, openPlatform, type Platform } from '../../src/platform/index.ts';
import { servePlatform } from '../../src/platform/serve.ts';
import { newDatabase } from './engines.ts';

export { temporaryFolder } from './engines.ts';

export interface StartOptions {
  /** True: the new database contains the demo business. Default: false, an empty database. */
  demo?: boolean;
  /** Initial content instead of the demo business. */
  business?: DemoBusiness;
  clock?: Clock;
  logger?: Logger;
  /** Delivery of events to webhooks. Default: off, because the webhook URLs of most tests do not exist. */
  deliveries?: boolean | Partial<DeliverySettings>;
  /** An existing database to open. Default: a new one of the engine under test, which `close` removes. */
  database?: string;
}

export interface StartedPlatform {
  platform: Platform;
  database: string;
  /** The base URL, without `/api`. */
  url: string;
  /** Creates an API key. Default: all scopes, first team. */
  key(scopes?: readonly Scope[], teamId?: string): Promise<string>;
  /** Stops the server and the platform, and removes the database if `startPlatform` created it. */
  close(): Promise<void>;
}

/** Opens the embedded platform on a real database and serves it on a free port of the loopback address. */
export async function startPlatform(options: StartOptions = {}): Promise<StartedPlatform> {
  const { demo = false, business, clock = systemClock, logger = silentLogger, deliveries = false } = options;
  const isCurrentDemo = demo && business === undefined && clock === systemClock;
  const created = options.database === undefined ? await newDatabase(isCurrentDemo ? 'demo' : 'platform') : undefined;
  const database = options.database ?? created?.database ?? '';
  const platform = await openPlatform({ database, clock, logger, demo, business, deliveries });
  const server = await servePlatform(platform, { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'], logger });
  return {
    platform,
    database,
    url: server.url,
    async key(scopes = ALL_SCOPES, teamId = platform.team.id) {
      const apiKey = await platform.keys.create({ name: 'test', scopes, teamId });
      return apiKey.key.reveal();
    },
    async close() {
      await server.close();
      await platform.close();
      await created?.remove();
    },
  };
}

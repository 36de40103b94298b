import type { Settings } from '../config/settings.ts';
import { isLoopbackHost } from '../lib/http/loopback.ts';
import { answerProbe, createProbes, type Exposition } from '../lib/http/probes.ts';
import type { PeerFetchHandler } from '../lib/http/request-context.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Platform } from '../platform/index.ts';
import { lazyDashboard } from './compose.ts';
import { embeddedUpstream } from './embedded.ts';
import { type Observers, signingWith } from './upstream.ts';
import { createWeb } from './web.ts';
import type { WelcomeFacts } from './welcome-page.ts';

interface PlatformWebOptions {
  settings: Settings;
  observers: Observers;
  /** The sentence that says why there is no dashboard; undefined if there is one. */
  dashboardOff: string | undefined;
  /** The folder of the program. */
  folder: string;
  /** What the page at `/` says. */
  welcome: () => Promise<WelcomeFacts>;
  /** If absent, /metrics is not served. */
  metrics: Exposition | undefined;
  logger: Logger;
}

/** The platform with its pages, for `rcpt-mcp platform`. The tools of the dashboard use the platform that is open already. */
export function composePlatformWeb(platform: Platform, options: PlatformWebOptions) {
  const { settings, observers, dashboardOff, folder, welcome, metrics, logger } = options;
  const { embedded, signingSecret, idempotency } = embeddedUpstream(settings, observers, async () => platform);
  const dashboard = lazyDashboard({
    ...embedded,
    settings,
    observers,
    signingKey: signingWith(signingSecret),
    sharedIdempotency: idempotency,
    logger,
  });
  const probes = createProbes({
    ready: platform.ready,
    waitsFor: 'the database',
    metrics,
    // The server listens on loopback: another name is that of a proxy, or of a page that rebinds its name.
    showsMetrics: isLoopbackHost,
    logger,
  });
  const others: PeerFetchHandler = async (request, { client, protocol }) =>
    (await answerProbe(probes, request)) ?? platform.fetch(request, { client, protocol });
  return {
    fetch: createWeb({
      folder,
      platform: async () => platform,
      dashboard: dashboardOff ?? { server: dashboard.get, readOnly: settings.readOnly },
      welcome,
      others,
    }),
    close: dashboard.close,
  };
}

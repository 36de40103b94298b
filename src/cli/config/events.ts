import type { EventService } from '../../events/event-service.ts';
import type { Secret } from '../../lib/secret.ts';
import type { OptionValues } from '../options/index.ts';
import { UsageError } from '../runtime/usage-error.ts';

/** How the server learns of changes on a platform elsewhere. The embedded platform emits its events by itself. */
export interface EventSettings {
  /** Whether deliveries are accepted at `POST /webhooks`. */
  webhooks: boolean;
  /** The file of signing secrets. */
  secretsFile: string | undefined;
  pathSecret: Secret | undefined;
  /** The polling interval in milliseconds; undefined: no polling. */
  pollMs: number | undefined;
}

export function readEventSettings(options: OptionValues, live: boolean): EventSettings {
  const { webhooks, 'webhook-secrets': secretsFile, 'webhook-path-secret': pathSecret, poll: pollMs } = options;
  if (pathSecret !== undefined && !webhooks) {
    throw new UsageError('RCPT_WEBHOOK_PATH_SECRET is for --webhooks: add that, or remove the secret.');
  }
  if (webhooks && secretsFile === undefined && pathSecret === undefined) {
    throw new UsageError(
      '--webhooks (RCPT_WEBHOOKS) needs something to know genuine deliveries by: --webhook-secrets ./webhook-secrets.txt with the signing secrets (it may be missing: manage_webhooks adds to it), or RCPT_WEBHOOK_PATH_SECRET for a platform that does not sign.',
    );
  }
  if (pollMs !== undefined && !live) {
    throw new UsageError(
      '--poll (RCPT_POLL) is for a platform elsewhere: the embedded one emits its events by itself. Remove it, or set RCPT_BASE_URL.',
    );
  }
  return { webhooks, secretsFile, pathSecret, pollMs };
}

/** The sources of events that these settings enable. */
export function eventSources({
  live,
  events,
  auth,
}: {
  live: unknown;
  events: EventSettings;
  auth: { ownKeys: boolean };
}): EventService['sources'] {
  // It is unknown which caller may see which team's events.
  if (auth.ownKeys) return [];
  return [
    ...(live ? [] : ['platform' as const]),
    ...(events.webhooks ? ['webhook' as const] : []),
    ...(events.pollMs === undefined ? [] : ['poll' as const]),
  ];
}

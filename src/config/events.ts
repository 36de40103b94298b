import type { EventService } from '../events/event-service.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import type { OptionValues } from './options/index.ts';
import { UsageError } from './usage-error.ts';

/** How the server receives the events of a remote platform. The embedded platform emits its events in this process. */
export interface EventSettings {
  /** True if deliveries are accepted at `POST /webhooks`. */
  webhooks: boolean;
  /** The path of the file of signing secrets. */
  secretsFile: string | undefined;
  pathSecret: Secret | undefined;
  /** The polling interval in milliseconds; undefined without polling. */
  pollMs: number | undefined;
  /** True if events are sent to Claude Code as messages of a channel. Only over stdio. */
  channel: boolean;
}

export function readEventSettings(options: OptionValues, isRemote: boolean): EventSettings {
  const {
    webhooks,
    'webhook-secrets': secretsFile,
    'webhook-path-secret': pathSecret,
    poll: pollMs,
    channel,
  } = options;
  if (!isRemote && (webhooks || pollMs !== undefined)) {
    throw new UsageError(
      `${webhooks ? '--webhooks (RCPT_WEBHOOKS)' : '--poll (RCPT_POLL)'} is for a remote platform: the embedded one emits its own events. Remove it, or set RCPT_BASE_URL.`,
    );
  }
  if (pathSecret !== undefined && !webhooks) {
    throw new UsageError('RCPT_WEBHOOK_PATH_SECRET is for --webhooks: add that, or remove the secret.');
  }
  if (webhooks && secretsFile === undefined && pathSecret === undefined) {
    throw new UsageError(
      '--webhooks (RCPT_WEBHOOKS) needs a way to authenticate deliveries: --webhook-secrets ./webhook-secrets.txt with the signing secrets (manage_webhooks creates it), or RCPT_WEBHOOK_PATH_SECRET for a platform that does not sign.',
    );
  }
  if (channel && isRemote && pollMs === undefined) {
    throw new UsageError(
      '--channel (RCPT_CHANNEL) needs a source of events: add --poll 30s, or use the embedded platform.',
    );
  }
  return { webhooks, secretsFile, pathSecret, pollMs, channel };
}

/** Returns the sources of events that these settings enable. */
export function eventSources({
  remote,
  events,
  auth,
}: {
  remote: unknown;
  events: EventSettings;
  auth: { ownKeys: boolean };
}): EventService['sources'] {
  // It is unknown which caller may see which team's events.
  if (auth.ownKeys) return [];
  return [
    ...(remote ? [] : ['platform' as const]),
    ...(events.webhooks ? ['webhook' as const] : []),
    ...(events.pollMs === undefined ? [] : ['poll' as const]),
  ];
}

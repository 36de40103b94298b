import type { EventAccess } from '../events/access.ts';
import { Secret } from '../lib/secret.ts';
import type { Given } from './parse.ts';
import { UsageError } from './usage-error.ts';

/** How the server learns of what happened on the platform. The embedded platform tells it without being asked. */
export interface EventSettings {
  /** Whether deliveries are taken at `POST /webhooks`. */
  webhooks: boolean;
  /** The file of signing secrets. */
  secretsFile: string | undefined;
  pathSecret: Secret | undefined;
  /** How often the platform is asked what changed, in milliseconds; undefined: never. */
  pollMs: number | undefined;
}

/** Long enough not to be guessed, and of characters that a path may have as they are. */
const PATH_SECRET = /^[\w.~-]{24,256}$/;

export function readEventSettings(given: Given, live: boolean): EventSettings {
  const webhooks = given.webhooks === true;
  const secretsFile = given['webhook-secrets'] as string | undefined;
  const pathSecret = given['webhook-path-secret'] as string | undefined;
  const pollMs = given.poll as number | undefined;
  if (pathSecret !== undefined && !PATH_SECRET.test(pathSecret)) {
    throw new UsageError(
      'RCPT_WEBHOOK_PATH_SECRET must have at least 24 letters, digits or any of . _ ~ -, such as the output of openssl rand -hex 24.',
    );
  }
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
      '--poll (RCPT_POLL) is for a platform elsewhere: the embedded one tells what happens by itself. Remove it, or set RCPT_BASE_URL.',
    );
  }
  return { webhooks, secretsFile, pathSecret: pathSecret === undefined ? undefined : new Secret(pathSecret), pollMs };
}

/** Where this server learns of what happened. */
export function eventSources({
  live,
  events,
  auth,
}: {
  live: unknown;
  events: EventSettings;
  auth: { ownKeys: boolean };
}): EventAccess['sources'] {
  // Nobody knows which of the callers may hear of what.
  if (auth.ownKeys) return [];
  return [
    ...(live ? [] : ['platform' as const]),
    ...(events.webhooks ? ['webhook' as const] : []),
    ...(events.pollMs === undefined ? [] : ['poll' as const]),
  ];
}

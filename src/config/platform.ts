import type { KeyHeader } from '../api/key-header.ts';
import { isPostgresUrl, redactPasswordInLogs } from '../lib/database/database-url.ts';
import type { AuthSettings } from './auth.ts';
import { defaultDatabase } from './folders.ts';
import { fixedKey, type KeySource, keyFromFile } from './key-source.ts';
import type { OptionValues } from './options/index.ts';
import { UsageError } from './usage-error.ts';

/** A remote platform. */
export interface RemotePlatform extends Partial<KeySource> {
  baseUrl: URL;
  keyHeader: KeyHeader;
}

/** Reads the remote platform; undefined for the embedded one. @throws UsageError */
export function readPlatform(options: OptionValues, { mode, ownKeys }: AuthSettings): RemotePlatform | undefined {
  const { 'base-url': baseUrl, 'api-key': key, 'api-key-file': file, 'key-header': keyHeader } = options;
  if (key && file) throw new UsageError('RCPT_API_KEY and RCPT_API_KEY_FILE are both set: keep one.');
  if (!baseUrl && !key && !file) return undefined;
  if (!baseUrl) {
    throw new UsageError(
      'There is an API key but no address: set RCPT_BASE_URL=https://receptionist.example.com, or remove the key to use the embedded platform.',
    );
  }
  if (!key && !file && !ownKeys) {
    throw new UsageError(
      'There is an address but no API key: set RCPT_API_KEY=sk_live_… (or RCPT_API_KEY_FILE), or remove RCPT_BASE_URL to use the embedded platform.',
    );
  }
  if (mode === 'platform-key' && (key || file)) {
    throw new UsageError(
      '--auth platform-key uses only the key of each caller: remove RCPT_API_KEY and RCPT_API_KEY_FILE, or choose --auth token.',
    );
  }
  const source = key ? fixedKey(key) : file ? keyFromFile(file) : {};
  return { baseUrl, keyHeader, ...source };
}

/** Returns the location of the embedded platform's data: a path, `:memory:` or a `postgres://` URL. */
export function readDatabase({ database = defaultDatabase() }: OptionValues): string {
  redactPasswordInLogs(database);
  return database;
}

/** Returns the `postgres://` URL of the shared state: by default the embedded platform's database, if that is one. */
export function readState(
  { state, database = '' }: OptionValues,
  remote: RemotePlatform | undefined,
): string | undefined {
  const url = state ?? (!remote && isPostgresUrl(database) ? database : undefined);
  if (url !== undefined) redactPasswordInLogs(url);
  return url;
}

/**
 * True if webhooks of the embedded platform may have loopback addresses: for developers, who run receivers on the same
 * computer. Authenticated callers are remote, and must not reach services of this computer through webhooks.
 */
export const readLoopbackWebhooks = (options: OptionValues, fallback: boolean): boolean =>
  options['loopback-webhooks'] ?? fallback;

import { fixedKey, type KeySource, keyFromFile } from '../../config/key-source.ts';
import { UsageError } from '../../config/usage-error.ts';
import { KEY_PREFIX } from '../../contract/limits.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';

/** Checks the format of the key and the mode of its file. Its scopes are checked by requests to the endpoints. */
export async function checkKey({ options }: CheckContext): Promise<{ found: CheckResult[]; key: Secret | undefined }> {
  const { 'api-key': configured, 'api-key-file': file } = options;
  if (!configured && file === undefined) {
    const fix = 'Set RCPT_API_KEY_FILE to a file with the key, or RCPT_API_KEY to the key.';
    return { found: [result('key', 'problem', 'There is no API key', { fix })], key: undefined };
  }
  let source: KeySource;
  try {
    source = configured ? fixedKey(configured) : keyFromFile(file as string);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const fix = 'Set it to the whole key, as it was shown when it was created, without any other text.';
    return { found: [result('key', 'problem', error.message, { fix })], key: undefined };
  }
  const key = await source.key();
  const { length } = key.reveal();
  const summary = `The key has the right format (${KEY_PREFIX}…, ${length} characters)`;
  const found = [
    result('key', 'ok', summary, { data: { from: configured ? 'RCPT_API_KEY' : 'RCPT_API_KEY_FILE', length } }),
  ];
  if (source.warning) {
    found.push(
      result('key.exposure', 'warning', 'Every user of this machine can read the key file', {
        fix: `chmod 600 ${file}`,
      }),
    );
  }
  return { found, key };
}

import { KEY_PREFIX } from '../../contract/limits.ts';
import type { Secret } from '../../lib/secret.ts';
import { fixedKey, type KeySource, keyFromFile } from '../key-source.ts';
import { UsageError } from '../usage-error.ts';
import { type Finding, finding, type Looking } from './finding.ts';

/** The key's form, and who else can read it. What it may do, the endpoints show. */
export async function lookAtKey({ given }: Looking): Promise<{ found: Finding[]; key: Secret | undefined }> {
  const file = given['api-key-file'] as string | undefined;
  const text = given['api-key'] as string | undefined;
  if (!file && !text) {
    const fix = 'Set RCPT_API_KEY_FILE to a file with the key, or RCPT_API_KEY to the key.';
    return { found: [finding('key', 'problem', 'There is no API key', { fix })], key: undefined };
  }
  let source: KeySource;
  try {
    source = text ? fixedKey(text) : keyFromFile(file as string);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const fix = 'Copy the key again from where it was made, whole and without anything else.';
    return { found: [finding('key', 'problem', error.message, { fix })], key: undefined };
  }
  const key = await source.key();
  const { length } = key.reveal();
  const summary = `The key has the right form (${KEY_PREFIX}…, ${length} characters)`;
  const found = [
    finding('key', 'ok', summary, { data: { from: text ? 'RCPT_API_KEY' : 'RCPT_API_KEY_FILE', length } }),
  ];
  if (source.warning) {
    found.push(
      finding('key.exposure', 'warning', 'Every user of this machine can read the key file', {
        fix: `chmod 600 ${file}`,
      }),
    );
  }
  return { found, key };
}

import { exposureWarning } from '../../config/key-source.ts';
import type { OptionValues } from '../../config/options/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import { readShortText } from '../runtime/text-file.ts';
import { askHidden, isInteractive } from '../terminal/terminal.ts';

/** More than any secret or key of a vendor has. */
const MAX_BYTES = 8_192;
const STDIN = '-';

/** What an operator copied from a vendor's pages. */
export interface VendorSecrets {
  /** Signs reports. */
  secret: Secret | undefined;
  /** The API key with which conversations are fetched. */
  credential: Secret | undefined;
}

/**
 * Reads the files of `--secret-file` and `--vendor-key-file`, or stdin. Secrets are never arguments, which process lists show.
 * @throws UsageError if a file does not contain one line, CommandError if it cannot be read
 */
export async function readVendorSecrets(options: OptionValues, logger: Logger): Promise<VendorSecrets> {
  const { 'secret-file': secretFile, 'vendor-key-file': keyFile } = options;
  if (secretFile === STDIN && keyFile === STDIN)
    throw new UsageError('--secret-file and --vendor-key-file cannot both be read from stdin: use a file for one.');
  return {
    secret: secretFile === undefined ? undefined : await readSecret(secretFile, '--secret-file', logger),
    credential: keyFile === undefined ? undefined : await readSecret(keyFile, '--vendor-key-file', logger),
  };
}

async function readSecret(path: string, option: string, logger: Logger): Promise<Secret> {
  const name = path === STDIN ? `stdin (${option} -)` : `The file of ${option}`;
  const read = () => readShortText(path === STDIN ? undefined : path, { name, kind: 'secret', maxBytes: MAX_BYTES });
  const text = (path === STDIN && isInteractive() ? await typeSecret(option) : await read()).trim();
  if (text === '' || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
    throw new UsageError(`${name} must contain the secret alone, on one line. Nothing was changed.`);
  }
  const warning = path === STDIN ? undefined : exposureWarning(path, name);
  if (warning) logger.warn(warning);
  return new Secret(text);
}

/** Asks for a secret, which the terminal does not show. */
async function typeSecret(option: string): Promise<string> {
  const [text = ''] = await askHidden([`${option}: `]);
  return text;
}

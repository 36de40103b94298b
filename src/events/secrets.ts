import { isSigningSecret } from '../lib/crypto/standard-webhooks.ts';
import { hotReloadedFile } from '../lib/files/hot-reloaded-file.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { Secret } from '../lib/secrets/secret.ts';

/** Returns the current signing secrets. There can be several, so that one can be rotated without a gap. */
export type SigningSecrets = () => Promise<readonly Secret[]>;

/** Maximum number of secrets; the last ones of the file are used. Each costs a MAC over every delivery. */
const MAX_SECRETS = 50;
/** Maximum size of the file, in bytes: enough for the maximum number of secrets. */
const MAX_FILE_BYTES = 64 * 1_024;

/** Parses a file with one secret per line. Empty lines and lines that start with # are ignored. */
export function parseSecrets(text: string): { secrets: string[]; invalidLines: number[]; unused: number } {
  const secrets: string[] = [];
  const invalidLines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('#')) continue;
    if (isSigningSecret(entry)) secrets.push(entry);
    else invalidLines.push(index + 1);
  }
  const used = secrets.slice(-MAX_SECRETS);
  return { secrets: used, invalidLines, unused: secrets.length - used.length };
}

/** Reads the file again after a change. While it does not exist or cannot be read, it has no secrets (fail closed). */
export function secretsFromFile(path: string, logger: Logger): SigningSecrets {
  const parse = (text: string) => {
    const { secrets, invalidLines, unused } = parseSecrets(text);
    if (invalidLines.length > 0)
      logger.warn('lines of the webhook secrets file are not signing secrets', { lines: invalidLines });
    if (unused > 0)
      logger.warn('the webhook secrets file has too many secrets: the first ones are not used', {
        used: MAX_SECRETS,
        unused,
      });
    return secrets.map((secret) => new Secret(secret));
  };
  const current = hotReloadedFile(path, { parse, maxBytes: MAX_FILE_BYTES });
  /** The problem that was logged last, so that it is logged once. */
  let loggedProblem = '';
  return async () => {
    try {
      const secrets = await current();
      loggedProblem = '';
      return secrets;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const problem = code ?? message;
      // The first subscription creates the file. A path with a mistake looks the same.
      const failure =
        code === 'ENOENT'
          ? 'the file of --webhook-secrets does not exist: deliveries are refused until manage_webhooks creates it, or you do'
          : 'the file of --webhook-secrets cannot be read: deliveries are refused';
      if (problem !== loggedProblem) logger.warn(failure, { problem, file: path });
      loggedProblem = problem;
      return [];
    }
  };
}

import { hotReloadedFile } from '../lib/hot-reloaded-file.ts';
import type { Logger } from '../lib/logger.ts';
import { Secret } from '../lib/secret.ts';
import { isSigningSecret } from './signature.ts';

/** Where the signing secrets that hold now come from; several, so that one can be replaced without a gap. */
export type Secrets = () => Promise<readonly Secret[]>;

/** Secrets used at most, the last ones of the file: each costs a MAC over every delivery. */
const MAX_SECRETS = 50;
/** No file with so many secrets is larger, in bytes. */
const MAX_BYTES = 64 * 1_024;

/** Secrets of a file, one a line; empty lines and lines with # at their beginning are passed over. */
export function parseSecrets(text: string): { secrets: string[]; wrongLines: number[] } {
  const secrets: string[] = [];
  const wrongLines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const word = line.trim();
    if (word === '' || word.startsWith('#')) continue;
    if (isSigningSecret(word)) secrets.push(word);
    else wrongLines.push(index + 1);
  }
  return { secrets: secrets.slice(-MAX_SECRETS), wrongLines };
}

/** Reads the file again when it has changed. While it is not there, or cannot be read, nothing is genuine. */
export function secretsOfFile(path: string, logger: Logger): Secrets {
  const parse = (text: string) => {
    const { secrets, wrongLines } = parseSecrets(text);
    if (wrongLines.length > 0)
      logger.warn('lines of the webhook secrets file are no signing secrets', { lines: wrongLines });
    return secrets.map((secret) => new Secret(secret));
  };
  const current = hotReloadedFile(path, { parse, maxBytes: MAX_BYTES });
  /** The problem that was logged last: once is enough. */
  let logged = '';
  return async () => {
    try {
      const secrets = await current();
      logged = '';
      return secrets;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const problem = code ?? message;
      // The first subscription creates the file.
      const level = code === 'ENOENT' ? 'info' : 'warn';
      if (problem !== logged)
        logger[level]('the webhook secrets file cannot be read: deliveries are refused', { problem });
      logged = problem;
      return [];
    }
  };
}

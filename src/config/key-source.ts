// The getter `promises` of each module loads it on first use, which keeps start-up fast.
import { promises as files, readFileSync, statSync } from 'node:fs';
import { promises as timers } from 'node:timers';
import { SendError } from '../api/sender.ts';
import { KEY_PREFIX } from '../contract/limits.ts';
import { commandLine } from '../lib/command-line.ts';
import { Secret } from '../lib/secrets/secret.ts';
import { UsageError } from './usage-error.ts';

/** The source of the platform's API key. */
export interface KeySource {
  /** Called for each request, so that a rotated key file takes effect. Fails with a `SendError` with advice. */
  key: () => Promise<Secret>;
  /** A warning for the operator. */
  warning?: string;
}

const FILE = 'The file of RCPT_API_KEY_FILE';
/** A file that is being replaced may be empty or absent for a moment, so reads are retried. */
const MAX_READ_ATTEMPTS = 3;
const RETRY_DELAY_MS = 100;
/** Where containers mount secrets. The container sets their modes, and it has no other users. */
const MOUNTED = /^(\/var)?\/run\/secrets\//;

/** What stands for a key in documentation. */
const PLACEHOLDERS = ['…', '...'].map((dots) => KEY_PREFIX + dots);

/** Returns why a key is not valid; undefined if it is. Messages never contain the key. */
function keyProblem(text: string): string | undefined {
  const key = text.trim();
  // Logs redact it, so an example of a key is none here.
  if (PLACEHOLDERS.includes(key))
    return `has the placeholder of the documentation in place of a key. Use a key of your platform: its dashboard creates keys, and ${commandLine('keys create')} does for a platform of rcpt-mcp.`;
  if (key.length > KEY_PREFIX.length && key.startsWith(KEY_PREFIX) && !/[^\x21-\x7e]/.test(key)) return undefined;
  return `must be a key that begins with ${KEY_PREFIX}, such as ${KEY_PREFIX}…, on one line.`;
}

export function fixedKey(configured: Secret): KeySource {
  const text = configured.reveal();
  const invalid = keyProblem(text);
  if (invalid) throw new UsageError(`RCPT_API_KEY ${invalid}`);
  const key = new Secret(text.trim());
  return { key: async () => key };
}

export function keyFromFile(path: string): KeySource {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `RCPT_API_KEY_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): set it to a file with the key, such as /run/secrets/rcpt-api-key.`,
    );
  }
  const invalid = keyProblem(text);
  if (invalid) throw new UsageError(`${FILE} ${invalid}`);
  const warning = exposureWarning(path, FILE);
  return { key: () => currentKey(path, FILE), ...(warning ? { warning } : {}) };
}

/** Reads the key that the file contains now. @param label names the file in error messages */
export async function currentKey(path: string, label: string): Promise<Secret> {
  for (let attempt = 1; ; attempt++) {
    const { text, invalid, cause } = await read(path);
    if (invalid === undefined) return new Secret(text.trim());
    if (attempt === MAX_READ_ATTEMPTS) {
      const advice = `${label} ${invalid}`;
      // Logs have the causes of an error, not its advice.
      throw new SendError('unreachable', false, { advice, cause: new Error(advice, { cause }) });
    }
    await timers.setTimeout(RETRY_DELAY_MS);
  }
}

async function read(path: string): Promise<{ text: string; invalid: string | undefined; cause?: unknown }> {
  try {
    const text = await files.readFile(path, 'utf8');
    return { text, invalid: text.trim() === '' ? 'is empty.' : keyProblem(text) };
  } catch (cause) {
    return { text: '', invalid: `cannot be read (${(cause as NodeJS.ErrnoException).code}).`, cause };
  }
}

/**
 * Returns a warning if the mode of the file lets every user of the machine read or change it. Folders above can protect the file,
 * but not its copies, which keep the mode.
 * @param label names the file, such as "The file of --tokens"
 */
export function exposureWarning(path: string, label: string): string | undefined {
  // Windows has no file modes; those that Node reports there are meaningless.
  if (process.platform === 'win32' || MOUNTED.test(path)) return undefined;
  const mode = modeOf(path) & 0o777;
  const allowed = [...(mode & 0o004 ? ['read'] : []), ...(mode & 0o002 ? ['change'] : [])];
  return allowed.length === 0
    ? undefined
    : `${label.replace('The', 'the')} has mode ${mode.toString(8)}, which lets every user of this machine ${allowed.join(' and ')} it: chmod 600 it`;
}

/** The mode of a file; 0 if there is none, or it cannot be examined: what opens it says why. */
function modeOf(path: string): number {
  try {
    return statSync(path).mode;
  } catch {
    return 0;
  }
}

// `promises` of each is loaded on first use, to keep start-up fast.
import { promises as files, readFileSync, statSync } from 'node:fs';
import { promises as timers } from 'node:timers';
import { SendError } from '../../api/sender.ts';
import { KEY_PREFIX } from '../../contract/limits.ts';
import { Secret } from '../../lib/secret.ts';
import { UsageError } from '../runtime/usage-error.ts';

/** Where the platform's API key comes from. */
export interface KeySource {
  /** Called for each request, so that a rotated key file takes effect. Fails with a `SendError` that has advice. */
  key: () => Promise<Secret>;
  /** A warning for the operator. */
  warning?: string;
}

const FILE = 'The file of RCPT_API_KEY_FILE';
/** A file that is being replaced is empty or absent for a moment: read attempts, and the pause between, in milliseconds. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;
/** Where containers mount secrets. The container decides their modes, and has no other users. */
const MOUNTED = /^(\/var)?\/run\/secrets\//;

/** Why a key is not valid. Messages never contain the key. */
function problem(text: string): string | undefined {
  const key = text.trim();
  if (key.length > KEY_PREFIX.length && key.startsWith(KEY_PREFIX) && !/[^\x21-\x7e]/.test(key)) return undefined;
  return `must be a key that begins with ${KEY_PREFIX}, such as ${KEY_PREFIX}…, on one line.`;
}

export function fixedKey(given: Secret): KeySource {
  const text = given.reveal();
  const wrong = problem(text);
  if (wrong) throw new UsageError(`RCPT_API_KEY ${wrong}`);
  const key = new Secret(text.trim());
  return { key: async () => key };
}

export function keyFromFile(path: string): KeySource {
  let first: string;
  try {
    first = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `RCPT_API_KEY_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): set it to a file with the key, such as /run/secrets/rcpt-api-key.`,
    );
  }
  const wrong = problem(first);
  if (wrong) throw new UsageError(`${FILE} ${wrong}`);
  const warning = exposureWarning(path, FILE);
  return { key: () => currentKey(path, FILE), ...(warning ? { warning } : {}) };
}

/** The key that the file contains now; `what` names the file in error messages. */
export async function currentKey(path: string, what: string): Promise<Secret> {
  for (let attempt = 1; ; attempt++) {
    const { text, wrong, cause } = await read(path);
    if (wrong === undefined) return new Secret(text.trim());
    if (attempt === ATTEMPTS) throw new SendError('unreachable', false, { advice: `${what} ${wrong}`, cause });
    await timers.setTimeout(PAUSE_MS);
  }
}

async function read(path: string): Promise<{ text: string; wrong: string | undefined; cause?: unknown }> {
  try {
    const text = await files.readFile(path, 'utf8');
    return { text, wrong: text.trim() === '' ? 'is empty.' : problem(text) };
  } catch (cause) {
    return { text: '', wrong: `cannot be read (${(cause as NodeJS.ErrnoException).code}).`, cause };
  }
}

/** A warning about secrets that every user of the machine can read; not an error. */
export function exposureWarning(path: string, what: string): string | undefined {
  // Windows has no modes; those that Node reports there mean nothing.
  if (process.platform === 'win32' || MOUNTED.test(path)) return undefined;
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0 };
  return (mode & 0o004) === 0
    ? undefined
    : `every user of this machine can read ${what.replace('The', 'the')}: chmod 600 it`;
}

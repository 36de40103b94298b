import { resolve } from 'node:path';
import { ALL_TOOLSETS } from '../../tools/core/toolsets.ts';
import {
  isTokenName,
  newToken,
  parseTokens,
  type TokenEntry,
  TokenFileError,
  tokenHash,
  writeTokens,
} from '../../transport/auth/token-file.ts';
import { readTokensFile } from '../auth-settings.ts';
import { besideIt, withLock } from '../install/lock.ts';
import { readNow, replaceFile } from '../install/replace-file.ts';
import type { CommandRun, Run } from '../run.ts';
import { table } from '../table.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import { day } from './manage.ts';

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 365;

const ACTIONS: Record<string, CommandRun> = { create, list, revoke };

/** Manages the file of hashed tokens. A server that uses it follows each change at once. */
export const runTokens: CommandRun = async (run) => {
  const [word, ...words] = run.words;
  const action = word !== undefined && Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!action) throw new UsageError(`tokens needs one of ${Object.keys(ACTIONS).join(', ')}. See rcpt-mcp --help.`);
  await action({ ...run, words });
};

async function create({ given, words, print }: Run): Promise<void> {
  const name = given.name as string | undefined;
  if (name === undefined || !isTokenName(name) || words.length > 0) {
    throw new UsageError(
      'tokens create needs the name of whoever gets it, of at most 64 letters, digits, spaces or . _ @ -, such as --name "front desk".',
    );
  }
  const token = newToken();
  const days = (given['expires-in-days'] as number | undefined) ?? DEFAULT_DAYS;
  const entry: TokenEntry = {
    name,
    sha256: tokenHash(token.reveal()),
    expires: Date.now() + days * DAY_MS,
    toolsets: given.toolsets as string[] | undefined,
    readOnly: given['read-only'] === true,
  };
  const path = await change(given, (entries) => {
    if (entries.some((other) => other.name === name)) {
      throw new CommandError(`There is a token of ${name} already: revoke it first, or choose another name.`);
    }
    return [...entries, entry];
  });
  print(`Token of ${name}, shown this once (its hash is in ${path}):`);
  print(token.reveal());
}

async function list({ given, print }: Run): Promise<void> {
  const path = resolve(readTokensFile(given));
  const entries = read((await readNow(path)).bytes, path);
  const rows = entries.map(({ name, sha256, expires, toolsets, readOnly }) => [
    name,
    expires === undefined ? 'never' : day(new Date(expires).toISOString()),
    expires !== undefined && expires <= Date.now() ? 'expired' : 'valid',
    sha256.slice(0, 8),
    `${toolsets?.join(',') ?? 'all'}${readOnly ? ' (read only)' : ''}`,
  ]);
  for (const line of table(['name', 'expires (UTC)', 'status', 'hash', 'toolsets'], rows)) print(line);
}

async function revoke({ given, words, print }: Run): Promise<void> {
  const [name, ...more] = words;
  if (!name || more.length > 0) throw new UsageError('Give one name, such as rcpt-mcp tokens revoke "front desk".');
  await change(given, (entries) => {
    const left = entries.filter((entry) => entry.name !== name);
    if (left.length === entries.length) {
      throw new CommandError(`There is no token of ${name}. See rcpt-mcp tokens list.`);
    }
    return left;
  });
  print(`The token of ${name} is revoked.`);
}

/** Rewrites the file in one step, one process at a time. Returns its path. */
async function change(given: Run['given'], edit: (entries: TokenEntry[]) => TokenEntry[]): Promise<string> {
  const path = resolve(readTokensFile(given));
  const edited = async () => {
    const now = await readNow(path);
    await replaceFile(now, { text: writeTokens(edit(read(now.bytes, path))), mode: 0o600, backup: false });
  };
  await withLock(path, edited, besideIt);
  return path;
}

function read(bytes: Buffer | undefined, path: string): TokenEntry[] {
  try {
    return parseTokens(bytes?.toString('utf8') ?? '', ALL_TOOLSETS);
  } catch (error) {
    if (error instanceof TokenFileError) throw new CommandError(`${path} is not a file of tokens: ${error.message}.`);
    throw error;
  }
}

import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readTokensFile } from '../../config/auth.ts';
import { dataFolder } from '../../config/folders.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { requireVoiceToolsets } from '../../config/voice.ts';
import { commandLine } from '../../lib/command-line.ts';
import { quoteArgument } from '../../lib/shell.ts';
import { DAY_MS } from '../../lib/time/units.ts';
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
import { adjacentLockPath, withLock } from '../install/lock.ts';
import { readFileState, replaceFile } from '../install/replace-file.ts';
import { chosenAction, requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { recordTable } from '../terminal/table.ts';
import { formatMinute } from './manage.ts';

const ACTIONS = { create, list, revoke };

/** Manages the file of hashed tokens. A running server applies each change immediately. */
export const runTokens: CommandRun = async (run) => {
  const { action, positionals } = chosenAction<CommandRun>(run, ACTIONS);
  await action({ ...run, positionals });
};

async function create({ options, sources, print, ifUnwritten }: Run): Promise<void> {
  const { name } = options;
  if (name === undefined || !isTokenName(name)) {
    throw new UsageError(
      'tokens create needs the name of its user, at most 64 letters, digits, spaces or . _ @ -, such as --name "front desk".',
    );
  }
  const token = newToken();
  const entry: TokenEntry = {
    name,
    sha256: tokenHash(token.reveal()),
    expires: Date.now() + options['expires-in-days'] * DAY_MS,
    // Without toolsets, the token has those of the server at the time of use.
    toolsets: sources.toolsets === undefined ? undefined : options.toolsets,
    readOnly: options['read-only'],
    profile: options.profile === 'voice' ? 'voice' : undefined,
  };
  if (entry.profile && sources.toolsets !== undefined) requireVoiceToolsets(options.toolsets);
  const path = await change(options, (entries) => {
    if (entries.some((other) => other.name === name)) {
      throw new CommandError(`There is a token of ${name} already: revoke it first, or choose another name.`);
    }
    return [...entries, entry];
  });
  const revoke = commandLine(`tokens revoke ${quoteArgument(name)}${tokensFlag(path)}`);
  ifUnwritten(`The token of ${name} is made, and lost. Revoke it, and make another one: ${revoke}`);
  print(`Token of ${name}, shown this once (its hash is in ${path}):`);
  print(token.reveal());
}

async function list({ options, print, isTerminal }: Run): Promise<void> {
  const path = resolve(readTokensFile(options));
  const { bytes } = await readFileState(path);
  if (!bytes)
    throw new CommandError(
      `There is no file ${path}. ${commandLine(`tokens create --name "front desk"${tokensFlag(path)}`)} makes one.`,
    );
  const entries = read(bytes, path);
  if (entries.length === 0) {
    return print(
      `There are no tokens. To make one: ${commandLine(`tokens create --name "front desk"${tokensFlag(path)}`)}`,
    );
  }
  const rows = entries.map(({ name, sha256, expires, toolsets, readOnly, profile }) => [
    name,
    expires === undefined ? 'never' : formatMinute(new Date(expires).toISOString()),
    expires !== undefined && expires <= Date.now() ? 'expired' : 'valid',
    sha256.slice(0, 8),
    profile ?? 'full',
    `${toolsets?.join(',') ?? 'default'}${readOnly ? ' (read only)' : ''}`,
  ]);
  const head = ['name', 'expires (UTC)', 'status', 'hash', 'profile', 'toolsets'];
  for (const line of recordTable(head, rows, { isTerminal })) print(line);
}

async function revoke(run: Run): Promise<void> {
  const { options, print } = run;
  const name = requiredArgument(run);
  await change(options, (entries, path) => {
    const remaining = entries.filter((entry) => entry.name !== name);
    if (remaining.length === entries.length) {
      throw new CommandError(`There is no token of ${name}. See ${commandLine(`tokens list${tokensFlag(path)}`)}`);
    }
    return remaining;
  });
  print(`The token of ${name} is revoked.`);
}

const tokensFlag = (path: string) => ` --tokens ${quoteArgument(path)}`;

/** Rewrites the file atomically under a lock. Returns its path. */
async function change(
  options: Run['options'],
  edit: (entries: TokenEntry[], path: string) => TokenEntry[],
): Promise<string> {
  const path = resolve(readTokensFile(options));
  await requireFolder(dirname(path));
  const rewrite = async () => {
    const current = await readFileState(path);
    await replaceFile(current, {
      text: writeTokens(edit(read(current.bytes, path), path)),
      mode: 0o600,
      backup: false,
    });
  };
  await withLock(path, rewrite, adjacentLockPath);
  return path;
}

/** A path with a mistake would give a token that no server knows. The folder of the program is made when it is needed. */
async function requireFolder(folder: string): Promise<void> {
  const isMissing = await access(folder).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (!isMissing || folder === ownFolder()) return;
  throw new CommandError(`The folder ${folder} does not exist. Nothing was created. Create it, or correct the path.`);
}

/** Undefined for a user without a home folder. */
function ownFolder(): string | undefined {
  try {
    return dataFolder();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function read(bytes: Buffer | undefined, path: string): TokenEntry[] {
  try {
    return parseTokens(bytes?.toString('utf8') ?? '', ALL_TOOLSETS);
  } catch (error) {
    if (error instanceof TokenFileError)
      throw new CommandError(`${path} is not a file of tokens: ${error.message}. Nothing was changed.`);
    throw error;
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { isObject } from '../../lib/json.ts';
import { Secret } from '../../lib/secret.ts';

/** A client's token as it is kept: who has it and what it opens, not the token itself. */
export interface TokenEntry {
  name: string;
  /** SHA-256 of the token, in hexadecimal. Enough for 256 random bits: there is nothing to guess. */
  sha256: string;
  /** Milliseconds since the epoch; undefined: it does not expire. */
  expires: number | undefined;
  /** Undefined: all that the server has. */
  toolsets: readonly string[] | undefined;
  readOnly: boolean;
}

export const TOKEN_PREFIX = 'rcpt_token_';

/** Makes a token of 256 random bits. */
export function newToken(): Secret {
  return new Secret(TOKEN_PREFIX + randomBytes(32).toString('base64url'));
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What is wrong with a file of tokens; repeats nothing of it. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/**
 * Reads a file of tokens: one JSON object a line, or one JSON array of them.
 * @throws TokenFileError naming the first entry that is wrong, because a limit that is not understood must not be lost.
 */
export function parseTokens(text: string, toolsets: readonly string[]): TokenEntry[] {
  const entries = values(text).map((value, index) => readEntry(value, index + 1, toolsets));
  const names = entries.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TokenFileError(`it has two tokens of the name ${JSON.stringify(twice)}`);
  return entries;
}

function values(text: string): unknown[] {
  try {
    if (text.trimStart().startsWith('[')) return JSON.parse(text) as unknown[];
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  } catch {
    throw new TokenFileError('it is neither JSON lines nor a JSON array');
  }
}

function readEntry(value: unknown, number: number, known: readonly string[]): TokenEntry {
  const wrong = (what: string) => new TokenFileError(`entry ${number}: ${what}`);
  if (!isObject(value)) throw wrong('it must be an object');
  const { name, sha256, expires, toolsets, read_only: readOnly = false, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw wrong('it has a field besides name, sha256, expires, toolsets and read_only');
  if (typeof name !== 'string' || !isTokenName(name))
    throw wrong('name must be 1 to 64 letters, digits, spaces or . _ @ -');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw wrong('sha256 must be 64 hexadecimal digits');
  const time = typeof expires === 'string' ? Date.parse(expires) : undefined;
  if (Number.isNaN(time) || (expires !== undefined && time === undefined)) {
    throw wrong('expires must be a time such as 2027-01-31T00:00:00Z');
  }
  if (toolsets !== undefined && !(Array.isArray(toolsets) && toolsets.every((item) => known.includes(item)))) {
    throw wrong(`toolsets must be a list of ${known.join(', ')}`);
  }
  if (typeof readOnly !== 'boolean') throw wrong('read_only must be true or false');
  return { name, sha256, expires: time, toolsets: toolsets as string[] | undefined, readOnly };
}

/** Names stand in logs and lists. */
export function isTokenName(name: string): boolean {
  return /^[\w@.-][\w@. -]{0,63}$/.test(name);
}

/** The entries as they are written: JSON lines. */
export function writeTokens(entries: readonly TokenEntry[]): string {
  const line = ({ name, sha256, expires, toolsets, readOnly }: TokenEntry) =>
    JSON.stringify({
      name,
      sha256,
      ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
      ...(toolsets ? { toolsets } : {}),
      ...(readOnly ? { read_only: true } : {}),
    });
  return entries.map((entry) => `${line(entry)}\n`).join('');
}

import { createHash, randomBytes } from 'node:crypto';
import { isObject } from '../../lib/json.ts';
import { Secret } from '../../lib/secrets/secret.ts';

/** The stored form of a client's token: its owner and rights, and a hash of the token. */
export interface TokenEntry {
  name: string;
  /** SHA-256 of the token, in hexadecimal. A slow hash is not needed: 256 random bits cannot be guessed. */
  sha256: string;
  /** Milliseconds since the epoch; undefined: it does not expire. */
  expires: number | undefined;
  /** Undefined: all toolsets of the server. */
  toolsets: readonly string[] | undefined;
  readOnly: boolean;
  /** The profile that the token is limited to; undefined: that of the server. */
  profile?: 'voice' | undefined;
}

export const TOKEN_PREFIX = 'rcpt_token_';

/** Creates a token of 256 random bits. */
export function newToken(): Secret {
  return new Secret(TOKEN_PREFIX + randomBytes(32).toString('base64url'));
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The file of tokens is invalid. The message does not contain its content. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/**
 * Parses a file of tokens: one JSON object a line, or one JSON array of them.
 * @throws TokenFileError for the first invalid entry: ignoring one could drop a restriction.
 */
export function parseTokens(text: string, toolsets: readonly string[]): TokenEntry[] {
  const entries = parseValues(text).map((value, index) => parseEntry(value, index + 1, toolsets));
  const duplicate = repeated(entries.map(({ name }) => name));
  if (duplicate)
    throw new TokenFileError(`it has two tokens of the name ${JSON.stringify(entries[duplicate[0]]?.name)}`);
  // Of two entries only one could count, and the other may have a restriction.
  const same = repeated(entries.map(({ sha256 }) => sha256));
  if (same) {
    const [one, other] = same.map((index) => entries[index]?.name);
    throw new TokenFileError(`it has the same token under the names "${one}" and "${other}"`);
  }
  return entries;
}

/** The places of the first two equal texts. */
function repeated(texts: readonly string[]): [number, number] | undefined {
  const index = texts.findIndex((text, place) => texts.indexOf(text) !== place);
  return index < 0 ? undefined : [texts.indexOf(texts[index] ?? ''), index];
}

function parseValues(text: string): unknown[] {
  // Editors of Windows may begin the file with a byte order mark, which is no JSON.
  const content = text.replace(/^\ufeff/, '');
  if (content.trimStart().startsWith('[')) return parseJson(content, '') as unknown[];
  return content
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseJson(line, `: line ${index + 1}`)]));
}

/** @param place names the text in the message, which does not contain it */
function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TokenFileError(`it is neither JSON lines nor a JSON array${place}`);
  }
}

function parseEntry(value: unknown, number: number, known: readonly string[]): TokenEntry {
  const invalid = (problem: string) => new TokenFileError(`entry ${number}: ${problem}`);
  if (!isObject(value)) throw invalid('it must be an object');
  const { name, sha256, expires, toolsets, read_only: readOnly = false, profile, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw invalid('it has a field besides name, sha256, expires, toolsets, read_only and profile');
  if (typeof name !== 'string' || !isTokenName(name))
    throw invalid('name must be 1 to 64 letters, digits, spaces or . _ @ -');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw invalid('sha256 must be 64 hexadecimal digits');
  const time = typeof expires === 'string' ? Date.parse(expires) : undefined;
  if (Number.isNaN(time) || (expires !== undefined && time === undefined)) {
    throw invalid('expires must be a time such as 2027-01-31T00:00:00Z');
  }
  if (toolsets !== undefined && !(Array.isArray(toolsets) && toolsets.every((item) => known.includes(item)))) {
    throw invalid(`toolsets must be a list of ${known.join(', ')}`);
  }
  if (typeof readOnly !== 'boolean') throw invalid('read_only must be true or false');
  if (profile !== undefined && profile !== 'voice') throw invalid('profile must be voice, or absent');
  return { name, sha256, expires: time, toolsets: toolsets as string[] | undefined, readOnly, profile };
}

/** Returns whether a name is valid. Names appear in logs and lists. */
export function isTokenName(name: string): boolean {
  return /^[\w@.-][\w@. -]{0,63}$/.test(name);
}

/** Formats the entries as JSON lines. */
export function writeTokens(entries: readonly TokenEntry[]): string {
  const line = ({ name, sha256, expires, toolsets, readOnly, profile }: TokenEntry) =>
    JSON.stringify({
      name,
      sha256,
      ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
      ...(toolsets ? { toolsets } : {}),
      ...(readOnly ? { read_only: true } : {}),
      ...(profile ? { profile } : {}),
    });
  return entries.map((entry) => `${line(entry)}\n`).join('');
}

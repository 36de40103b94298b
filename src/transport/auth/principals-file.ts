import { isObject } from '../../lib/json.ts';
import { isTokenName } from './token-file.ts';

/** Whom of an issuer's subjects the operator lets in, and with which key of the platform. */
export interface PrincipalEntry {
  name: string;
  /** The claim that must have the value, or a list with the value in it. */
  claim: string;
  value: string;
  /** The file with the caller's key of the platform; undefined: the configured key. */
  keyFile: string | undefined;
  toolsets: readonly string[] | undefined;
  readOnly: boolean;
}

/** What is wrong with a file of principals; repeats nothing of it. */
export class PrincipalsFileError extends Error {
  override readonly name = 'PrincipalsFileError';
}

const FIELDS = ['name', 'sub', 'claim', 'value', 'api_key_file', 'toolsets', 'read_only'];

/**
 * Reads a file of principals, a JSON array.
 * @throws PrincipalsFileError naming the first entry that is wrong, because a limit that is not understood must not be lost.
 */
export function parsePrincipals(text: string, toolsets: readonly string[]): PrincipalEntry[] {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new PrincipalsFileError('it is no JSON');
  }
  if (!Array.isArray(values)) throw new PrincipalsFileError('it must be a JSON array');
  return values.map((value, index) => readEntry(value, index + 1, toolsets));
}

function readEntry(entry: unknown, number: number, known: readonly string[]): PrincipalEntry {
  const wrong = (what: string) => new PrincipalsFileError(`entry ${number}: ${what}`);
  if (!isObject(entry)) throw wrong('it must be an object');
  if (Object.keys(entry).some((field) => !FIELDS.includes(field))) {
    throw wrong(`it has a field besides ${FIELDS.join(', ')}`);
  }
  const { name, sub, claim, value, api_key_file: keyFile, toolsets, read_only: readOnly = false } = entry;
  if (typeof name !== 'string' || !isTokenName(name)) {
    throw wrong('name must be 1 to 64 letters, digits, spaces or . _ @ -');
  }
  const matched = sub === undefined ? { claim, value } : { claim: 'sub', value: sub };
  if (!isText(matched.claim) || !isText(matched.value) || (sub !== undefined && (claim ?? value) !== undefined)) {
    throw wrong('it must have either sub, or claim and value');
  }
  if (keyFile !== undefined && !isText(keyFile)) throw wrong('api_key_file must be a path');
  if (toolsets !== undefined && !(Array.isArray(toolsets) && toolsets.every((item) => known.includes(item)))) {
    throw wrong(`toolsets must be a list of ${known.join(', ')}`);
  }
  if (typeof readOnly !== 'boolean') throw wrong('read_only must be true or false');
  return { name, claim: matched.claim, value: matched.value, keyFile, toolsets, readOnly };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The first entry that a token's claims fit. */
export function findPrincipal(
  entries: readonly PrincipalEntry[],
  claims: Readonly<Record<string, unknown>>,
): PrincipalEntry | undefined {
  return entries.find(({ claim, value }) => {
    const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    return given === value || (Array.isArray(given) && given.includes(value));
  });
}

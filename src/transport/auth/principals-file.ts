import { isObject } from '../../lib/json.ts';
import { isTokenName } from './token-file.ts';

/** Gives subjects of an issuer access, with a key of the platform. */
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

/** The file of principals is invalid. The message does not contain its content. */
export class PrincipalsFileError extends Error {
  override readonly name = 'PrincipalsFileError';
}

const FIELDS = ['name', 'sub', 'claim', 'value', 'api_key_file', 'toolsets', 'read_only'];

/**
 * Parses a file of principals, a JSON array.
 * @throws PrincipalsFileError for the first invalid entry: ignoring one could drop a restriction.
 */
export function parsePrincipals(text: string, toolsets: readonly string[]): PrincipalEntry[] {
  let values: unknown;
  try {
    // Editors of Windows may begin the file with a byte order mark, which is no JSON.
    values = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new PrincipalsFileError('it is no JSON');
  }
  if (!Array.isArray(values)) throw new PrincipalsFileError('it must be a JSON array');
  return values.map((value, index) => parseEntry(value, index + 1, toolsets));
}

function parseEntry(entry: unknown, number: number, known: readonly string[]): PrincipalEntry {
  const invalid = (problem: string) => new PrincipalsFileError(`entry ${number}: ${problem}`);
  if (!isObject(entry)) throw invalid('it must be an object');
  if (Object.keys(entry).some((field) => !FIELDS.includes(field))) {
    throw invalid(`it has a field besides ${FIELDS.join(', ')}`);
  }
  const { name, sub, claim, value, api_key_file: keyFile, toolsets, read_only: readOnly = false } = entry;
  if (typeof name !== 'string' || !isTokenName(name)) {
    throw invalid('name must be 1 to 64 letters, digits, spaces or . _ @ -');
  }
  const matched = sub === undefined ? { claim, value } : { claim: 'sub', value: sub };
  if (!isText(matched.claim) || !isText(matched.value) || (sub !== undefined && (claim ?? value) !== undefined)) {
    throw invalid('it must have either sub, or claim and value');
  }
  if (keyFile !== undefined && !isText(keyFile)) throw invalid('api_key_file must be a path');
  if (toolsets !== undefined && !(Array.isArray(toolsets) && toolsets.every((item) => known.includes(item)))) {
    throw invalid(`toolsets must be a list of ${known.join(', ')}`);
  }
  if (typeof readOnly !== 'boolean') throw invalid('read_only must be true or false');
  return { name, claim: matched.claim, value: matched.value, keyFile, toolsets, readOnly };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the first entry that matches a token's claims. */
export function findPrincipal(
  entries: readonly PrincipalEntry[],
  claims: Readonly<Record<string, unknown>>,
): PrincipalEntry | undefined {
  return entries.find(({ claim, value }) => {
    const actual = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    return actual === value || (Array.isArray(actual) && actual.includes(value));
  });
}

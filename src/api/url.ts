import { API_ROOT } from '../contract/limits.ts';
import { quoted, type Sentence, SentenceError, say, trusted } from '../lib/text/sentence.ts';

/** An unacceptable identifier of a record. The message has the reason. */
export class InvalidIdError extends SentenceError {
  override readonly name = 'InvalidIdError';

  /** @param list the last part of the path of the list that has the record. */
  constructor(
    sentence: Sentence,
    readonly list?: string,
  ) {
    super(sentence);
  }
}

/**
 * Fills a path's parameters and appends it to the base address. Only this function puts a caller's text into a URL: it
 * refuses values that could leave their path segment, and compares the parsed URL with the expected path.
 */
export function endpointUrl(base: URL, path: string, params: Readonly<Record<string, string>>): URL {
  const filled = path.includes('{')
    ? path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(listOf(path), name, params[name]))
    : path;
  const expected = `${base.pathname.replace(/\/+$/, '')}${API_ROOT}${filled}`;
  const url = new URL(base.origin + expected);
  if (url.pathname !== expected)
    throw new InvalidIdError(say`the path ${trusted(path)} cannot be filled with these values.`);
  return url;
}

/** The form of most identifiers, in which there is nothing to encode. */
const PLAIN_SEGMENT = /^[\w-]{1,256}$/;

/** The list of a path such as `/v1/contacts/{id}`. */
export const listOf = (path: string) => path.split('/')[2] ?? '';

function encodeSegment(list: string, name: string, value: string | undefined): string {
  if (value !== undefined && PLAIN_SEGMENT.test(value)) return value;
  assertPathSegment(list, name, value);
  return encodeURIComponent(value);
}

/** @throws InvalidIdError if a value is no segment of a path, or could leave it. */
export function assertPathSegment(list: string, name: string, value: string | undefined): asserts value is string {
  if (!value || value.length > 256 || /^\.{1,2}$/.test(value) || /[/\\\s\p{C}]/u.test(value)) {
    throw new InvalidIdError(say`${quoted(value ?? '', 64)} is no identifier (${name}) of the platform.`, list);
  }
}

import { API_ROOT } from '../contract/limits.ts';
import { quoted, SentenceError, say, trusted } from '../lib/sentence.ts';

/** An unacceptable address or identifier. The message has the reason and the expected form. */
export class InvalidAddressError extends SentenceError {
  override readonly name = 'InvalidAddressError';
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True if the name of a URL's host is a loopback name or address. Does not resolve it. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/**
 * Parses the platform's address. A trailing slash and a path prefix are allowed. It must be `https` unless it is a
 * loopback address, because every request has a credential, and must have no user name, query or fragment.
 */
export function parseBaseUrl(text: string): URL {
  const example = trusted('write it like https://receptionist.example.com');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidAddressError(say`is not an http(s) address; ${example}`);
  if (url.username || url.password)
    throw new InvalidAddressError(say`must not contain a user name or password; ${example}`);
  if (url.search || url.hash) throw new InvalidAddressError(say`must not contain ? or #; ${example}`);
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new InvalidAddressError(say`must begin with https:// (http is accepted for this machine only); ${example}`);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/**
 * Fills a path's parameters and appends it to the base address. Only this function puts a caller's text into a URL: it
 * refuses values that could leave their path segment, and compares the parsed URL with the expected path.
 */
export function endpointUrl(base: URL, path: string, params: Readonly<Record<string, string>>): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name]));
  const expected = `${base.pathname.replace(/\/+$/, '')}${API_ROOT}${filled}`;
  const url = new URL(base.origin + expected);
  if (url.pathname !== expected)
    throw new InvalidAddressError(say`the path ${trusted(path)} cannot be filled with these values.`);
  return url;
}

function encodeSegment(name: string, value: string | undefined): string {
  if (!value || value.length > 256 || /^\.{1,2}$/.test(value) || /[/\\\s\p{C}]/u.test(value)) {
    throw new InvalidAddressError(say`${quoted(value ?? '', 64)} is no identifier (${name}) of the platform.`);
  }
  return encodeURIComponent(value);
}

import { API_ROOT } from '../contract/limits.ts';

/** An address or identifier that no request is made with. The message says what is wrong and what would be right. */
export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError';
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a URL's host is this machine, by its name alone. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/**
 * Reads the platform's address: with or without trailing slash or path prefix, `https` unless it is this machine
 * (a credential goes with every request), and nothing but an address in it.
 */
export function parseBaseUrl(text: string): URL {
  const example = 'write it like https://receptionist.example.com';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidAddressError(`is not an http(s) address; ${example}`);
  if (url.username || url.password)
    throw new InvalidAddressError(`must not contain a user name or password; ${example}`);
  if (url.search || url.hash) throw new InvalidAddressError(`must not contain ? or #; ${example}`);
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new InvalidAddressError(`must begin with https:// (http is accepted for this machine only); ${example}`);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/**
 * Fills a path's parameters and puts it below the base address. The one place where a caller's text becomes part
 * of a URL: whatever could leave its segment is refused, and the result is checked against what was meant.
 */
export function endpointUrl(base: URL, path: string, params: Readonly<Record<string, string>>): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name]));
  const expected = `${base.pathname.replace(/\/+$/, '')}${API_ROOT}${filled}`;
  const url = new URL(base.origin + expected);
  if (url.pathname !== expected) throw new InvalidAddressError(`the path ${path} cannot be filled with these values.`);
  return url;
}

function encodeSegment(name: string, value: string | undefined): string {
  if (!value || value.length > 256 || /^\.{1,2}$/.test(value) || /[/\\\s\p{C}]/u.test(value)) {
    throw new InvalidAddressError(
      `${JSON.stringify((value ?? '').slice(0, 64))} is no identifier (${name}) as the platform gives them.`,
    );
  }
  return encodeURIComponent(value);
}

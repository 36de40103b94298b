import { isLoopbackHost } from '../lib/http/loopback.ts';

/** An unacceptable address of a platform. The message has the reason and the expected form. */
export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError';
}

/**
 * Parses the platform's address. A trailing slash and a path prefix are allowed. It must be `https` unless it is a
 * loopback address, because every request has a credential, and must have no user name, query or fragment.
 */
export function parseBaseUrl(text: string): URL {
  const example = 'write it like https://receptionist.example.com';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidAddressError(`is not an http(s) address; ${example}`);
  if (url.username || url.password)
    throw new InvalidAddressError(`must not contain a user name or password; ${example}`);
  if (url.search || url.hash) throw new InvalidAddressError(`must not contain ? or #; ${example}`);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new InvalidAddressError(`must begin with https:// (http is accepted for this machine only); ${example}`);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

import { isIP } from 'node:net';
import { hostKind } from './host-kind.ts';
import type { Address, ConnectionSettings } from './settings.ts';

/** The URL, or an address that its host resolves to, must not receive notifications. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** The host name does not exist, or it cannot be resolved now. */
export class NameNotFoundError extends Error {
  override readonly name = 'NameNotFoundError';
}

/**
 * Resolves the host of a URL and checks every address. The caller must connect to one of the returned addresses and not
 * resolve the name again, because the second result could differ (DNS rebinding). Loopback names must resolve to
 * loopback addresses, all others to public ones; one bad address is enough to refuse.
 * @throws AddressRefusedError, NameNotFoundError
 */
export async function resolveChecked(url: URL, { resolve, loopback }: ConnectionSettings): Promise<Address[]> {
  const kind = hostKind(url.hostname);
  const permitted = url.protocol === 'https:' || (url.protocol === 'http:' && kind === 'loopback');
  if (!permitted || kind === 'refused' || (kind === 'loopback' && !loopback)) throw new AddressRefusedError();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolveName(host, resolve) : [{ address: host, family }];
  if (addresses.some(({ address }) => hostKind(address) !== kind)) throw new AddressRefusedError();
  return addresses;
}

async function resolveName(name: string, resolve: ConnectionSettings['resolve']): Promise<Address[]> {
  const addresses = await resolve(name).catch((cause: unknown) => {
    throw new NameNotFoundError('', { cause });
  });
  if (addresses.length === 0) throw new NameNotFoundError();
  return addresses;
}

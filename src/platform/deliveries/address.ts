import { isIP } from 'node:net';
import { hostKind } from '../rules/webhook-address.ts';
import type { Address, DeliverySettings } from './settings.ts';

/** The URL is none that may be sent to, or leads to none. */
export class AddressRefused extends Error {}

/** There is no such name, or nobody can say now. */
export class NameNotFound extends Error {}

/**
 * The addresses to connect to, each of which was looked at. A name is resolved once: whoever connects must use these and
 * not resolve it again, because the second answer could be another (DNS rebinding). Names of this computer must lead
 * to it, and all others must not; one bad address among good ones is enough to refuse.
 */
export async function resolveChecked(
  url: URL,
  { resolve, loopback }: Pick<DeliverySettings, 'resolve' | 'loopback'>,
): Promise<Address[]> {
  const kind = hostKind(url.hostname);
  const permitted = url.protocol === 'https:' || (url.protocol === 'http:' && kind === 'loopback');
  if (!permitted || kind === 'refused' || (kind === 'loopback' && !loopback)) throw new AddressRefused();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolveName(host, resolve) : [{ address: host, family }];
  if (addresses.some(({ address }) => hostKind(address) !== kind)) throw new AddressRefused();
  return addresses;
}

async function resolveName(name: string, resolve: DeliverySettings['resolve']): Promise<Address[]> {
  const addresses = await resolve(name).catch((cause: unknown) => {
    throw new NameNotFound('', { cause });
  });
  if (addresses.length === 0) throw new NameNotFound();
  return addresses;
}

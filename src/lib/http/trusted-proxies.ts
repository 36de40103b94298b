import { BlockList, isIP } from 'node:net';
import { parseNetwork } from './network.ts';

/** Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are trusted. */
export interface TrustedProxies {
  trusts(address: string): boolean;
  /** Returns the client's address: that of the connection, or the one that trusted proxies forwarded. */
  client(address: string, forwardedFor: string | string[] | undefined): string;
  /** Returns `https:` if a trusted proxy states that it ended TLS (`X-Forwarded-Proto`); otherwise it is unknown. */
  protocol(address: string, forwardedProto: string | string[] | undefined): 'https:' | undefined;
}

export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.bits, family(network.address));
  }
  const trusts = (address: string) => isIP(address) !== 0 && list.check(plain(address), family(plain(address)));
  return {
    trusts,
    protocol: (address, forwardedProto) => (forwardedProto === 'https' && trusts(address) ? 'https:' : undefined),
    client(address, forwardedFor) {
      // Most servers trust no proxy, and each check creates an object.
      if (networks.length === 0) return plain(address);
      // Each proxy appends the address of its peer: from the right, the first untrusted one is the client.
      const chain = [forwardedFor ?? []].flat().join(',').split(',');
      let client = plain(address);
      while (trusts(client)) {
        const previous = withoutPort(chain.pop()?.trim() ?? '');
        if (isIP(previous) === 0) break;
        client = plain(previous);
      }
      return client;
    },
  };
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Unwraps an IPv4-mapped IPv6 address. */
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Some proxies append the port. */
const withoutPort = (text: string) =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;

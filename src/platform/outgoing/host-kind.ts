import { BlockList, isIP } from 'node:net';
import { memoize } from '../../lib/concurrency/lazy.ts';

/**
 * Networks that notifications must not be sent to (SSRF protection): private, link-local (including cloud metadata),
 * shared, multicast, reserved and documentation ranges, from IANA's special-purpose address registries.
 */
const REFUSED_NETWORKS = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ipv6: [
    // Includes the deprecated IPv4-compatible addresses.
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/63',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const;

/** Made with the first address: few processes connect to any. */
const lists = memoize(() => ({
  refused: blockList(REFUSED_NETWORKS),
  loopback: blockList({ ipv4: ['127.0.0.0/8'], ipv6: ['::1/128'] }),
}));

function blockList(networks: Record<'ipv4' | 'ipv6', readonly string[]>): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const network of networks[family]) {
      const [address = '', bits] = network.split('/');
      list.addSubnet(address, Number(bits), family);
    }
  }
  return list;
}

type HostKind = 'public' | 'loopback' | 'refused';

/**
 * Classifies a URL's host by its name or literal address alone. The caller that connects must also check the addresses
 * that a name resolves to. The URL parser has already normalized addresses such as `0x7f.1`.
 */
export function hostKind(hostname: string): HostKind {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const version = isIP(host);
  if (version === 0) return nameKind(host);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const { loopback, refused } = lists();
  // BlockList also matches IPv4-mapped IPv6 addresses.
  if (loopback.check(host, family)) return 'loopback';
  return refused.check(host, family) ? 'refused' : 'public';
}

function nameKind(host: string): HostKind {
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return /(^|\.)(internal|local|lan|intranet|home\.arpa)$/.test(host) ? 'refused' : 'public';
}

import { isIP } from 'node:net';

/** So many requests in so much time. */
export interface RateLimit {
  count: number;
  perMs: number;
}

/** Callers that are remembered. Whoever asked longest ago is forgotten first, and begins anew. */
const MOST = 10_000;

/**
 * Spaces each caller's requests out: as many at once as the limit says, then one whenever its share of the time is over
 * (the generic cell rate algorithm: one number a caller).
 */
export function createRateLimiter({ count, perMs }: RateLimit, now: () => number = () => performance.now()) {
  const share = perMs / count;
  /** When a caller's requests so far are used up, at their even pace. */
  const usedUp = new Map<string, number>();
  return {
    /** Takes a request into account. How many seconds it is too early; 0: it may go on. */
    take(caller: string): number {
      const at = now();
      const until = Math.max(at, usedUp.get(caller) ?? 0);
      const early = until + share - perMs - at;
      // The sum of many shares is not exactly the whole.
      if (early > 1e-6) return Math.ceil(early / 1_000);
      usedUp.delete(caller);
      if (usedUp.size >= MOST) usedUp.delete(usedUp.keys().next().value as string);
      usedUp.set(caller, until + share);
      return 0;
    },
  };
}

/** What stands for one client: an IPv4 address, or the network of 64 bits that a client of IPv6 has for itself. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean)) as unknown as [
    string[],
    string[],
  ];
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

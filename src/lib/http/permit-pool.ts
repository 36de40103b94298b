import type { Closing } from './request-lifetime.ts';

/**
 * A caller as limits count it. `verified`: a credential that the operator configured or the platform has accepted, or the
 * address of a client that needs none. `unverified`: the address of a client whose credential may be made up, because
 * each made-up one would be another caller. `local`: all clients on this machine, which no credential distinguishes.
 */
export interface LimitedCaller {
  key: string;
  standing: 'verified' | 'unverified' | 'local';
}

interface PoolLimits {
  /** Permits that are held concurrently. */
  permits: number;
  /** The bodies of the requests that hold them, in bytes: parsed JSON takes about ten times as much memory. */
  bytes: number;
}

/** The permit of one open request. */
export interface Permit {
  /**
   * Releases the permit; call the returned function to take it back (never refused, so the limit can be exceeded
   * briefly).
   */
  release(): () => void;
}

interface PermitPool {
  /** Returns whether `acquire` would return a permit now. */
  hasRoom(caller: LimitedCaller, bytes: number): boolean;
  /**
   * Acquires a permit until the request closes; undefined if the pool, or this caller's share of it, is exhausted.
   * @param request the response, or the lifetime of a request that can take longer.
   * @param bytes size of the request's body.
   */
  acquire(request: Closing, caller: LimitedCaller, bytes: number): Permit | undefined;
}

/** The share of one caller in a pool, and of all unverified callers together: a quarter, and at least one permit. */
const SHARE = 1 / 4;

const shareOf = ({ permits, bytes }: PoolLimits): PoolLimits => ({
  permits: Math.ceil(permits * SHARE),
  bytes: Math.ceil(bytes * SHARE),
});

/** Limits the number of open requests and their size: of all callers, of each caller, and of unverified ones together. */
export function createPermitPool(limits: PoolLimits): PermitPool {
  const all = createUsage(limits);
  const unverified = createUsage(shareOf(limits));
  const shares = { verified: shareOf(limits), unverified: shareOf(shareOf(limits)), local: limits };
  /** The usage of each caller with an open request, also if that has released its permit. */
  const callers = new Map<string, Usage>();
  /** The usages that a request counts in, its caller's first. */
  const usagesOf = ({ key, standing }: LimitedCaller): [Usage, ...Usage[]] => {
    const own = callers.get(key) ?? createUsage(shares[standing]);
    return standing === 'unverified' ? [own, unverified, all] : [own, all];
  };
  return {
    hasRoom: (caller, bytes) => usagesOf(caller).every((usage) => usage.hasRoom(bytes)),
    acquire(request, caller, bytes) {
      const { key } = caller;
      const counted = usagesOf(caller);
      const [own] = counted;
      if (!counted.every((usage) => usage.hasRoom(bytes))) return undefined;
      let [isHeld, isClosed] = [false, false];
      const take = () => {
        if (isHeld || isClosed) return;
        isHeld = true;
        for (const usage of counted) usage.add(1, bytes);
      };
      const release = () => {
        if (!isHeld) return;
        isHeld = false;
        for (const usage of counted) usage.add(-1, -bytes);
      };
      own.requests++;
      callers.set(key, own);
      take();
      request.once('close', () => {
        release();
        isClosed = true;
        own.requests--;
        if (own.requests === 0) callers.delete(key);
      });
      return {
        release() {
          release();
          return take;
        },
      };
    },
  };
}

type Usage = ReturnType<typeof createUsage>;

function createUsage(limits: PoolLimits) {
  let [permits, bytes] = [0, 0];
  return {
    /** Open requests, held permits and others. */
    requests: 0,
    hasRoom: (size: number) => permits < limits.permits && bytes + size <= limits.bytes,
    add(count: number, size: number) {
      permits += count;
      bytes += size;
    },
  };
}

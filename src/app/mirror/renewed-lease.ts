import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Mirror } from '../../platform/mirror/index.ts';

/** How often the lease is renewed: several times in its lifetime. */
export const RENEW_MS = 4_000;

/** The lease for reading the platform, as this process knows it. */
interface RenewedLease {
  /** Acquires or renews it, unless that was done a moment ago. False while another process holds it. */
  hold(): Promise<boolean>;
  /** Makes a step and renews the lease meanwhile: a platform that asks for patience can make a step longer than a lease. */
  whileRenewing(step: () => Promise<void>): Promise<void>;
  /** Releases it, if this process holds it. */
  giveUp(): Promise<void>;
  /** Notes that another process has acquired it. */
  lost(): void;
}

export function createRenewedLease(lease: Mirror['lease'], clock: Clock, logger: Logger): RenewedLease {
  let renewedAt = Number.NEGATIVE_INFINITY;
  async function hold(): Promise<boolean> {
    if (clock.monotonic() - renewedAt < RENEW_MS) return true;
    const isHeld = await lease.acquire();
    renewedAt = isHeld ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    return isHeld;
  }
  return {
    hold,
    async whileRenewing(step) {
      let renewal: Promise<unknown> = Promise.resolve();
      const timer = setInterval(() => {
        // A lease that another process has acquired is noticed when the step stores what it read.
        renewal = hold().catch((error: unknown) => logger.debug('the lease for reading was not renewed', { error }));
      }, RENEW_MS).unref();
      try {
        await step();
      } finally {
        clearInterval(timer);
        await renewal;
      }
    },
    async giveUp() {
      if (renewedAt === Number.NEGATIVE_INFINITY) return;
      renewedAt = Number.NEGATIVE_INFINITY;
      await lease.release();
    },
    lost() {
      renewedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

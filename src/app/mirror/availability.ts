import type { Lazy } from '../../lib/concurrency/lazy.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Mirror } from '../../platform/mirror/index.ts';

/** How often a mirror that failed is tried again, in milliseconds. */
const RETRY_MS = 10_000;

/** Whether a mirror can be used. */
interface Availability {
  /** Opens the mirror if necessary. Undefined while it cannot be used: then the platform answers everything. */
  usable(): Promise<Mirror | undefined>;
  /** Learns of a failure: an attempt can take seconds, for which no caller waits until one in the background succeeds. */
  failed(error: unknown): undefined;
  /** Ends the attempts. */
  close(): void;
}

export function watchAvailability(mirror: Lazy<Mirror>, logger: Logger, clock: Clock): Availability {
  const failures = createFailureLog(
    logger,
    { failure: 'the index cannot be used: searches read the platform', recovery: 'the index is used again' },
    clock,
  );
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const open = async () => {
    const opened = await mirror.get();
    opened.assertUsable();
    return opened;
  };
  const failed = (error: unknown): undefined => {
    failures.failed(error);
    if (!isClosed) timer ??= setTimeout(() => void tryAgain(), RETRY_MS).unref();
  };
  const tryAgain = async () => {
    try {
      await (await open()).time();
      timer = undefined;
      failures.succeeded();
    } catch (error) {
      timer = undefined;
      failed(error);
    }
  };
  return {
    usable: async () => (timer ? undefined : open().catch(failed)),
    failed,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

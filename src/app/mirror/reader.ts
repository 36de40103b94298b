import { type Api, ApiError, type Extensions } from '../../api/index.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { LeaseLostError, type Mirror } from '../../platform/mirror/index.ts';
import type { Changes } from './changes.ts';
import { createListReader } from './list-reader.ts';
import { createPace } from './pace.ts';
import { createReaderLogs } from './reader-logs.ts';
import { makeStep, readChanged } from './reader-steps.ts';
import { createRenewedLease, RENEW_MS } from './renewed-lease.ts';
import { createRetries } from './retries.ts';
import { nextStep } from './schedule.ts';

/** First and longest wait while the platform or the database fails, in milliseconds. */
const [FIRST_FAILURE_MS, MAX_FAILURE_MS] = [1_000, 10 * 60_000];

interface ReaderParts {
  /** A client of its own: failures of the reading must not open the circuit breaker of the callers' requests. */
  api: Api;
  extensions: Extensions;
  mirror: Mirror;
  /** Records that are read again before anything else. */
  changes: Changes;
  clock: Clock;
  logger: Logger;
  /** How often both ends of each list are read, in milliseconds. */
  pollMs: number;
  /** How often each list is read from end to end, which finds the changes that nothing else shows. In milliseconds. */
  reconcileMs: number;
  /** False once the mirror has its maximum size: no list is read then. */
  hasRoom(): Promise<boolean>;
}

/** Reads the platform's records into the mirror, and keeps them current. */
export interface Reader {
  /** Makes the next step now, if one is due. */
  wake(): void;
  stop(): Promise<void>;
}

export function startReader(parts: ReaderParts): Reader {
  const { api, extensions, mirror, changes, clock, logger, hasRoom } = parts;
  const pace = createPace(clock);
  const retries = { changes: createRetries(clock), lookups: createRetries(clock), lists: createRetries(clock) };
  const logs = createReaderLogs(logger, clock);
  const lease = createRenewedLease(mirror.lease, clock, logger);
  const context = { lists: createListReader(api, mirror, pace), mirror, changes, retries, logs, logger };

  /** Makes the next step, and returns how long nothing else is due, in milliseconds. */
  async function work(): Promise<number> {
    const record = changes.next(retries.changes.isDue);
    if (record) {
      await readChanged(record, context);
      return 0;
    }
    const hasStaff = await extensions.has('staff', new AbortController().signal);
    const isFull = !(await hasRoom());
    const step = await nextStep(mirror, { ...parts, hasStaff, isFull, lists: retries.lists, lookups: retries.lookups });
    if (step.action === 'wait') {
      await lease.giveUp();
      const all = Object.values(retries);
      for (const one of all) one.forgetDue();
      return Math.min(step.ms, ...all.map((one) => one.untilDue()));
    }
    if (!(await lease.hold())) return RENEW_MS;
    await lease.whileRenewing(() => makeStep(step, context));
    return 0;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!pace.stopped) {
      try {
        const idleMs = await work();
        logs.whole.succeeded();
        failures = 0;
        if (idleMs > 0) await pace.wait(idleMs);
      } catch (error) {
        if (pace.stopped) break;
        if (error instanceof LeaseLostError) {
          lease.lost();
          continue;
        }
        logs.whole.failed(error);
        failures++;
        await lease.giveUp().catch(() => {});
        await pace.wait(delayAfter(error, failures));
      }
    }
    await lease
      .giveUp()
      .catch((error: unknown) => logger.debug('the lease for reading was not released and will expire', { error }));
  }
  const running = run();
  return {
    wake: pace.wake,
    async stop() {
      pace.stop();
      await running;
    },
  };
}

/** Backoff delay in milliseconds after so many failures in a row; longer if the platform asks for that. */
function delayAfter(error: unknown, failures: number): number {
  const statedMs = error instanceof ApiError ? (error.details.retryAfterSeconds ?? 0) * 1_000 : 0;
  const ms = Math.max(statedMs, FIRST_FAILURE_MS * 2 ** Math.min(failures - 1, 20));
  return Math.min(ms, Math.max(MAX_FAILURE_MS, statedMs));
}

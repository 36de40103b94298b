import { type Api, ApiError, type Extensions } from '../../api/index.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { LeaseLostError, type Mirror, type MirroredKind } from '../../platform/mirror/index.ts';
import type { Changes } from './changes.ts';
import { createListReader, isApiError, isRecordFailure, isServerFailure, recordFailureOf } from './list-reader.ts';
import { createPace } from './pace.ts';
import { createReaderLogs } from './reader-logs.ts';
import { createRetries } from './retries.ts';
import { nextStep } from './schedule.ts';

/** First and longest wait while the platform or the database fails, in milliseconds. */
const [FIRST_FAILURE_MS, MAX_FAILURE_MS] = [1_000, 10 * 60_000];
/** How often the lease is renewed: several times in its lifetime. */
const RENEW_MS = 4_000;

export interface ReaderParts {
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
  /** False once the mirror has its maximum size: nothing is added then. */
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
  const lists = createListReader(api, mirror, pace);
  /** Of changed records, of records that are looked up because their list lacks them, and of lists. */
  const retries = { changes: createRetries(clock), lookups: createRetries(clock), lists: createRetries(clock) };
  const logs = createReaderLogs(logger, clock);
  let renewedAt = Number.NEGATIVE_INFINITY;

  async function holdsLease(): Promise<boolean> {
    if (clock.monotonic() - renewedAt < RENEW_MS) return true;
    const isHeld = await mirror.lease.acquire();
    renewedAt = isHeld ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    return isHeld;
  }
  async function giveUpLease(): Promise<void> {
    if (renewedAt === Number.NEGATIVE_INFINITY) return;
    renewedAt = Number.NEGATIVE_INFINITY;
    await mirror.lease.release();
  }

  /** Makes the next step, and returns how long nothing else is due, in milliseconds. */
  async function work(): Promise<number> {
    const record = changes.next(retries.changes.isDue);
    if (record) {
      await readChanged(record);
      return 0;
    }
    const hasStaff = await extensions.has('staff', new AbortController().signal);
    const step = await nextStep(mirror, { ...parts, hasStaff, lists: retries.lists, lookups: retries.lookups });
    if (step.action === 'wait' || !(await hasRoom())) {
      await giveUpLease();
      if (step.action !== 'wait') return parts.pollMs;
      const all = Object.values(retries);
      for (const one of all) one.forgetDue();
      return Math.min(step.ms, ...all.map((one) => one.untilDue()));
    }
    if (!(await holdsLease())) return RENEW_MS;
    await whileRenewing(async () => {
      if (step.action === 'detail') await readTranscript(step);
      else if (step.action === 'verify') await verify(step.kind, step.id);
      else await readList(step.action, step.kind);
    });
    return 0;
  }

  /** A platform that asks for patience can make a step longer than a lease. */
  async function whileRenewing(step: () => Promise<void>): Promise<void> {
    let renewal: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      // A lease that another process has acquired is noticed when the step stores what it read.
      renewal = holdsLease().catch((error: unknown) =>
        logger.debug('the lease for reading was not renewed', { error }),
      );
    }, RENEW_MS).unref();
    try {
      await step();
    } finally {
      clearInterval(timer);
      await renewal;
    }
  }

  async function readChanged({ kind, id }: { kind: MirroredKind; id: string }): Promise<void> {
    try {
      await lists.readOne(kind, id);
      retries.changes.settled(kind, id);
    } catch (error) {
      if (!isRecordFailure(error)) {
        changes.add(kind, id);
        throw error;
      }
      // The transcript of a call is requested like all others that are missing.
      if (kind === 'calls' || isApiError(error, 'forbidden')) return retries.changes.settled(kind, id);
      retries.changes.failed(kind, id);
      changes.add(kind, id);
    }
  }

  async function readList(action: 'pass' | 'ends', kind: MirroredKind): Promise<void> {
    try {
      if (action === 'pass') await lists.continuePass(kind);
      else await readEnds(kind);
      retries.lists.settled(kind);
      logs.lists[kind].succeeded();
    } catch (error) {
      if (isApiError(error, 'forbidden', 'not_found')) return lists.refuse(kind);
      if (!isRecordFailure(error)) throw error;
      logs.lists[kind].failed(error, { list: kind });
      retries.lists.failed(kind);
    }
  }

  async function readEnds(kind: MirroredKind): Promise<void> {
    const { added, isWhole } = await lists.readEnds(kind);
    if (kind === 'calls') for (const id of added) changes.add(kind, id);
    if (!isWhole) await mirror.changeProgress(kind, (progress) => ({ ...progress, isPassDue: true }));
  }

  /** A record that the credential may no longer read is removed, too. */
  async function verify(kind: MirroredKind, id: string): Promise<void> {
    const readAt = await mirror.time();
    try {
      await lists.readOne(kind, id);
      retries.lookups.settled(kind, id);
    } catch (error) {
      if (!isRecordFailure(error)) throw error;
      if (!isApiError(error, 'forbidden')) return retries.lookups.failed(kind, id);
      retries.lookups.settled(kind, id);
      await mirror.remove(kind, [id], readAt);
    }
  }

  async function readTranscript({ id, next }: { id: string; next: string | undefined }): Promise<void> {
    const readAt = await mirror.time();
    let failure = await recordFailureOf(lists.readTranscript(id, next));
    if (isServerFailure(failure)) {
      await lists.assertReadsCalls();
      // It fails again if it is this call that the platform does not return.
      failure = await recordFailureOf(lists.readTranscript(id, next));
    }
    if (failure === undefined) return;
    await mirror.markUnreadable([id], readAt);
    logger.debug('the transcript of a call cannot be read for the index', { error: failure });
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
          renewedAt = Number.NEGATIVE_INFINITY;
          continue;
        }
        logs.whole.failed(error);
        failures++;
        const statedMs = error instanceof ApiError ? (error.details.retryAfterSeconds ?? 0) * 1_000 : 0;
        const ms = Math.max(statedMs, FIRST_FAILURE_MS * 2 ** Math.min(failures - 1, 20));
        await giveUpLease().catch(() => {});
        await pace.wait(Math.min(ms, Math.max(MAX_FAILURE_MS, statedMs)));
      }
    }
    await giveUpLease().catch((error: unknown) =>
      logger.debug('the lease for reading was not released and will expire', { error }),
    );
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

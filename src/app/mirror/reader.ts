import { type Api, ApiError, type Extensions } from '../../api/index.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { LeaseLostError, type Mirror, type MirroredKind } from '../../platform/mirror/index.ts';
import { createChanges } from './changes.ts';
import { createListReader, isApiError, isRecordFailure } from './list-reader.ts';
import { createPace } from './pace.ts';
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
  /** Reads a record again, because it may have changed. */
  changed(kind: MirroredKind, id: string): void;
  /** Makes the next step now, if one is due. */
  wake(): void;
  stop(): Promise<void>;
}

export function startReader(parts: ReaderParts): Reader {
  const { api, extensions, mirror, clock, logger, hasRoom } = parts;
  const pace = createPace(clock);
  const lists = createListReader(api, mirror, pace);
  const changes = createChanges();
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
    const changed = changes.next();
    if (changed) {
      await lists.readOne(changed.kind, changed.id).catch((error: unknown) => {
        if (isApiError(error, 'forbidden')) return;
        changes.add(changed.kind, changed.id);
        throw error;
      });
      return 0;
    }
    const hasStaff = await extensions.has('staff', new AbortController().signal);
    const step = await nextStep(mirror, { ...parts, hasStaff });
    if (step.action === 'wait' || !(await hasRoom())) {
      await giveUpLease();
      return step.action === 'wait' ? step.ms : parts.pollMs;
    }
    if (!(await holdsLease())) return RENEW_MS;
    const { kind } = step;
    if (step.action === 'detail') {
      await readTranscript(step);
    } else if (step.action === 'verify') {
      await verify(kind, step.id);
    } else {
      await readList(step.action, kind);
    }
    return 0;
  }

  async function readList(action: 'pass' | 'ends', kind: MirroredKind): Promise<void> {
    try {
      if (action === 'pass') return await lists.continuePass(kind);
      const { added, isWhole } = await lists.readEnds(kind);
      if (kind === 'calls') for (const id of added) changes.add(kind, id);
      if (!isWhole) await mirror.changeProgress(kind, (progress) => ({ ...progress, isPassDue: true }));
    } catch (error) {
      if (!isApiError(error, 'forbidden', 'not_found')) throw error;
      await lists.refuse(kind);
    }
  }

  /** A record that the credential may no longer read is removed, too. */
  async function verify(kind: MirroredKind, id: string): Promise<void> {
    const readAt = await mirror.time();
    await lists.readOne(kind, id).catch(async (error: unknown) => {
      if (!isApiError(error, 'forbidden')) throw error;
      await mirror.remove(kind, [id], readAt);
    });
  }

  async function readTranscript({ id, next }: { id: string; next: string | undefined }): Promise<void> {
    const readAt = await mirror.time();
    await lists.readTranscript(id, next).catch(async (error: unknown) => {
      // The platform is well, but this call is not.
      if (!isRecordFailure(error)) throw error;
      await mirror.markUnreadable([id], readAt);
      logger.debug('the transcript of a call cannot be read for the index', { error });
    });
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!pace.stopped) {
      try {
        const idleMs = await work();
        if (failures > 0) logger.info('the index is read again');
        failures = 0;
        if (idleMs > 0) await pace.wait(idleMs);
      } catch (error) {
        if (pace.stopped) break;
        if (error instanceof LeaseLostError) {
          renewedAt = Number.NEGATIVE_INFINITY;
          continue;
        }
        if (failures === 0) logger.warn('the index cannot be continued and will be retried', { error });
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
    changed(kind, id) {
      changes.add(kind, id);
      pace.wake();
    },
    wake: pace.wake,
    async stop() {
      pace.stop();
      await running;
    },
  };
}

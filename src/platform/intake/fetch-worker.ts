import { withJitter } from '../../lib/concurrency/jitter.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type ClaimWorker, startClaimWorker } from '../claim-worker.ts';
import type { ConnectionSettings } from '../outgoing/settings.ts';
import {
  claimFetches,
  listDueFetches,
  nextFetchTime,
  type PendingFetch,
  recordFetch,
} from '../store/calls/call-fetches.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import type { FetchSettings } from './fetch-settings.ts';
import { VendorRequestError } from './vendors/vendor.ts';

/** Jitter as a fraction of the delay, so that calls that failed together are not fetched again together. */
const JITTER = 0.2;

/**
 * Fetches the calls that reports only announce, each when it is due and by one of the processes on this database: the one
 * that claims it. Times that other processes read are those of the shared clock.
 */
export function startFetchWorker(
  store: Store,
  settings: FetchSettings,
  connection: ConnectionSettings,
  logger: Logger,
): Pick<ClaimWorker, 'close'> {
  const workerId = newId('wrk');
  const dueBy = (now: number, limit: number) => {
    const { leaseMs, maxDelayMs } = settings;
    return { now, leaseMs, maxDelayMs, limit };
  };

  async function findDue(db: Db, limit: number) {
    const now = await store.now(db);
    const due = await listDueFetches(db, dueBy(now, limit));
    return { now, due: due.length > 0, next: await nextFetchTime(db, now) };
  }

  async function claim(limit: number) {
    const { now, due, next } = await store.read((db) => findDue(db, limit));
    const claimDue = async (tx: Db) => claimFetches(tx, { workerId, ...dueBy(await store.now(tx), limit) });
    const claimed = due ? await store.write(claimDue, 'rows') : [];
    return { claimed, nextMs: next === undefined ? settings.pollMs : next - now };
  }

  async function fetchAndRecord(pending: PendingFetch, signal: AbortSignal): Promise<void> {
    const claimed = { id: pending.id, workerId };
    try {
      // Loaded with the first call, because most processes fetch none.
      const { fetchCall, recordFetchedCall } = await import('./fetch-call.ts');
      const report = await fetchCall(pending, { settings, connection, signal });
      await store.write((tx) => recordFetchedCall(tx, store, { pending, workerId, report }), { team: pending.team_id });
    } catch (error) {
      if (signal.aborted) {
        // The attempt does not count: another process makes it.
        await store.write((tx) => recordFetch(tx, claimed, { attempts: pending.attempts - 1 }), 'rows');
        return;
      }
      if (error instanceof DatabaseError) throw error;
      await store.write(async (tx) => void (await postpone(tx, pending, error)), 'rows');
    }
  }

  async function postpone(tx: Db, { id, attempts }: PendingFetch, error: unknown): Promise<void> {
    const claimed = { id, workerId };
    const isExpected = error instanceof VendorRequestError;
    if (!isExpected) logger.error('cannot read a call that was fetched', { report: id, error });
    const problem = isExpected ? error.message : 'What was fetched could not be read: the log has the reason.';
    if (!isExpected || !error.retryable || attempts >= settings.maxAttempts) {
      const end = isExpected && error.retryable ? ' It is not tried any more.' : '';
      if (await recordFetch(tx, claimed, { status: 'failed', problem: problem + end, next_at: null }))
        logger.warn('a call was not fetched', { report: id, problem });
      return;
    }
    const delayMs = Math.min(settings.firstDelayMs * 2 ** (attempts - 1), settings.maxDelayMs);
    const jittered = withJitter(delayMs, JITTER);
    const wait = Math.round(Math.max(jittered, Math.min(error.retryAfterMs ?? 0, settings.maxDelayMs)));
    await recordFetch(tx, claimed, { problem, next_at: (await store.now(tx)) + wait });
  }

  const worker = startClaimWorker<PendingFetch>(
    {
      maxConcurrent: settings.maxConcurrent,
      pollMs: settings.pollMs,
      claim,
      run: fetchAndRecord,
      unstored: ({ id }, error) => logger.warn('cannot store a call that was fetched', { report: id, error }),
      failure: 'calls are not fetched: the database is unavailable',
      recovery: 'calls are fetched again',
    },
    logger,
  );
  const stopListening = store.onChange('reports', worker.wake);
  return {
    close() {
      stopListening();
      return worker.close();
    },
  };
}

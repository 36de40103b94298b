import { setTimeout as delay } from 'node:timers/promises';
import type { CallReport } from '../../contract/index.ts';
import { DatabaseError } from '../../lib/database-error.ts';
import { createFailureLog } from '../../lib/failure-log.ts';
import { newId } from '../../lib/ids.ts';
import { withJitter } from '../../lib/jitter.ts';
import type { Logger } from '../../lib/logger.ts';
import { Secret } from '../../lib/secret.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import type { ConnectionSettings } from '../outgoing/settings.ts';
import { claimFetches, listDueFetches, nextFetchTime, type PendingFetch, recordFetch } from '../store/call-fetches.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { FetchSettings } from './fetch-settings.ts';
import { readReport, storableReport } from './read-report.ts';
import { recordCall } from './record-call.ts';
import { VENDORS } from './vendors/index.ts';
import { VendorRequestError } from './vendors/vendor.ts';

export interface FetchWorker {
  /** Aborts what is being fetched, and leaves it to another process. */
  close(): Promise<void>;
}

/** Jitter as a fraction of the delay, so that calls that failed together are not fetched again together. */
const JITTER = 0.2;
/** Minimum time between two ticks after change notifications, so that many changes in succession share one. */
const MIN_TICK_INTERVAL_MS = 100;
/** Delay after a database failure. */
const FAILURE_DELAY_MS = 30_000;

/**
 * Fetches the calls that reports only announce, each when it is due and by one of the processes on this database: the one
 * that claims it. Times that other processes read are those of the shared clock.
 */
export function startFetchWorker(
  store: Store,
  settings: FetchSettings,
  connection: ConnectionSettings,
  logger: Logger,
): FetchWorker {
  const workerId = newId('wrk');
  const database = createFailureLog(logger, {
    failure: 'calls are not fetched: the database is unavailable',
    recovery: 'calls are fetched again',
  });
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let lastTick = Number.NEGATIVE_INFINITY;
  const { wake, sleep, close } = createWorkLoop(tick, settings.pollMs, gather);

  /** Every change wakes this worker, and few of them announce a call. */
  async function gather(): Promise<void> {
    if (performance.now() - lastTick < MIN_TICK_INTERVAL_MS) await delay(MIN_TICK_INTERVAL_MS);
    lastTick = performance.now();
  }

  async function tick(): Promise<void> {
    const limit = settings.maxConcurrent - inFlight.size;
    // The next one that ends wakes again.
    if (limit <= 0) return;
    try {
      const { now, due, next } = await store.read((db) => findDue(db, limit));
      const claimed = due ? await store.write((tx) => claim(tx, limit), 'rows') : [];
      database.succeeded();
      for (const report of claimed) start(report);
      sleep(next === undefined ? settings.pollMs : next - now);
    } catch (error) {
      database.failed(error);
      sleep(FAILURE_DELAY_MS);
    }
  }

  const dueBy = (now: number, limit: number) => {
    const { leaseMs, maxDelayMs } = settings;
    return { now, leaseMs, maxDelayMs, limit };
  };

  async function findDue(db: Db, limit: number) {
    const now = await store.now(db);
    const due = await listDueFetches(db, dueBy(now, limit));
    return { now, due: due.length > 0, next: await nextFetchTime(db, now) };
  }

  async function claim(tx: Db, limit: number): Promise<PendingFetch[]> {
    return claimFetches(tx, { workerId, ...dueBy(await store.now(tx), limit) });
  }

  function start(pending: PendingFetch): void {
    const task = fetchAndRecord(pending)
      .catch((error: unknown) => logger.warn('cannot store a call that was fetched', { report: pending.id, error }))
      .finally(() => {
        inFlight.delete(task);
        wake();
      });
    inFlight.add(task);
  }

  async function fetchAndRecord(pending: PendingFetch): Promise<void> {
    const claimed = { id: pending.id, workerId };
    try {
      const report = await fetchReport(pending);
      await store.write((tx) => complete(tx, pending, report), { team: pending.team_id });
    } catch (error) {
      if (closing.signal.aborted) {
        // The attempt does not count: another process makes it.
        await store.write((tx) => recordFetch(tx, claimed, { attempts: pending.attempts - 1 }), 'rows');
        return;
      }
      if (error instanceof DatabaseError) throw error;
      await store.write(async (tx) => void (await postpone(tx, pending, error)), 'rows');
    }
  }

  async function fetchReport({ vendor: name, body, credential }: PendingFetch): Promise<CallReport> {
    const vendor = VENDORS[name];
    const parsed = vendor && body !== null ? readReport(vendor, body) : undefined;
    const what = parsed && parsed.kind !== 'unknown' ? parsed.fetch : undefined;
    if (!vendor?.fetchCall || !what) throw new VendorRequestError('There is nothing to fetch any more.', false);
    if (credential === null) throw new VendorRequestError('The source has no API key any more.', false);
    const limit = new AbortController();
    const tooLong = new VendorRequestError(`${name} took too long.`, true);
    const limitTimer = setTimeout(() => limit.abort(tooLong), settings.timeoutMs);
    try {
      // Imported with the first call, because most processes fetch none.
      const { createFetchJson } = await import('./fetch-json.ts');
      const { requestMs: timeoutMs, origins } = settings;
      const signal = AbortSignal.any([closing.signal, limit.signal]);
      const get = createFetchJson({ connection, signal, timeoutMs, origins });
      // Registered, so that logs redact it.
      const key = new Secret(credential);
      return await vendor.fetchCall(what, key.reveal(), get);
    } finally {
      clearTimeout(limitTimer);
    }
  }

  /** Stores what was fetched, and records the call with it. */
  async function complete(tx: Db, pending: PendingFetch, report: CallReport): Promise<void> {
    const { team_id: teamId, source_id: sourceId } = pending;
    const callReference = pending.call_reference ?? report.call_id;
    const fetched_json = JSON.stringify(storableReport({ ...report, call_id: callReference }));
    const outcome = { status: 'understood', problem: null, next_at: null, fetched_json } as const;
    const isOurs = await recordFetch(tx, { id: pending.id, workerId }, { ...outcome, call_reference: callReference });
    const vendor = VENDORS[pending.vendor];
    if (isOurs && vendor) await recordCall(tx, { teamId, sourceId, vendor, callReference }, await store.now(tx));
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

  const stopListening = store.onChange(wake);
  wake();
  return {
    async close() {
      closing.abort();
      stopListening();
      await close();
      await Promise.all(inFlight);
    },
  };
}

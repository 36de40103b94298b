import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, ApiError } from '../api/index.ts';
import { withJitter } from '../lib/concurrency/jitter.ts';
import { forEachInSlices } from '../lib/concurrency/slices.ts';
import { evictOldest } from '../lib/evict-oldest.ts';
import { createFailureLog, type FailureLog } from '../lib/logging/failure-log.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { MAX_EVENT_IDS } from './deduplicate.ts';
import type { PlatformEvent } from './event.ts';
import {
  type ListSnapshot,
  MAX_SNAPSHOT_RECORDS,
  type SnapshotOptions,
  snapshotBookings,
  snapshotCalls,
} from './list-snapshot.ts';
import { truncateRecord } from './normalize-payload.ts';
import { type Change, diffBookings, diffCalls, type SnapshotDiff } from './snapshot-diff.ts';

/** Maximum backoff while the platform fails, in milliseconds, unless the configured interval is longer. */
const MAX_DELAY_MS = 10 * 60_000;
/** Random variation of the interval, as a fraction, so that many servers do not poll simultaneously. */
const JITTER = 0.1;

interface PollOptions {
  api: Pick<Api, 'listBookings' | 'listCalls'>;
  /** From the end of one poll to the start of the next, in milliseconds. */
  intervalMs: number;
  emit(event: PlatformEvent): void;
  clock: Clock;
  logger: Logger;
  /** Maximum number of records in a snapshot of a list. */
  maxRecords?: number;
  /** Ids of the events that were reported before the baseline. */
  reported?: Iterable<string>;
}

export interface Poller {
  /** Resolves to the time (UTC) of the first successful poll, whose snapshots are the baseline of the next. */
  baseline: Promise<string>;
  /** Returns a sentence for each reason why events may be missing. */
  gaps(): string[];
  /** Aborts the current poll and stops. */
  stop(): Promise<void>;
}

interface PolledList {
  name: string;
  takeSnapshot: (signal: AbortSignal) => Promise<ListSnapshot>;
  diff: SnapshotDiff;
  /** True if the last snapshot had the whole list. */
  complete: boolean;
  /** Why the last poll of the list failed; `refused`: the key may not read it. */
  failure: 'refused' | 'failed' | undefined;
  log: FailureLog;
}

/** Polls the lists of the platform and emits an event for each change between two polls. Polls never overlap. */
export function startPolling(options: PollOptions): Poller {
  const { intervalMs } = options;
  const stopped = new AbortController();
  const lists = polledLists(options);
  const reported = new Set(options.reported);
  let failures = 0;
  let hasBaseline = false;
  let resolveBaseline: (at: string) => void = () => {};
  const baseline = new Promise<string>((resolve) => {
    resolveBaseline = resolve;
  });

  const poll = async () => {
    for (const list of lists) await pollList(list, options, reported, stopped.signal);
    const failed = lists.some((list) => list.failure === 'failed');
    failures = failed ? failures + 1 : 0;
    hasBaseline ||= !failed;
    if (hasBaseline) resolveBaseline(new Date(options.clock.now()).toISOString());
  };
  const runLoop = async () => {
    while (!stopped.signal.aborted) {
      const delayMs = Math.min(intervalMs * 2 ** Math.min(failures, 10), Math.max(intervalMs, MAX_DELAY_MS));
      await delay(withJitter(delayMs, JITTER), undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      if (!stopped.signal.aborted) await poll();
    }
  };
  const running = poll().then(runLoop);
  return {
    baseline,
    gaps: () => [...(hasBaseline ? [] : ['Polling: the first poll is not finished.']), ...lists.flatMap(gapsOf)],
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

function polledLists({ api, ...options }: PollOptions): PolledList[] {
  const snapshotOptions: SnapshotOptions = options;
  const list = (name: string, takeSnapshot: PolledList['takeSnapshot'], diff: SnapshotDiff): PolledList => ({
    name,
    takeSnapshot,
    diff,
    complete: true,
    failure: undefined,
    log: createFailureLog(
      options.logger,
      { failure: 'polling failed and will be retried', recovery: `polling of ${name} works again` },
      options.clock,
    ),
  });
  return [
    list('bookings', (signal) => snapshotBookings(api, signal, snapshotOptions), diffBookings()),
    list('calls', (signal) => snapshotCalls(api, signal, snapshotOptions), diffCalls()),
  ];
}

async function pollList(
  list: PolledList,
  { emit, clock, logger }: PollOptions,
  reported: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const snapshot = await list.takeSnapshot(signal);
    if (list.complete && !snapshot.complete) logger.warn(`polling: ${incomplete(list.name)}`);
    list.complete = snapshot.complete;
    list.failure = undefined;
    list.log.succeeded();
    await forEachInSlices(list.diff.update(snapshot, clock.now()), (change) =>
      emit(eventOf(change, reported, clock.now())),
    );
  } catch (error) {
    if (signal.aborted) return;
    list.log.failed(error, { list: list.name });
    list.failure = error instanceof ApiError && error.details.kind === 'forbidden' ? 'refused' : 'failed';
  }
}

function eventOf(change: Change, reported: Set<string>, now: number): PlatformEvent {
  const { type, kind, record, at } = change;
  const receivedAt = new Date(now).toISOString();
  return {
    id: newIdOf(change, reported),
    type,
    at: at ?? receivedAt,
    receivedAt,
    kind,
    recordId: record.id,
    source: 'poll',
    data: truncateRecord(record.data),
  };
}

/**
 * Derives an event id from the change, so that all processes give it the same id. A record that is back in an earlier state
 * has changed again, so ids that were reported are left out.
 */
function newIdOf({ type, record }: Change, reported: Set<string>): string {
  for (let occurrence = 1; ; occurrence++) {
    const parts = [type, record.id, record.digest, ...(occurrence > 1 ? [occurrence] : [])];
    const id = `poll_${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20)}`;
    if (reported.has(id)) continue;
    reported.add(id);
    evictOldest(reported, MAX_EVENT_IDS);
    return id;
  }
}

const incomplete = (name: string) =>
  `there are more ${name} than one poll reads, which is up to ${MAX_SNAPSHOT_RECORDS}; only the first and last pages are compared`;

function gapsOf({ name, complete, failure }: PolledList): string[] {
  const reasons = [
    failure === 'refused' ? `the key may not read ${name}` : failure ? `the last poll of ${name} failed` : '',
    complete ? '' : incomplete(name),
  ];
  return reasons.filter(Boolean).map((reason) => `Polling: ${reason}.`);
}

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, ApiError } from '../api/index.ts';
import type { Logger } from '../lib/logger.ts';
import { forEachInSlices } from '../lib/slices.ts';
import type { Clock } from '../lib/time/clock.ts';
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

export interface PollOptions {
  api: Pick<Api, 'listBookings' | 'listCalls'>;
  /** From the end of one poll to the start of the next, in milliseconds. */
  intervalMs: number;
  emit(event: PlatformEvent): void;
  clock: Clock;
  logger: Logger;
  /** Maximum number of records in a snapshot of a list. */
  maxRecords?: number;
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
}

/** Polls the lists of the platform and emits an event for each change between two polls. Polls never overlap. */
export function startPolling(options: PollOptions): Poller {
  const { logger, intervalMs } = options;
  const stopped = new AbortController();
  const lists = polledLists(options);
  let failures = 0;
  let hasBaseline = false;
  let resolveBaseline: (at: string) => void = () => {};
  const baseline = new Promise<string>((resolve) => {
    resolveBaseline = resolve;
  });

  const poll = async () => {
    const wasFailing = failures > 0;
    for (const list of lists) await pollList(list, options, stopped.signal);
    const failed = lists.some((list) => list.failure === 'failed');
    failures = failed ? failures + 1 : 0;
    hasBaseline ||= !failed;
    if (hasBaseline) resolveBaseline(new Date(options.clock.now()).toISOString());
    if (wasFailing && !failed) logger.info('polling works again');
  };
  const runLoop = async () => {
    while (!stopped.signal.aborted) {
      const delayMs = Math.min(intervalMs * 2 ** Math.min(failures, 10), Math.max(intervalMs, MAX_DELAY_MS));
      const withJitter = delayMs * (1 + JITTER * (2 * Math.random() - 1));
      await delay(withJitter, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
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
  });
  return [
    list('bookings', (signal) => snapshotBookings(api, signal, snapshotOptions), diffBookings()),
    list('calls', (signal) => snapshotCalls(api, signal, snapshotOptions), diffCalls()),
  ];
}

async function pollList(list: PolledList, { emit, clock, logger }: PollOptions, signal: AbortSignal): Promise<void> {
  try {
    const snapshot = await list.takeSnapshot(signal);
    if (list.complete && !snapshot.complete) logger.warn(`polling: ${incomplete(list.name)}`);
    list.complete = snapshot.complete;
    list.failure = undefined;
    await forEachInSlices(list.diff.update(snapshot), (change) => emit(eventOf(change, clock.now())));
  } catch (error) {
    if (signal.aborted) return;
    if (!list.failure) logger.warn('polling failed and will be retried', { list: list.name, error });
    list.failure = error instanceof ApiError && error.details.kind === 'forbidden' ? 'refused' : 'failed';
  }
}

/** Derives the event id from the change, so that all processes give it the same id. */
function eventOf({ type, kind, record, at }: Change, now: number): PlatformEvent {
  const digest = createHash('sha256')
    .update(JSON.stringify([type, record.id, record.digest]))
    .digest('base64url');
  const receivedAt = new Date(now).toISOString();
  return {
    id: `poll_${digest.slice(0, 20)}`,
    type,
    at: at ?? receivedAt,
    receivedAt,
    kind,
    recordId: record.id,
    source: 'poll',
    data: truncateRecord(record.data),
  };
}

const incomplete = (name: string) =>
  `there are more than ${MAX_SNAPSHOT_RECORDS} ${name}; only the first and last pages are compared`;

function gapsOf({ name, complete, failure }: PolledList): string[] {
  const reasons = [
    failure === 'refused' ? `the key may not read ${name}` : failure ? `the last poll of ${name} failed` : '',
    complete ? '' : incomplete(name),
  ];
  return reasons.filter(Boolean).map((reason) => `Polling: ${reason}.`);
}

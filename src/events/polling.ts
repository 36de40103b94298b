import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, ApiError } from '../api/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { PlatformEvent } from './event.ts';
import {
  type ListSnapshot,
  MAX_SNAPSHOT_RECORDS,
  type SnapshotOptions,
  snapshotBookings,
  snapshotCalls,
} from './list-snapshot.ts';
import { bounded } from './normalize-payload.ts';
import { type Change, diffBookings, diffCalls, type SnapshotDiff } from './snapshot-diff.ts';

/** The longest pause between tries while the platform does not answer, in milliseconds. */
const MAX_PAUSE_MS = 10 * 60_000;
/** How much pauses vary, so that many servers do not ask at once. */
const JITTER = 0.1;

export interface PollOptions {
  api: Pick<Api, 'listBookings' | 'listCalls'>;
  /** From the end of one look to the beginning of the next, in milliseconds. */
  everyMs: number;
  take(event: PlatformEvent): void;
  clock: Clock;
  logger: Logger;
  /** Records of a list that one look reads. */
  maxRecords?: number;
}

export interface Poller {
  /** Gives the time of the first look that did not fail, which the others are compared with: UTC. */
  first: Promise<string>;
  /** What may have been missed, as sentences. */
  gaps(): string[];
  /** Ends a look under way, and looks no more. */
  stop(): Promise<void>;
}

/** One list that is looked at. */
interface PolledList {
  name: string;
  look: (signal: AbortSignal) => Promise<ListSnapshot>;
  comparison: SnapshotDiff;
  whole: boolean;
  /** Why the last look failed, if it did; `refused`: the key may not read this list. */
  failed: 'refused' | 'failed' | undefined;
}

/** Asks the platform again and again what there is, and tells what changed. Looks never overlap. */
export function startPolling(options: PollOptions): Poller {
  const { logger, everyMs } = options;
  const stopped = new AbortController();
  const lists = watched(options);
  let failures = 0;
  let looked = false;
  let began: (at: string) => void = () => {};
  const first = new Promise<string>((resolve) => {
    began = resolve;
  });

  const round = async () => {
    const before = failures > 0;
    for (const list of lists) await pollList(list, options, stopped.signal);
    const failed = lists.some((list) => list.failed === 'failed');
    failures = failed ? failures + 1 : 0;
    looked ||= !failed;
    if (looked) began(new Date(options.clock.now()).toISOString());
    if (before && !failed) logger.info('polling works again');
  };
  const goOn = async () => {
    while (!stopped.signal.aborted) {
      const length = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(everyMs, MAX_PAUSE_MS));
      const varied = length * (1 + JITTER * (2 * Math.random() - 1));
      await pause(varied, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      if (!stopped.signal.aborted) await round();
    }
  };
  const running = round().then(goOn);
  return {
    first,
    gaps: () => [...(looked ? [] : ['Polling: the first look is not over.']), ...lists.flatMap(gapOf)],
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

function watched({ api, ...options }: PollOptions): PolledList[] {
  const looking: SnapshotOptions = options;
  const list = (name: string, look: PolledList['look'], comparison: SnapshotDiff): PolledList => ({
    name,
    look,
    comparison,
    whole: true,
    failed: undefined,
  });
  return [
    list('bookings', (signal) => snapshotBookings(api, signal, looking), diffBookings()),
    list('calls', (signal) => snapshotCalls(api, signal, looking), diffCalls()),
  ];
}

async function pollList(list: PolledList, { take, clock, logger }: PollOptions, signal: AbortSignal): Promise<void> {
  try {
    const look = await list.look(signal);
    if (list.whole && !look.complete) logger.warn(`polling: ${partial(list.name)}`);
    list.whole = look.complete;
    list.failed = undefined;
    for (const change of list.comparison.changes(look)) take(eventOf(change, clock.now()));
  } catch (error) {
    if (signal.aborted) return;
    if (!list.failed) logger.warn('polling failed, and is tried again', { list: list.name, error });
    list.failed = error instanceof ApiError && error.details.kind === 'forbidden' ? 'refused' : 'failed';
  }
}

/** The same change has the same id, whichever process sees it. */
function eventOf({ type, kind, record: sight, at }: Change, now: number): PlatformEvent {
  const digest = createHash('sha256')
    .update(JSON.stringify([type, sight.id, sight.digest]))
    .digest('base64url');
  const seen = new Date(now).toISOString();
  return {
    id: `poll_${digest.slice(0, 20)}`,
    type,
    at: at ?? seen,
    receivedAt: seen,
    kind,
    recordId: sight.id,
    source: 'poll',
    data: bounded(sight.data),
  };
}

const partial = (name: string) =>
  `there are more than ${MAX_SNAPSHOT_RECORDS} ${name}; only the first and last pages are compared`;

function gapOf({ name, whole, failed }: PolledList): string[] {
  const reasons = [
    failed === 'refused' ? `the key may not read ${name}` : failed ? `the last look at ${name} failed` : '',
    whole ? '' : partial(name),
  ];
  return reasons.filter(Boolean).map((reason) => `Polling: ${reason}.`);
}

import { createFailureLog } from '../../lib/logging/failure-log.ts';
import { createLogThrottle } from '../../lib/logging/log-throttle.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { countRefusals } from '../store/calls/call-sources.ts';
import type { Store } from '../store/store.ts';

/** Why a delivery was refused, as `calls sources log` shows it. */
export type RefusalReason =
  | 'no signature'
  | 'malformed signature'
  | 'timestamp outside of the window'
  | 'wrong signature'
  | 'too large'
  | 'incomplete'
  | 'not UTF-8'
  | 'too many not understood';

/** Time for which refusals are collected before they are stored: a flood of them costs one write a second. */
const FLUSH_MS = 1_000;

export interface Refusals {
  /** Logs that a genuine report was stored and not understood, as when a vendor has changed its form: its call is missing. */
  notUnderstood(sourceId: string): void;
  /** Counts the refusal of a delivery to a known source. */
  count(sourceId: string, reason: RefusalReason, at: number): void;
  close(): Promise<void>;
}

interface Refused {
  source_id: string;
  reason: RefusalReason;
  count: number;
  last_at: number;
}

/**
 * Counts refused deliveries by source and reason, and stores the counts. Anyone can send a delivery, so only numbers are kept.
 */
export function createRefusals(store: Store, logger: Logger): Refusals {
  /** At most one entry for each source and reason. */
  let pending = new Map<string, Refused>();
  const counting = createFailureLog(logger, {
    failure: 'refused deliveries of calls cannot be counted',
    recovery: 'refused deliveries of calls are counted again',
  });
  const throttle = createLogThrottle();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();
  let isClosed = false;

  function flush(): void {
    timer = undefined;
    const rows = [...pending.values()];
    pending = new Map();
    flushing = flushing
      .then(() => store.write((tx) => countRefusals(tx, rows), 'rows'))
      .then(counting.succeeded)
      .catch((error: unknown) => {
        counting.failed(error);
        for (const row of rows) add(row);
        if (!isClosed) flushSoon();
      });
  }

  function flushSoon(): void {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function add({ source_id, reason, count, last_at }: Refused): void {
    const key = `${source_id} ${reason}`;
    const before = pending.get(key);
    pending.set(key, {
      source_id,
      reason,
      count: (before?.count ?? 0) + count,
      last_at: Math.max(before?.last_at ?? 0, last_at),
    });
  }

  return {
    notUnderstood(source) {
      const count = throttle.take(`${source} not understood`);
      if (count > 0) logger.warn('reports of calls were not understood', { source, count });
    },
    count(source_id, reason, last_at) {
      // Here and not with the write, which is repeated if the database fails.
      const count = throttle.take(`${source_id} ${reason}`);
      if (count > 0) logger.warn('reports of calls were refused', { source: source_id, reason, count });
      add({ source_id, reason, count: 1, last_at });
      flushSoon();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      // A write that fails leaves its counts to the last one.
      await flushing;
      if (pending.size > 0) flush();
      await flushing;
    },
  };
}

import type { Logger } from '../lib/logger.ts';
import { encode, type Origin } from './encode.ts';
import { post } from './post.ts';
import type { TracingSettings } from './settings.ts';
import type { Span } from './span.ts';

export interface ExporterOptions {
  settings: TracingSettings;
  origin: Origin;
  logger: Logger;
}

export interface Exporter {
  /** Takes a span; it is sent with others, later. */
  add(span: Span): void;
  /** Sends what waits, for two seconds at most, and ends. */
  close(): Promise<void>;
}

/** How often one post is tried. */
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The end of the program waits no longer than this, in milliseconds. */
const FLUSH_MS = 2_000;

/** Sends spans in batches, one at a time. What cannot be sent is dropped: nobody waits for it, and the log says so once. */
export function createExporter({ settings, origin, logger }: ExporterOptions): Exporter {
  const { queueSize, batchSize, delayMs } = settings;
  const waiting: Span[] = [];
  const ending = new AbortController();
  let dropped = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  /** What is being sent; settles when nothing more is. */
  let sending: Promise<void> | undefined;
  let stopped = false;
  let wake = () => {};

  /** At the end, what does not work is not tried again. */
  let givenUp = false;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms).unref();
    });
  const failed = (reason: string, count: number) => {
    dropped += count;
    // Once for each time that it begins to fail: spans come by the thousand.
    if (!failing) logger.warn('traces are not exported', { reason, to: settings.url.host });
    failing = true;
    givenUp = stopped;
  };
  const worked = (rejected: number) => {
    if (failing) logger.info('traces are exported again', { dropped });
    failing = false;
    dropped = 0;
    if (rejected > 0) failed(`${rejected} spans were rejected`, rejected);
  };
  const deliver = async (batch: readonly Span[]) => {
    const body = encode(batch, origin);
    for (let tries = 1; ; tries++) {
      const posted = await post(body, settings, ending.signal);
      if (posted.ok) return worked(posted.rejected);
      const last = !posted.again || tries >= TRIES || stopped;
      failed(posted.reason, last ? batch.length : 0);
      if (last) return;
      const backoff = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      await pause(Math.min(posted.afterMs ?? backoff, LONGEST_PAUSE_MS));
      // Whoever asked to be left alone is.
      if (stopped && posted.afterMs !== undefined) return failed(posted.reason, batch.length);
    }
  };
  const send = async () => {
    for (let left = waiting.length; left > 0 && !givenUp; left -= batchSize) {
      await deliver(waiting.splice(0, batchSize));
    }
    sending = undefined;
    if (givenUp) return;
    if (waiting.length >= batchSize || (stopped && waiting.length > 0)) start();
    else if (waiting.length > 0) schedule();
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= send();
  };
  const schedule = () => {
    if (!stopped) timer ??= setTimeout(start, delayMs).unref();
  };
  return {
    add(span) {
      if (stopped) return;
      if (waiting.length >= queueSize) return failed('more spans than can be kept', 1);
      waiting.push(span);
      if (sending) return;
      if (waiting.length >= batchSize) start();
      else schedule();
    },
    async close() {
      stopped = true;
      wake();
      const end = setTimeout(() => ending.abort(), FLUSH_MS);
      if (waiting.length > 0) start();
      while (sending) await sending;
      clearTimeout(end);
      if (dropped + waiting.length > 0) logger.warn('traces were lost', { count: dropped + waiting.length });
    },
  };
}

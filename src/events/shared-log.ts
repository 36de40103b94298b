import { isObject, type JsonObject } from '../lib/json.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { PlatformEvent } from './event.ts';
import { MAX_EVENTS } from './event-buffer.ts';
import type { EventBus } from './event-bus.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';
import { isRewrite, type SentEvent, subjectOf } from './rewrite.ts';

export interface LogEntry {
  position: number;
  id: string;
  entry: JsonObject;
}

/** Append-only log that all replicas of a server share, as `src/shared-state/event-log.ts` implements it. */
export interface SharedLog {
  /** Appends an entry, unless the log has one with this id. Returns whether it did. */
  append(id: string, entry: JsonObject): Promise<boolean>;
  /** Changes the content of an entry in its place, if the log still has it. */
  change(id: string, change: (entry: JsonObject) => JsonObject): Promise<void>;
  after(position: number | undefined, limit: number): Promise<LogEntry[]>;
  has(entry: Pick<LogEntry, 'position' | 'id'>): Promise<boolean>;
  onAppend(listener: () => void): () => void;
}

interface LogOptions {
  log: SharedLog;
  bus: EventBus;
  clock: Clock;
  logger: Logger;
  /** Events before this time are historical, in milliseconds since the epoch: no listener existed then. */
  listeningSince: number;
  /** True if no other source exists: the buffer then adopts the positions of the log. */
  onlySource: boolean;
}

/**
 * Appends an event. One that the platform has rewritten since replaces its body in the log and, by a further entry, in the memory of
 * all that have read it.
 * @param signedAt the signed time of its delivery, in seconds since the epoch; undefined if it was not signed.
 */
export async function appendEvent(log: SharedLog, event: PlatformEvent, signedAt?: number): Promise<void> {
  const { id, data, receivedAt } = event;
  const isNew = await log.append(id, { event, ...(signedAt === undefined ? {} : { signed_at: signedAt }) });
  if (isNew || signedAt === undefined) return;
  let isRewritten = false;
  await log.change(id, (entry) => {
    const [kept, sent] = [sentOf(entry.event, entry.signed_at), sentOf(event, signedAt)];
    isRewritten = kept !== undefined && sent !== undefined && isRewrite(kept, sent);
    return isRewritten ? { ...entry, event: { ...(entry.event as object), data }, signed_at: signedAt } : entry;
  });
  if (isRewritten) await log.append(`${id} rewritten ${receivedAt}`, { rewritten: { id, data } });
}

/** An event as it is compared with another delivery of it; undefined for an entry of the log that is no event. */
function sentOf(event: unknown, signedAt: unknown): SentEvent | undefined {
  if (!isObject(event)) return undefined;
  const { data, ...known } = event as unknown as PlatformEvent;
  return {
    subject: subjectOf(known),
    content: JSON.stringify(data),
    signedAt: typeof signedAt === 'number' ? signedAt : undefined,
  };
}

/** Records for all readers of the log that events before this instant (UTC) may be missing. */
export async function appendHistoryStart(log: SharedLog, instant: string): Promise<void> {
  await log.append(`begins ${instant}`, { begins: instant });
}

/** Emits the recent and all future events of the log, including those of other replicas. */
export function followLog({ log, bus, clock, logger, listeningSince, onlySource }: LogOptions): EventFeed {
  const { buffer } = bus;
  /** The last entry that was read. */
  let last: Pick<LogEntry, 'position' | 'id'> | undefined;
  let restoredAt: number | undefined;
  /** Only the first read tells historical events by their times, because clocks may be wrong, and may be set back. */
  let isHistorical = (receivedAt: string) => Date.parse(receivedAt) < listeningSince;
  const process = ({ position, entry: { event, begins, rewritten } }: LogEntry) => {
    if (typeof begins === 'string') buffer.truncateBefore(begins);
    if (isObject(rewritten)) buffer.rewrite(rewritten as unknown as Pick<PlatformEvent, 'id' | 'data'>);
    if (!isObject(event)) return;
    const logged = event as unknown as PlatformEvent;
    bus.emit(logged, { historical: isHistorical(logged.receivedAt), sequence: onlySource ? position : undefined });
  };
  /** More entries were appended than the log retains since it was last read, such as while its database was away. */
  const skipPruned = ({ position, entry: { event } }: LogEntry, known: number) => {
    if (position <= known + 1) return;
    buffer.skip(onlySource ? position - 1 : undefined);
    if (isObject(event)) buffer.truncateBefore(String(event.receivedAt));
  };
  const begin = async () => {
    const entries = await log.after(undefined, MAX_EVENTS);
    const [first] = entries;
    if (onlySource) buffer.adoptSequence('log', (first?.position ?? 1) - 1);
    if (isObject(first?.entry.event)) buffer.extendBackTo(String(first.entry.event.receivedAt));
    return entries;
  };
  /** The database was restored from an older copy: its log ends earlier, and continues with other entries. */
  const restart = async () => {
    const entries = await log.after(undefined, MAX_EVENTS);
    const current = new Set(entries.map(({ id }) => id));
    restoredAt = clock.now();
    bus.restart(
      'webhook',
      new Date(restoredAt).toISOString(),
      ({ source, id }) => source === 'platform' || current.has(id),
    );
    return entries;
  };
  const read = async () => {
    for (;;) {
      const known = last;
      const isReplaced = known !== undefined && !(await log.has(known));
      const entries = isReplaced
        ? await restart()
        : known
          ? await log.after(known.position, MAX_EVENTS)
          : await begin();
      if (known && !isReplaced && entries[0]) skipPruned(entries[0], known.position);
      for (const entry of entries) process(entry);
      isHistorical = () => false;
      last = entries.at(-1) ?? (isReplaced ? undefined : known);
      if (entries.length < MAX_EVENTS) return;
    }
  };
  const source = { name: 'events of other replicas', read, onAppend: log.onAppend, restoredAt: () => restoredAt };
  return createEventFeed(source, clock, logger);
}

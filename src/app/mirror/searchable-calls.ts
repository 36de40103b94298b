import type { Api, SearchableCalls } from '../../api/index.ts';
import type { CancelSignal } from '../../lib/cancellation.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { Mirror, SourceRecord } from '../../platform/mirror/index.ts';
import { isApiError, isRecordFailure } from './list-reader.ts';
import { createUnreadableCalls, MAX_UNREADABLE } from './unreadable-calls.ts';

/** Transcripts that one search reads from the platform first, such as those of calls that have just ended. */
const MAX_READ = 60;
/** Those that it reads at the same time. */
const CONCURRENCY = 6;
/** How long a search does not request a transcript again that could not be read, in milliseconds. */
const UNREADABLE_MS = 10 * 60_000;

interface Parts {
  api: Api;
  mirror: Mirror;
  signal: CancelSignal;
}

/** Finds the calls whose transcripts a mirror can search before it has those of all. */
export function createSearchableCallsFinder(clock: Clock) {
  const unreadable = createUnreadableCalls(clock, UNREADABLE_MS);

  /** Reads transcripts until the platform fails. */
  async function readTranscripts(ids: readonly string[], { api, mirror, signal }: Parts): Promise<void> {
    for (let start = 0; start < ids.length; start += CONCURRENCY) {
      const records: SourceRecord[] = [];
      const gone: string[] = [];
      const readOne = async (id: string) => {
        try {
          records.push({ id, read: await api.getCall({ id, signal }) });
        } catch (error) {
          if (isApiError(error, 'not_found')) gone.push(id);
          else if (isRecordFailure(error)) unreadable.add(id);
          else throw error;
        }
      };
      const readAt = await mirror.time();
      const reads = await Promise.allSettled(ids.slice(start, start + CONCURRENCY).map(readOne));
      if (records.length > 0) await mirror.store({ kind: 'calls', records, readAt, form: 'detail' });
      if (gone.length > 0) await mirror.remove('calls', gone, readAt);
      const failure = reads.find((read) => read.status === 'rejected');
      if (isApiError(failure?.reason, 'unauthorized', 'cancelled')) throw failure.reason;
      if (failure) return;
    }
  }

  /**
   * Reads the newest transcripts that are missing in a window, and returns which calls of it can be searched then; undefined if
   * none can.
   */
  return async (window: TimeRange, parts: Parts): Promise<SearchableCalls | undefined> => {
    // Those that are forgotten are requested again.
    if (unreadable.current().size >= MAX_UNREADABLE) unreadable.clear();
    const skipped = unreadable.current();
    const missing = () => parts.mirror.callsWithoutDetail(MAX_READ + skipped.size + 1, window);
    const isReadable = ({ id }: { id: string }) => !skipped.has(id);
    const readable = (await missing()).filter(isReadable).slice(0, MAX_READ);
    await readTranscripts(
      readable.map(({ id }) => id),
      parts,
    );
    const remaining = await missing();
    const next = remaining.findIndex(isReadable);
    const startedAt = remaining[next]?.startedAt;
    if (startedAt === undefined) return { from: undefined, unreadable: remaining.length };
    const from = startedAt + 1;
    if (window.to !== undefined && from >= Date.parse(window.to)) return undefined;
    return { from: new Date(from).toISOString(), unreadable: next };
  };
}

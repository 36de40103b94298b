import type { Api, SearchableCalls } from '../../api/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { Mirror, PlatformRecord } from '../../platform/mirror/index.ts';
import { isApiError, isRecordFailure, isServerFailure } from './list-reader.ts';
import { MAX_UNREADABLE } from './schedule.ts';

/** Transcripts that one search reads from the platform first, such as those of calls that have just ended. */
const MAX_READ = 60;
/** Those that it reads at the same time. */
const CONCURRENCY = 6;

interface Parts {
  api: Api;
  mirror: Mirror;
  signal: CancelSignal;
}

/**
 * Reads the newest transcripts that a mirror lacks in a window, and returns which calls of it can be searched then, although the
 * mirror does not have all transcripts; undefined if none can.
 */
export async function findSearchableCalls(window: TimeRange, parts: Parts): Promise<SearchableCalls | undefined> {
  const { mirror } = parts;
  if ((await mirror.progress()).calls.refused) return undefined;
  if ((await mirror.countUnreadable({})) < MAX_UNREADABLE) {
    await readTranscripts(await mirror.callsWithoutDetail(MAX_READ, window), parts);
  }
  const [missing] = await mirror.callsWithoutDetail(1, window);
  const start = missing && missing.startedAt + 1;
  if (start !== undefined && window.to !== undefined && start >= Date.parse(window.to)) return undefined;
  const from = start === undefined ? undefined : new Date(start).toISOString();
  return { from, unreadable: await mirror.countUnreadable({ ...window, ...(from === undefined ? {} : { from }) }) };
}

/** Reads transcripts until the platform fails. */
async function readTranscripts(calls: readonly { id: string }[], { api, mirror, signal }: Parts): Promise<void> {
  for (let start = 0; start < calls.length; start += CONCURRENCY) {
    const records: PlatformRecord[] = [];
    const [gone, unreadable]: [string[], string[]] = [[], []];
    const readOne = async ({ id }: { id: string }) => {
      try {
        records.push({ id, read: await api.getCall({ id, signal }) });
      } catch (error) {
        if (isApiError(error, 'not_found')) gone.push(id);
        // Whether a server failure is one of this call, or of the platform as a whole, is found out in the background.
        else if (isRecordFailure(error) && !isServerFailure(error)) unreadable.push(id);
        else throw error;
      }
    };
    const readAt = await mirror.time();
    const reads = await Promise.allSettled(calls.slice(start, start + CONCURRENCY).map(readOne));
    if (records.length > 0) await mirror.store({ kind: 'calls', records, readAt, form: 'detail' });
    if (gone.length > 0) await mirror.remove('calls', gone, readAt);
    if (unreadable.length > 0) await mirror.markUnreadable(unreadable, readAt);
    const failure = reads.find((read) => read.status === 'rejected');
    if (isApiError(failure?.reason, 'unauthorized', 'cancelled')) throw failure.reason;
    if (failure) return;
  }
}

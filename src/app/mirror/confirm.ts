import type { Api } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Mirror, MirroredKind, SourceRecords } from '../../platform/mirror/index.ts';
import { isApiError } from './list-reader.ts';
import { SOURCES } from './sources.ts';

/** A record whose copy is older is read again before an answer shows it, in milliseconds. */
export const FRESH_MS = 60_000;
/** Records that one answer reads at the same time. */
const CONCURRENCY = 6;

/** Records of the mirror, as the platform has them. */
export interface Confirmed {
  /** Without those that the platform no longer has. */
  reads: Map<string, Read<Resource>>;
  /** True if a record is gone, or was changed: a search may have another result now. */
  isChanged: boolean;
  /** When the oldest record was read that could not be read again, in epoch milliseconds; undefined if all could be. */
  oldest: number | undefined;
}

export interface ConfirmOptions {
  api: Api;
  mirror: Mirror;
  kind: MirroredKind;
  ids: readonly string[];
  form: SourceRecords['form'];
  signal: AbortSignal | undefined;
}

/**
 * Returns records by id: those whose copy is fresh from the mirror, all others from the platform, which the mirror then has. Fails only
 * where the platform refuses the credential, or with the reason of `signal`.
 */
export async function confirmRecords(options: ConfirmOptions): Promise<Confirmed> {
  const { api, mirror, kind, ids, form, signal } = options;
  const now = mirror.time();
  const stored = await mirror.records(kind, ids, form);
  // A time in the future was stored before the clock was set back.
  const isFresh = (readAt: number) => readAt <= now && readAt > now - FRESH_MS;
  const outdated = ids.filter((id) => !isFresh(stored.get(id)?.readAt ?? 0));
  const { one } = SOURCES[kind];
  const reads = new Map([...stored].map(([id, { read }]) => [id, read]));
  if (outdated.length === 0 || !one) return { reads, isChanged: false, oldest: undefined };

  const permits = createSemaphore({ permits: CONCURRENCY });
  const gone: string[] = [];
  const read: { id: string; read: Read<Resource> }[] = [];
  let oldest: number | undefined;
  const confirm = async (id: string) => {
    const release = await permits.acquire();
    try {
      read.push({ id, read: await one(api, signal ? { id, signal } : { id }) });
    } catch (error) {
      if (isApiError(error, 'not_found')) return void gone.push(id);
      if (isApiError(error, 'unauthorized', 'forbidden', 'cancelled')) throw error;
      // The platform does not answer just now: the copy is shown with its age.
      const readAt = stored.get(id)?.readAt ?? 0;
      oldest = Math.min(oldest ?? readAt, readAt);
    } finally {
      release();
    }
  };
  await Promise.all(outdated.map(confirm));
  if (gone.length > 0) await mirror.remove(kind, gone, now);
  if (read.length > 0) await mirror.store({ kind, records: read, readAt: now, form: 'detail' });

  const after = await mirror.records(kind, ids, form);
  const isChanged = ids.some((id) => JSON.stringify(after.get(id)?.read) !== JSON.stringify(stored.get(id)?.read));
  return { reads: new Map([...after].map(([id, record]) => [id, record.read])), isChanged, oldest };
}

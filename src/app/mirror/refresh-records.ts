import type { Api } from '../../api/index.ts';
import { MAX_PER_PAGE, type Read, type Resource } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import { createSemaphore } from '../../lib/concurrency/semaphore.ts';
import type { Mirror, MirroredKind, PlatformRecords, StoredRecord } from '../../platform/mirror/index.ts';
import { isApiError } from './list-reader.ts';
import { identified, RECORD_READERS } from './record-readers.ts';

/** A record whose copy is older is read again before an answer shows it, in milliseconds. */
const FRESH_MS = 60_000;
/** Records that one answer reads at the same time. */
const CONCURRENCY = 6;

/** A page of a list is read if it refreshes so many records: fewer are read by their ids, which costs the platform less. */
const MIN_ON_PAGE = 3;
/** Pages of a list that one answer reads: those with most of its records. */
const MAX_PAGES = 4;

/** Has the next answer that shows a record read it again: it may have changed. */
export const distrust = async (mirror: Mirror, kind: MirroredKind, id: string): Promise<void> =>
  mirror.distrust(kind, [id], (await mirror.time()) - FRESH_MS - 1);

/** Records of the mirror, as the platform has them. */
export interface FreshRecords {
  /** Without those that the platform no longer has. */
  reads: Map<string, Read<Resource>>;
  /** True if a record is gone, or was changed: a search may have another result now. */
  isChanged: boolean;
  /** When the oldest copy was read that is not fresh, in epoch milliseconds: the platform did not return its record. */
  oldest: number | undefined;
}

interface RefreshOptions {
  api: Api;
  mirror: Mirror;
  kind: MirroredKind;
  ids: readonly string[];
  form: PlatformRecords['form'];
  signal: CancelSignal | undefined;
}

/**
 * Returns records by id: those whose copy is fresh from the mirror, all others from the platform, which the mirror then has. Several
 * that were on one page of the list are read with that page, and by id if they are no longer on it. Fails only
 * where the platform refuses the credential, or with the reason of `signal`.
 */
export async function refreshRecords(options: RefreshOptions): Promise<FreshRecords> {
  const { api, mirror, kind, ids, form, signal } = options;
  const [now, stored] = await Promise.all([mirror.time(), mirror.records(kind, ids, form)]);
  // A time in the future was stored before the clock was set back.
  const isFresh = (readAt: number) => readAt <= now && readAt > now - FRESH_MS;
  const old = ids.filter((id) => !isFresh(stored.get(id)?.readAt ?? 0));
  const { one, list } = RECORD_READERS[kind];
  const recordsAndAge = (found: ReadonlyMap<string, StoredRecord>): Omit<FreshRecords, 'isChanged'> => {
    // What was not read since the credential changed may be another team's.
    const records = [...found].filter(([, { readAt }]) => readAt > 0);
    const times = records.map(([, { readAt }]) => readAt).filter((readAt) => one && !isFresh(readAt));
    const reads = new Map(records.map(([id, { read }]) => [id, read]));
    return { reads, oldest: times.length > 0 ? Math.min(...times) : undefined };
  };
  // Calls whose transcript was never returned are not requested again for a while.
  const absent = kind === 'calls' && form === 'detail' ? old.filter((id) => !stored.has(id)) : [];
  const unreadable = new Set(absent.length > 0 ? await mirror.unreadableAmong(absent) : []);
  const outdated = old.filter((id) => !unreadable.has(id));
  if (outdated.length === 0 || !one) return { ...recordsAndAge(stored), isChanged: false };

  const permits = createSemaphore({ permits: CONCURRENCY });
  const aborting = signal ? { signal } : {};

  const onPages = new Set<string>();
  const readPages = new Set<number>();
  const readPage = async (page: number) => {
    const query = { page, per_page: MAX_PER_PAGE };
    const records = identified((await list(api, { query, ...aborting })).items);
    await mirror.store({ kind, records, readAt: now, form: 'list', page });
    readPages.add(page);
    for (const { id } of records) onPages.add(id);
  };
  const refreshPage = (page: number) =>
    readPage(page).catch((error: unknown) => {
      if (isApiError(error, 'unauthorized', 'cancelled') || signal?.aborted) throw error;
      // Its records are read by their ids.
    });
  const isOfList = form === 'list' || kind !== 'calls';
  if (isOfList) {
    const pages = sharedPages(outdated, stored);
    await Promise.all(pages.map((page) => permits.run(() => refreshPage(page))));
    // New records at the begin of a list move others to the next page.
    const moved = outdated.filter((id) => !onPages.has(id) && pages.includes(stored.get(id)?.page ?? 0));
    const next = sharedPages(moved, stored).map((page) => page + 1);
    const unread = next.filter((page) => !pages.includes(page)).slice(0, MAX_PAGES - pages.length);
    await Promise.all(unread.map((page) => permits.run(() => refreshPage(page))));
  }

  const gone: string[] = [];
  const refused: string[] = [];
  const read: { id: string; read: Read<Resource> }[] = [];
  const refresh = async (id: string) => {
    try {
      read.push({ id, read: await one(api, { id, ...aborting }) });
    } catch (error) {
      if (isApiError(error, 'not_found')) return void gone.push(id);
      if (isApiError(error, 'forbidden')) return void refused.push(id);
      if (isApiError(error, 'unauthorized', 'cancelled')) throw error;
      // The platform does not answer just now: the copy is shown with its age.
    }
  };
  const others = outdated.filter((id) => !onPages.has(id));
  await Promise.all(others.map((id) => permits.run(() => refresh(id))));
  // A record that the platform refuses is still one that the key may read if its list has it.
  const pageOf = (id: string) => stored.get(id)?.page ?? 1;
  const confirmPage = (page: number) =>
    readPage(page).catch((error: unknown) => {
      if (isApiError(error, 'unauthorized', 'forbidden', 'cancelled') || signal?.aborted) throw error;
    });
  const unread = new Set(refused.map(pageOf).filter((page) => !readPages.has(page)));
  await Promise.all([...unread].map((page) => permits.run(() => confirmPage(page))));
  const isListed = (id: string) => isOfList && onPages.has(id);
  gone.push(...refused.filter((id) => !isListed(id) && readPages.has(pageOf(id))));
  if (gone.length > 0) await mirror.remove(kind, gone, now);
  if (read.length > 0) await mirror.store({ kind, records: read, readAt: now, form: 'detail' });

  const after = await mirror.records(kind, ids, form);
  const isChanged = ids.some((id) => JSON.stringify(after.get(id)?.read) !== JSON.stringify(stored.get(id)?.read));
  return { ...recordsAndAge(after), isChanged };
}

/** The pages of the list on which several of these records were seen last, those with most of them first. */
function sharedPages(ids: readonly string[], stored: ReadonlyMap<string, StoredRecord>): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) {
    const page = stored.get(id)?.page;
    if (page) counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_ON_PAGE)
    .sort(([, first], [, second]) => second - first)
    .slice(0, MAX_PAGES)
    .map(([page]) => page);
}

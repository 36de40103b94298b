import { MAX_PER_PAGE, type PageQuery, type Read, type Resource } from '../contract/index.ts';
import { forEachInSlices } from '../lib/concurrency/slices.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Page } from './read.ts';

/**
 * Number of concurrent requests. More would hide more of a remote platform's latency, but does not help if the platform
 * itself is slow, and would delay its other clients. Browsers use the same number.
 */
export const CONCURRENCY = 6;
/** Maximum number of records in one scan: 100 requests. */
export const MAX_SCANNED = 10_000;
/** Time after which no further page is requested, in milliseconds: hosts give up after about 60 s. */
const TIME_LIMIT_MS = 25_000;

export type FetchPage<R extends Resource> = (query: PageQuery) => Promise<Page<R>>;

interface ScanOptions {
  clock: Clock;
  /** Default 1; `nextPage` of an earlier scan continues it. */
  startPage?: number;
  maxRecords?: number;
  /** Number of concurrent requests. */
  concurrency?: number;
  /** Ends the scan after a page, once it returns true: the caller has what it looked for. */
  isDone?: () => boolean;
  /** Called after each page. `total` is null while it is unknown. */
  progress?: (scanned: number, total: number | null) => void;
}

export interface ScanResult {
  /** Number of records read. */
  scanned: number;
  /** Length of the list as last reported by the platform; null if it does not report it. */
  total: number | null;
  /** True if every record of the list was read. */
  complete: boolean;
  /** True if records can be missing between the pages that were read: the list changed meanwhile. */
  mayMiss: boolean;
  /** The first unread page, if the scan reached a limit. */
  nextPage?: number;
}

/**
 * Reads all pages of a list concurrently and visits each record once, in no particular order. Lists shift during the scan: a
 * record that appears twice is deduplicated by its id, and pages between which records can have been skipped are read again. What
 * neither lengths nor ids show stays unknown: one record came and another one went.
 */
export async function scan<R extends Resource>(
  fetchPage: FetchPage<R>,
  visit: (read: Read<R>) => void,
  options: ScanOptions,
): Promise<ScanResult> {
  const seen = new Set<string>();
  const latest = options.clock.monotonic() + TIME_LIMIT_MS;
  const first = await readPages(fetchPage, visit, seen, options);
  const mayRepeat = !options.isDone?.() && options.clock.monotonic() < latest;
  return first.mayMiss && mayRepeat ? readPages(fetchPage, visit, seen, options) : first;
}

/** @param seen the ids of the records that were visited */
async function readPages<R extends Resource>(
  fetchPage: FetchPage<R>,
  visit: (read: Read<R>) => void,
  seen: Set<string>,
  { clock, startPage = 1, maxRecords = MAX_SCANNED, concurrency = CONCURRENCY, isDone, progress }: ScanOptions,
): Promise<ScanResult> {
  const deadline = clock.monotonic() + TIME_LIMIT_MS;
  let next = startPage;
  /** The last page as far as known. A list of unknown length is read page by page. */
  let last = Number.POSITIVE_INFINITY;
  let highest = 0;
  let scanned = 0;
  let total: number | null = null;
  /** The length of the list when each page was read. */
  const totals = new Map<number, number>();
  const ids = new Set<string>();
  let unidentified = 0;
  let perPage = MAX_PER_PAGE;
  /** True after a request failed: the scan has, and what the others return is not used. */
  let hasFailed = false;

  const read = async (number: number) => {
    const page = await fetchPage({ page: number, per_page: MAX_PER_PAGE }).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
    if (hasFailed) return undefined;
    await forEachInSlices(page.items, (read) => {
      const { id } = read.fields as { id?: string | null };
      if (id) ids.add(id);
      else unidentified++;
      if (id && seen.has(id)) return;
      if (id) seen.add(id);
      visit(read);
    });
    return page;
  };
  const readNext = async () => {
    const number = next++;
    const page = await read(number);
    if (!page) return;
    scanned += page.items.length;
    total = page.total ?? total;
    if (page.total !== null) totals.set(number, page.total);
    if (number === startPage) perPage = pageSize(page);
    // Pages are answered in any order. The end of the list is where the furthest one found it.
    if (number > highest) {
      highest = number;
      last = lastPage(page, number, last, perPage);
    }
    progress?.(scanned, total);
  };
  const mayRead = () => !hasFailed && !isDone?.() && clock.monotonic() < deadline;
  const canContinue = () => mayRead() && next <= last && scanned < maxRecords;
  const inParallel = (work: () => Promise<void>, workers: number) => Promise.all(Array.from({ length: workers }, work));

  await readNext();
  let planned = scanned;
  const readPlanned = async () => {
    while (canContinue() && planned < maxRecords) {
      planned += MAX_PER_PAGE;
      await readNext();
    }
  };
  // Without a total, only a page shows whether another one follows.
  await inParallel(readPlanned, totals.size > 0 ? concurrency : 1);

  const again = pagesToReadAgain(totals);
  let mayMiss = false;
  const readAgain = async () => {
    for (let number = again.pop(); number !== undefined; number = again.pop()) {
      if (!mayRead()) return void again.push(number);
      const page = await read(number);
      // Records have moved by more than the page shows.
      mayMiss ||= Math.abs((page?.total ?? 0) - (totals.get(number) ?? 0)) > perPage;
    }
  };
  await inParallel(readAgain, concurrency);

  const ended = next > last;
  // Records that are added during the scan need not be read.
  const needed = Math.min(...totals.values());
  const isWhole = totals.size === 0 || scanned >= needed;
  // Enough records were read, but some of them twice: others have moved to pages that were read before.
  mayMiss ||= ended && startPage === 1 && totals.size > 0 && isWhole && ids.size + unidentified < needed;
  mayMiss ||= again.length > 0;
  const complete = ended && startPage === 1 && isWhole && !mayMiss;
  return { scanned, total, complete, mayMiss, ...(ended ? {} : { nextPage: next }) };
}

/**
 * Returns the pages between which records can have been skipped: the list was longer for one than for the one that follows. Either it
 * grew, and the one that follows was read before, or it became shorter between the two. One of them finds the records now.
 */
function pagesToReadAgain(totals: ReadonlyMap<number, number>): number[] {
  const pages = [...totals].flatMap(([page, total]) =>
    total > (totals.get(page + 1) ?? total) ? [page, page + 1] : [],
  );
  return [...new Set(pages)];
}

/** Returns the number of pages that a scan of a long list reads: few, also from a platform with small pages. */
export const pagesRead = (maxRecords: number, perPage: number): number =>
  1 + Math.max(0, Math.ceil((maxRecords - perPage) / MAX_PER_PAGE));

/**
 * Returns the number of the last page, as far as this page shows it. A platform may return fewer records per page than
 * requested without reporting it, which the length of the first page shows.
 */
export function lastPage(page: Page<Resource>, number: number, knownLast: number, perPage: number): number {
  if (page.items.length === 0) return Math.min(knownLast, number);
  if (page.total !== null) return Math.max(Math.ceil(page.total / perPage), page.has_more ? number + 1 : 0);
  const hasMore = page.has_more ?? page.items.length >= page.per_page;
  return hasMore ? Number.POSITIVE_INFINITY : number;
}

/** Returns the number of records on a full page of this list. */
export function pageSize({ items, per_page: reported, total }: Page<Resource>): number {
  const isFull = total === null || items.length < total;
  return isFull && items.length > 0 ? Math.min(reported || items.length, items.length) : reported || MAX_PER_PAGE;
}

import { MAX_PER_PAGE, type PageQuery, type Read, type Resource } from '../contract/index.ts';
import { forEachInSlices } from '../lib/slices.ts';
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

export interface ScanOptions {
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
  /** The first unread page, if the scan reached a limit. */
  nextPage?: number;
}

/**
 * Reads all pages of a list concurrently and visits each record once, in no particular order. Lists shift during the
 * scan: a record added before the current position makes another one appear twice, which is deduplicated by id; if the
 * list shrank, records moved to pages already read, so the scan is repeated once.
 */
export async function scan<R extends Resource>(
  fetchPage: FetchPage<R>,
  visit: (read: Read<R>) => void,
  options: ScanOptions,
): Promise<ScanResult> {
  const seen = new Set<string>();
  const visitOnce = (read: Read<R>) => {
    const { id } = read.fields as { id?: string | null };
    if (id) {
      if (seen.has(id)) return;
      seen.add(id);
    }
    visit(read);
  };
  const first = await readPages(fetchPage, visitOnce, options);
  if (!first.shrank || options.isDone?.()) return first.result;
  return (await readPages(fetchPage, visitOnce, options)).result;
}

async function readPages<R extends Resource>(
  fetchPage: FetchPage<R>,
  visit: (read: Read<R>) => void,
  { clock, startPage = 1, maxRecords = MAX_SCANNED, concurrency = CONCURRENCY, isDone, progress }: ScanOptions,
): Promise<{ result: ScanResult; shrank: boolean }> {
  const deadline = clock.monotonic() + TIME_LIMIT_MS;
  let next = startPage;
  /** The last page as far as known. A list of unknown length is read page by page. */
  let last = Number.POSITIVE_INFINITY;
  let hasTotal = false;
  let scanned = 0;
  let total: number | null = null;
  let shrank = false;
  let perPage = MAX_PER_PAGE;
  let minTotal = Number.POSITIVE_INFINITY;
  /** True after a request failed: the scan has, and what the others return is not used. */
  let hasFailed = false;

  const readNext = async () => {
    const number = next++;
    const page = await fetchPage({ page: number, per_page: MAX_PER_PAGE }).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
    if (hasFailed) return;
    await forEachInSlices(page.items, visit);
    scanned += page.items.length;
    shrank ||= total !== null && page.total !== null && page.total < total;
    total = page.total ?? total;
    // Records that are added during the scan need not be read.
    minTotal = Math.min(minTotal, page.total ?? minTotal);
    hasTotal = total !== null;
    if (number === startPage) perPage = pageSize(page);
    last = lastPage(page, number, last, perPage);
    progress?.(scanned, total);
  };
  const canContinue = () =>
    !hasFailed && !isDone?.() && next <= last && scanned < maxRecords && clock.monotonic() < deadline;

  await readNext();
  // Without a total, only a page shows whether another one follows.
  const workers = hasTotal ? concurrency : 1;
  let planned = scanned;
  const runWorker = async () => {
    while (canContinue() && planned < maxRecords) {
      planned += MAX_PER_PAGE;
      await readNext();
    }
  };
  await Promise.all(Array.from({ length: workers }, runWorker));

  const ended = next > last;
  const complete = ended && startPage === 1 && (total === null || scanned >= minTotal);
  const result = { scanned, total, complete, ...(ended ? {} : { nextPage: next }) };
  return { result, shrank };
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

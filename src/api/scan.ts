import { MAX_PER_PAGE, type PageQuery, type Read, type Resource } from '../contract/index.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Page } from './read.ts';

/**
 * Requests under way at once. More would hide still more of a distant platform's latency, but bring nothing where the
 * platform itself is what takes time, and make everybody else there wait (docs/performance.md). Browsers take as many.
 */
export const CONCURRENCY = 6;
/** Records read by one call at most: 100 requests. */
export const MAX_SCANNED = 10_000;
/** Time after which no further page is asked for, in milliseconds: hosts give up after about 60 s. */
const TIME_LIMIT_MS = 25_000;

export type FetchPage<R extends Resource> = (query: PageQuery) => Promise<Page<R>>;

export interface ScanOptions {
  clock: Clock;
  /** Where to begin: 1, or what an earlier scan ended with. */
  startPage?: number;
  maxRecords?: number;
  /** Requests under way at once. */
  concurrency?: number;
  /** Told after each page. `of` is null while the platform has not said how many there are. */
  progress?: (scanned: number, of: number | null) => void;
}

export interface ScanResult {
  /** Different records seen. */
  scanned: number;
  /** How many there are, as the platform last said; null when it does not. */
  total: number | null;
  /** Whether every record was seen, from the first page on. */
  complete: boolean;
  /** The page that goes on, when the scan was cut short. */
  nextPage?: number;
}

/**
 * Reads all pages of a list, several at once, and gives each record once, in no particular order.
 * Lists shift while they are read: a record added before the place we are at appears a second time on the next page
 * and is passed over by its id; when the list shrank, records slipped to pages already read, so it is read once more.
 */
export async function scan<R extends Resource>(
  fetchPage: FetchPage<R>,
  visit: (read: Read<R>) => void,
  options: ScanOptions,
): Promise<ScanResult> {
  const seen = new Set<string>();
  const once = (read: Read<R>) => {
    const { id } = read.fields as { id?: string | null };
    if (id) {
      if (seen.has(id)) return;
      seen.add(id);
    }
    visit(read);
  };
  const first = await pass(fetchPage, once, options);
  if (!first.shrank) return first.scan;
  return (await pass(fetchPage, once, options)).scan;
}

async function pass<R extends Resource>(
  fetchPage: FetchPage<R>,
  visit: (read: Read<R>) => void,
  { clock, startPage = 1, maxRecords = MAX_SCANNED, concurrency = CONCURRENCY, progress }: ScanOptions,
): Promise<{ scan: ScanResult; shrank: boolean }> {
  const giveUp = clock.now() + TIME_LIMIT_MS;
  let next = startPage;
  /** The last page, as far as known; unknown lists are followed page by page. */
  let last = Number.POSITIVE_INFINITY;
  let counted = false;
  let scanned = 0;
  let total: number | null = null;
  let shrank = false;
  let size = MAX_PER_PAGE;
  let least = Number.POSITIVE_INFINITY;

  const readNext = async () => {
    const number = next++;
    const page = await fetchPage({ page: number, per_page: MAX_PER_PAGE });
    for (const read of page.items) visit(read);
    scanned += page.items.length;
    shrank ||= total !== null && page.total !== null && page.total < total;
    total = page.total ?? total;
    // What is added meanwhile need not be seen.
    least = Math.min(least, page.total ?? least);
    counted = total !== null;
    if (number === startPage) size = pageSize(page);
    last = lastPage(page, number, last, size);
    progress?.(scanned, total);
  };
  const mayGoOn = () => next <= last && scanned < maxRecords && clock.now() < giveUp;

  await readNext();
  // Where nobody says how many there are, only the page itself tells whether another follows.
  const workers = counted ? concurrency : 1;
  let planned = scanned;
  const work = async () => {
    while (mayGoOn() && planned < maxRecords) {
      planned += MAX_PER_PAGE;
      await readNext();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));

  const ended = next > last;
  const whole = ended && startPage === 1 && (total === null || scanned >= least);
  const result = { scanned, total, complete: whole, ...(ended ? {} : { nextPage: next }) };
  return { scan: result, shrank };
}

/**
 * The last page of a list, after what one of its pages says. A platform may give less a page than was asked for, and
 * may not say so: then the first page shows it.
 */
function lastPage(page: Page<Resource>, number: number, before: number, size: number): number {
  if (page.items.length === 0) return Math.min(before, number);
  if (page.total !== null) return Math.max(Math.ceil(page.total / size), page.has_more ? number + 1 : 0);
  const more = page.has_more ?? page.items.length >= page.per_page;
  return more ? Number.POSITIVE_INFINITY : number;
}

/** Records on a whole page of this list. */
function pageSize({ items, per_page: said, total }: Page<Resource>): number {
  const full = total === null || items.length < total;
  return full && items.length > 0 ? Math.min(said || items.length, items.length) : said || MAX_PER_PAGE;
}

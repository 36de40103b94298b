import { createHash } from 'node:crypto';
import { type Api, type FetchPage, scan } from '../api/index.ts';
import { type Booking, type Call, MAX_PER_PAGE, type Read, type Resource } from '../contract/index.ts';
import { canonicalJson } from '../lib/crypto/canonical-json.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Maximum number of records in a snapshot. Of a longer list both ends are read: its order is not documented. */
export const MAX_SNAPSHOT_RECORDS = 2_000;

/** A record in a snapshot. */
export interface RecordSnapshot {
  id: string;
  /** Differs if any field that the list shows differs. */
  digest: string;
  data: JsonObject;
}

/** The records of a list at one time. */
export interface ListSnapshot {
  records: RecordSnapshot[];
  /** True if it has the whole list. */
  complete: boolean;
}

export interface SnapshotOptions {
  clock: Clock;
  maxRecords?: number;
}

type Lists = Pick<Api, 'listBookings' | 'listCalls'>;

export function snapshotBookings(api: Lists, signal: AbortSignal, options: SnapshotOptions): Promise<ListSnapshot> {
  return snapshot<typeof Booking>((query) => api.listBookings({ query, signal }), options);
}

export function snapshotCalls(api: Lists, signal: AbortSignal, options: SnapshotOptions): Promise<ListSnapshot> {
  return snapshot<typeof Call>((query) => api.listCalls({ query, signal }), options);
}

async function snapshot<R extends Resource>(
  fetchPage: FetchPage<R>,
  { clock, maxRecords = MAX_SNAPSHOT_RECORDS }: SnapshotOptions,
): Promise<ListSnapshot> {
  const records = new Map<string, RecordSnapshot>();
  const visit = (read: Read<R>) => {
    const record = recordSnapshot(read);
    if (record) records.set(record.id, record);
  };
  let perPage = MAX_PER_PAGE;
  const fetchAndNotePageSize: FetchPage<R> = async (query) => {
    const page = await fetchPage(query);
    if (query.page === 1) perPage = page.per_page || perPage;
    return page;
  };
  const head = await scan(fetchAndNotePageSize, visit, { clock, maxRecords: maxRecords / 2 });
  const { total, nextPage } = head;
  if (nextPage === undefined) return { records: [...records.values()], complete: head.complete };
  const pagesPerHalf = Math.ceil(maxRecords / 2 / perPage);
  const tailPage = total === null ? nextPage : Math.ceil(total / perPage) - pagesPerHalf + 1;
  const startPage = Math.max(nextPage, tailPage);
  const tail = await scan(fetchPage, visit, { clock, startPage, maxRecords: maxRecords / 2 });
  return { records: [...records.values()], complete: startPage === nextPage && tail.nextPage === undefined };
}

function recordSnapshot<R extends Resource>({ fields, other }: Read<R>): RecordSnapshot | undefined {
  const { id } = fields as { id?: string | null };
  if (!id) return undefined;
  const data = { ...other, ...fields };
  const digest = createHash('sha256').update(canonicalJson(data)).digest('base64url').slice(0, 16);
  return { id, digest, data };
}

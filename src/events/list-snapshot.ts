import { createHash } from 'node:crypto';
import { type Api, type FetchPage, pageSize, pagesRead, scan } from '../api/index.ts';
import { type Booking, type Call, MAX_PER_PAGE, type Read, type Resource } from '../contract/index.ts';
import { inSlices } from '../lib/concurrency/slices.ts';
import { canonicalParts } from '../lib/crypto/canonical-json.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Maximum number of records in a snapshot, fewer from a platform with small pages. Of a longer list both ends are read: its order is not documented. */
export const MAX_SNAPSHOT_RECORDS = 2_000;

/** A record in a snapshot. */
export interface RecordSnapshot {
  id: string;
  /** Differs if any field of the record that the list shows differs. */
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

/** A service or a person that is renamed does not change its bookings. */
const NAMES_IN_BOOKINGS = ['service_name', 'staff_name'];

export function snapshotBookings(api: Lists, signal: AbortSignal, options: SnapshotOptions): Promise<ListSnapshot> {
  return snapshot<typeof Booking>((query) => api.listBookings({ query, signal }), options, NAMES_IN_BOOKINGS);
}

/** A contact that is renamed does not change its calls. */
const NAMES_IN_CALLS = ['contact_name'];

export function snapshotCalls(api: Lists, signal: AbortSignal, options: SnapshotOptions): Promise<ListSnapshot> {
  return snapshot<typeof Call>((query) => api.listCalls({ query, signal }), options, NAMES_IN_CALLS);
}

async function snapshot<R extends Resource>(
  fetchPage: FetchPage<R>,
  { clock, maxRecords = MAX_SNAPSHOT_RECORDS }: SnapshotOptions,
  fieldsOfOthers: readonly string[],
): Promise<ListSnapshot> {
  const records = new Map<string, RecordSnapshot>();
  let perPage = MAX_PER_PAGE;
  const fetchAndDigest: FetchPage<R> = async (query) => {
    const page = await fetchPage(query);
    if (query.page === 1) perPage = pageSize(page);
    await inSlices(addSnapshots(page.items, records, fieldsOfOthers));
    return page;
  };
  const head = await scan(fetchAndDigest, () => {}, { clock, maxRecords: maxRecords / 2 });
  const { total, nextPage } = head;
  if (nextPage === undefined) return { records: [...records.values()], complete: head.complete };
  const pagesPerHalf = pagesRead(maxRecords / 2, perPage);
  const tailPage = total === null ? nextPage : Math.ceil(total / perPage) - pagesPerHalf + 1;
  const startPage = Math.max(nextPage, tailPage);
  const tail = await scan(fetchAndDigest, () => {}, { clock, startPage, maxRecords: maxRecords / 2 });
  const isRead = startPage === nextPage && tail.nextPage === undefined;
  // Records of a list that became shorter moved to pages that were read before.
  const mayMiss = head.mayMiss || tail.mayMiss || (total !== null && tail.total !== null && tail.total < total);
  return { records: [...records.values()], complete: isRead && !mayMiss };
}

function* addSnapshots<R extends Resource>(
  items: readonly Read<R>[],
  records: Map<string, RecordSnapshot>,
  fieldsOfOthers: readonly string[],
): Generator<void, void> {
  for (const { fields, other } of items) {
    const { id } = fields as { id?: string | null };
    if (!id) continue;
    const data = { ...other, ...fields };
    const hash = createHash('sha256');
    const own = Object.fromEntries(Object.entries(data).filter(([name]) => !fieldsOfOthers.includes(name)));
    for (const part of canonicalParts(own)) {
      hash.update(part);
      yield;
    }
    records.set(id, { id, digest: hash.digest('base64url').slice(0, 16), data });
    yield;
  }
}

import { createHash } from 'node:crypto';
import { type Api, type FetchPage, scan } from '../api/index.ts';
import { type Booking, type Call, MAX_PER_PAGE, type Read, type Resource } from '../contract/index.ts';
import { canonicalJson } from '../lib/crypto/canonical-json.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Records of a list that one look reads: of a longer list both ends, because its order is not documented. */
export const MAX_SNAPSHOT_RECORDS = 2_000;

/** A record as one look saw it. */
export interface RecordSnapshot {
  id: string;
  /** Changes with anything that the list shows of the record. */
  digest: string;
  data: JsonObject;
}

/** What one look at a list saw. */
export interface ListSnapshot {
  records: RecordSnapshot[];
  /** Whether that is the whole list. */
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
  fetch: FetchPage<R>,
  { clock, maxRecords }: SnapshotOptions,
): Promise<ListSnapshot> {
  const most = maxRecords ?? MAX_SNAPSHOT_RECORDS;
  const sights = new Map<string, RecordSnapshot>();
  const visit = (read: Read<R>) => {
    const sight = recordSnapshot(read);
    if (sight) sights.set(sight.id, sight);
  };
  let perPage = MAX_PER_PAGE;
  const counted: FetchPage<R> = async (query) => {
    const page = await fetch(query);
    if (query.page === 1) perPage = page.per_page || perPage;
    return page;
  };
  const begin = await scan(counted, visit, { clock, maxRecords: most / 2 });
  const { total, nextPage } = begin;
  if (nextPage === undefined) return { records: [...sights.values()], complete: begin.complete };
  const rest = total === null ? undefined : Math.ceil(total / perPage) - Math.ceil(most / 2 / perPage) + 1;
  const startPage = Math.max(nextPage, rest ?? nextPage);
  const end = await scan(fetch, visit, { clock, startPage, maxRecords: most / 2 });
  return { records: [...sights.values()], complete: startPage === nextPage && end.nextPage === undefined };
}

function recordSnapshot<R extends Resource>({ fields, other }: Read<R>): RecordSnapshot | undefined {
  const { id } = fields as { id?: string | null };
  if (!id) return undefined;
  const data = { ...other, ...fields };
  const digest = createHash('sha256').update(canonicalJson(data)).digest('base64url').slice(0, 16);
  return { id, digest, data };
}

import { createHash } from 'node:crypto';
import { type Api, type FetchPage, scan } from '../api/index.ts';
import { type Booking, type Call, MAX_PER_PAGE, type Read, type Resource } from '../contract/index.ts';
import { canonicalJson } from '../lib/crypto/canonical-json.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Records of a list that one look reads: of a longer list both ends, because its order is not documented. */
export const MAX_LOOKED_AT = 2_000;

/** A record as one look saw it. */
export interface Sight {
  id: string;
  /** Changes with anything that the list shows of the record. */
  digest: string;
  data: JsonObject;
}

/** What one look at a list saw. */
export interface Look {
  sights: Sight[];
  /** Whether that is the whole list. */
  whole: boolean;
}

export interface LookOptions {
  clock: Clock;
  maxRecords?: number;
}

type Lists = Pick<Api, 'listBookings' | 'listCalls'>;

export function lookAtBookings(api: Lists, signal: AbortSignal, options: LookOptions): Promise<Look> {
  return look<typeof Booking>((query) => api.listBookings({ query, signal }), options);
}

export function lookAtCalls(api: Lists, signal: AbortSignal, options: LookOptions): Promise<Look> {
  return look<typeof Call>((query) => api.listCalls({ query, signal }), options);
}

async function look<R extends Resource>(fetch: FetchPage<R>, { clock, maxRecords }: LookOptions): Promise<Look> {
  const most = maxRecords ?? MAX_LOOKED_AT;
  const sights = new Map<string, Sight>();
  const visit = (read: Read<R>) => {
    const sight = sightOf(read);
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
  if (nextPage === undefined) return { sights: [...sights.values()], whole: begin.complete };
  const rest = total === null ? undefined : Math.ceil(total / perPage) - Math.ceil(most / 2 / perPage) + 1;
  const startPage = Math.max(nextPage, rest ?? nextPage);
  const end = await scan(fetch, visit, { clock, startPage, maxRecords: most / 2 });
  return { sights: [...sights.values()], whole: startPage === nextPage && end.nextPage === undefined };
}

function sightOf<R extends Resource>({ fields, other }: Read<R>): Sight | undefined {
  const { id } = fields as { id?: string | null };
  if (!id) return undefined;
  const data = { ...other, ...fields };
  const digest = createHash('sha256').update(canonicalJson(data)).digest('base64url').slice(0, 16);
  return { id, digest, data };
}

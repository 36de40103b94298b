import type { PageMeta } from '../../contract/index.ts';
import type { CountedKind, Db, NumberedKind } from './schema.ts';

/** The requested page of a list. */
export interface PageRequest {
  /** 1-based. */
  page: number;
  perPage: number;
}

/** The items of one page, and the length of the whole list, or all that the response says about the page. */
export type PageResult<T> = NumberedPage<T> | { items: T[]; meta: PageMeta };

/** A page that was asked for by its number. */
export interface NumberedPage<T> {
  items: T[];
  total: number;
}

/** Returns a page of a list in memory. */
export function slicePage<T>(all: readonly T[], { page, perPage }: PageRequest): NumberedPage<T> {
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}

/**
 * Returns a page of numbered records, newest first. `fetch` reads at most `perPage` records in descending order,
 * starting at position `from`.
 */
export async function queryPage<T>(
  db: Db,
  teamId: string,
  kind: NumberedKind,
  { page, perPage }: PageRequest,
  fetch: (from: number) => Promise<T[]>,
): Promise<NumberedPage<T>> {
  const total = await readTotal(db, teamId, kind);
  const from = total - (page - 1) * perPage;
  return { items: from > 0 ? await fetch(from) : [], total };
}

export async function readTotal(db: Db, teamId: string, kind: CountedKind): Promise<number> {
  const row = await db
    .selectFrom('totals')
    .select('total')
    .where('team_id', '=', teamId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.total ?? 0;
}

/** Adds to the total, in the transaction that adds the records. Returns the new total: the position of the last record. */
export async function incrementTotal(tx: Db, teamId: string, kind: CountedKind, added: number): Promise<number> {
  const { total } = await tx
    .insertInto('totals')
    .values({ team_id: teamId, kind, total: added })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'kind']).doUpdateSet((eb) => ({ total: eb('totals.total', '+', added) })),
    )
    .returning('total')
    .executeTakeFirstOrThrow();
  return total;
}

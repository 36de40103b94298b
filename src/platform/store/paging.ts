import type { CountedKind, Db } from './schema.ts';

/** Which part of a list is wanted. */
export interface Page {
  /** From 1. */
  page: number;
  perPage: number;
}

/** A part of a list, and how long the whole list is. */
export interface Listed<T> {
  items: T[];
  total: number;
}

export type Direction = 'asc' | 'desc';

export interface Slice {
  direction: Direction;
  limit: number;
  offset: number;
}

/**
 * Reads one page of an ordered list with `fetch`, from whichever end of the list is nearer: skipping rows is what
 * a late page costs. `fetch` must order by all columns in the direction it is given.
 */
export async function readPage<T>(
  total: number,
  { page, perPage }: Page,
  direction: Direction,
  fetch: (slice: Slice) => Promise<T[]>,
): Promise<Listed<T>> {
  const before = (page - 1) * perPage;
  const limit = Math.min(perPage, total - before);
  if (limit <= 0) return { items: [], total };
  const after = total - before - limit;
  if (before <= after) return { items: await fetch({ direction, limit, offset: before }), total };
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  const items = await fetch({ direction: opposite, limit, offset: after });
  return { items: items.reverse(), total };
}

/** The same for a list that is in memory already. */
export function slicePage<T>(all: readonly T[], { page, perPage }: Page): Listed<T> {
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}

export async function totalOf(db: Db, teamId: string, kind: CountedKind): Promise<number> {
  const row = await db
    .selectFrom('totals')
    .select('total')
    .where('team_id', '=', teamId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.total ?? 0;
}

/** Keeps the total right: to be called in the transaction that adds or removes records. */
export async function addToTotal(tx: Db, teamId: string, kind: CountedKind, added: number): Promise<void> {
  await tx
    .insertInto('totals')
    .values({ team_id: teamId, kind, total: added })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'kind']).doUpdateSet((eb) => ({ total: eb('totals.total', '+', added) })),
    )
    .execute();
}

import type { CountedKind, Db, NumberedKind } from './schema.ts';

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

/** A page of a list that is in memory. */
export function slicePage<T>(all: readonly T[], { page, perPage }: Page): Listed<T> {
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}

/**
 * A page of numbered records, the latest first. `fetch` reads at most `perPage` of them downwards from the position
 * it is given.
 */
export async function numberedPage<T>(
  db: Db,
  teamId: string,
  kind: NumberedKind,
  { page, perPage }: Page,
  fetch: (from: number) => Promise<T[]>,
): Promise<Listed<T>> {
  const total = await totalOf(db, teamId, kind);
  const from = total - (page - 1) * perPage;
  return { items: from > 0 ? await fetch(from) : [], total };
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

/** Raises the total, in the transaction that adds the records, and gives it: the position of the last of them. */
export async function raiseTotal(tx: Db, teamId: string, kind: CountedKind, added: number): Promise<number> {
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

import { type RawBuilder, sql } from 'kysely';
import type { PageMeta } from '../../contract/index.ts';
import { prepared } from './prepared.ts';
import type { CountedKind, Db, NumberedKind, TotalRow } from './schema/schema.ts';
import { send } from './sent.ts';

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
  sendTotals(tx);
  const { total } = await addToTotals(tx, [{ team_id: teamId, kind, total: added }])
    .returning('total')
    .executeTakeFirstOrThrow();
  return total;
}

/** The records of transactions that are not in the totals yet. Weak, so that ended ones are collected. */
const uncounted = new WeakMap<Db, TotalRow[]>();

/**
 * The same for one record, without a statement of its own: the commit adds to the totals. Returns how many records the transaction
 * has added by now: the position of this one is `positionOf` that number.
 */
export function countAdded(tx: Db, teamId: string, kind: CountedKind): number {
  const rows = uncounted.get(tx) ?? [];
  uncounted.set(tx, rows);
  const known = rows.find((one) => one.team_id === teamId && one.kind === kind);
  const row = known ?? { team_id: teamId, kind, total: 0 };
  if (!known) rows.push(row);
  row.total += 1;
  return row.total;
}

/** The position of the `added`th record of a transaction, as an expression for the statement that inserts the record. */
export const positionOf = (teamId: string, kind: CountedKind, added: number): RawBuilder<number> =>
  sql<number>`(select coalesce(max(total), 0) from totals where team_id = ${teamId} and kind = ${kind}) + ${added}`;

/** Adds what `countAdded` has counted to the totals. */
export function sendTotals(tx: Db): void {
  const rows = uncounted.get(tx);
  uncounted.delete(tx);
  if (!rows) return;
  const column = <C extends keyof TotalRow>(name: C) => rows.map((row) => row[name]);
  send(tx, increaseTotals({ teamIds: column('team_id'), kinds: column('kind'), added: column('total') }));
}

const increaseTotals = prepared(
  (db, { teamIds, kinds, added }: { teamIds: string[]; kinds: CountedKind[]; added: number[] }) =>
    addToTotals(
      db,
      teamIds.map((team_id, index) => ({
        team_id,
        kind: kinds[index] as CountedKind,
        total: added[index] as number,
      })),
    ),
);

const addToTotals = (tx: Db, rows: readonly TotalRow[]) =>
  tx
    .insertInto('totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'kind']).doUpdateSet((eb) => ({
        total: eb('totals.total', '+', eb.ref('excluded.total')),
      })),
    );

import type { Db } from '../store/schema/schema.ts';
import { MIRRORED_KINDS, type MirroredKind, withMirrorTables } from './schema.ts';

/** One reading of a whole list, page by page. */
export interface ListPass {
  /** When it began: records that were read earlier were not seen in it. */
  startedAt: number;
  nextPage: number;
  /** Records on a full page. */
  perPage: number;
  /** Records that it read, each once more for each page that it was on. */
  read: number;
  /** Length of the list as its last page stated it; null if it stated none. */
  total: number | null;
  /** The smallest length of the list that the platform stated; null if it stated none. */
  minTotal: number | null;
}

/** How far a list of the platform was read. Times are epoch milliseconds of the clock that all processes share. */
export interface ListProgress {
  /** The reading in progress. */
  pass: ListPass | null;
  /** When the last complete reading of the whole list began; null: there was none. */
  completedAt: number | null;
  /** When its ends, or the whole list, were read last. */
  checkedAt: number | null;
  /** When the last reading of the whole list began, complete or not. */
  attemptedAt: number | null;
  /** How long that took, in milliseconds. */
  passMs: number;
  /** True if the list has changed in a way that only reading all of it shows. */
  isPassDue: boolean;
  /** Length of the list as the platform stated it last; null if it does not. */
  total: number | null;
  /** Records of the list that the mirror has. */
  records: number;
  /** True if the credential may not read the list, or the platform has none. */
  refused: boolean;
  /** Names of the known fields that at least one record had, also if its value was null. */
  stated: string[];
  /** Those of them that the list itself has stated: a call that is read alone can have more. */
  listed: string[];
  /** True if a record had a price of its own. */
  priced: boolean;
  /** When a record was last changed or removed, so that words may be in no record any more; null: never. */
  changedAt: number | null;
  /** When such words were last looked for; null: never. */
  purgedAt: number | null;
}

/** Of a list that was not read yet. */
export const UNREAD: ListProgress = {
  pass: null,
  completedAt: null,
  checkedAt: null,
  attemptedAt: null,
  passMs: 0,
  isPassDue: false,
  total: null,
  records: 0,
  refused: false,
  stated: [],
  listed: [],
  priced: false,
  changedAt: null,
  purgedAt: null,
};

export type Progress = Record<MirroredKind, ListProgress>;

export async function readProgress(db: Db): Promise<Progress> {
  const rows = await withMirrorTables(db).selectFrom('mirror_lists').selectAll().execute();
  const read = new Map(rows.map(({ kind, progress_json }) => [kind, JSON.parse(progress_json) as ListProgress]));
  return Object.fromEntries(MIRRORED_KINDS.map((kind) => [kind, { ...UNREAD, ...read.get(kind) }])) as Progress;
}

/** Changes the progress of a list, and the total of its records, in the transaction that stores what was read. */
export async function changeProgress(
  tx: Db,
  kind: MirroredKind,
  change: (before: ListProgress) => ListProgress,
): Promise<ListProgress> {
  const row = await withMirrorTables(tx)
    .selectFrom('mirror_lists')
    .select('progress_json')
    .where('kind', '=', kind)
    .executeTakeFirst();
  const before = { ...UNREAD, ...(row && (JSON.parse(row.progress_json) as ListProgress)) };
  const after = change(before);
  const progress_json = JSON.stringify(after);
  await withMirrorTables(tx)
    .insertInto('mirror_lists')
    .values({ kind, progress_json })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ progress_json }))
    .execute();
  if (after.records !== before.records) await setTotal(tx, kind, after.records);
  return after;
}

/** Searches without filters state the total of the platform's tables. */
async function setTotal(tx: Db, kind: MirroredKind, total: number): Promise<void> {
  if (kind === 'services' || kind === 'staff') return;
  await tx
    .insertInto('totals')
    .values((eb) => ({ team_id: eb.selectFrom('teams').select('id'), kind, total }))
    .onConflict((conflict) => conflict.columns(['team_id', 'kind']).doUpdateSet({ total }))
    .execute();
}

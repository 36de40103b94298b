import { Booking, CallDetail } from '../../contract/index.ts';
import { deriveAdded, deriveChanged } from '../derived/derive.ts';
import type { Db, NumberedKind, ServiceRow, StaffRow } from '../store/schema/schema.ts';
import { withColumnsToAdd, wordIndexOf } from '../store/words.ts';
import {
  fieldsOf,
  type Mirrored,
  placeholderService,
  placeholderStaff,
  writeService,
  writeStaff,
} from './catalogue-rows.ts';
import { ROW_OF, type Rows } from './rows.ts';
import { type MirroredKind, withMirrorTables } from './schema.ts';

const NO_TURNS = '[]';
/**
 * Records whose rows are made and written together. V8 moves what is in use for long to its old space, which it collects rarely: the
 * rows of whole pages fill that twice as fast.
 */
const CHUNK = 20;

/** A record whose row is to be written. */
export interface WrittenRecord extends Mirrored {
  /** False if the table may have a row of it. */
  isNew: boolean;
}

/**
 * Writes the rows of records, those of new ones in chunks. Returns the ids of records that lack a field which every
 * search needs: they get no row.
 */
export async function writeRows(
  tx: Db,
  kind: MirroredKind,
  records: readonly WrittenRecord[],
): Promise<ReadonlySet<string>> {
  if (kind === 'services' || kind === 'staff') {
    for (const record of records) await (kind === 'services' ? writeService : writeStaff)(tx, record);
    return new Set();
  }
  if (kind === 'bookings') await writePlaceholders(tx, records);
  const unsearchable = new Set<string>();
  for (let start = 0; start < records.length; start += CHUNK) {
    for (const id of await writeNumbered(tx, kind, records.slice(start, start + CHUNK))) unsearchable.add(id);
  }
  return unsearchable;
}

async function writeNumbered<K extends NumberedKind>(
  tx: Db,
  kind: K,
  records: readonly WrittenRecord[],
): Promise<ReadonlySet<string>> {
  const unsearchable = new Set<string>();
  const added: { row: Rows[K]; record: WrittenRecord }[] = [];
  const changed: typeof added = [];
  for (const record of records) {
    const found = await ROW_OF[kind](tx, record);
    const row = found && record.toStorable(found);
    if (!row) unsearchable.add(record.id);
    else (record.isNew ? added : changed).push({ row, record });
  }
  if (added.length > 0) {
    const packed = added.map(({ row, record }) => record.pack(row));
    await tx
      .insertInto<NumberedKind>(kind)
      .values((await withColumnsToAdd(tx, kind, packed)) as never)
      .execute();
    await deriveAdded(tx, kind, added.map(({ row }) => row) as never);
  }
  for (const { row, record } of changed) {
    const packed = record.pack(row);
    const { id: _, ...columns } = packed;
    // In the form of lists a call has no transcript: that of its row remains, until the detailed form replaces it.
    const hasTurns = fieldsOf(CallDetail, record).transcript || (row as Rows['calls']).transcript_json !== NO_TURNS;
    const isListedCall = kind === 'calls' && !hasTurns;
    const { transcript_json: __, ...listed } = columns as Partial<Rows['calls']>;
    // What the search of the list reads remains, too: the detailed form has fewer further fields.
    const { further_text: ___, ...detailed } = columns as Partial<Rows['calls']>;
    const stored = await tx
      .insertInto<NumberedKind>(kind)
      .values(packed as never)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((isListedCall ? listed : detailed) as never))
      .returningAll()
      .executeTakeFirstOrThrow();
    await deriveChanged(tx, kind, stored as never);
  }
  for (const id of unsearchable) await deleteRow(tx, kind, id);
  return unsearchable;
}

/** Bookings are read together with their service and staff member, who may have left the lists. */
async function writePlaceholders(tx: Db, records: readonly Mirrored[]): Promise<void> {
  const services = new Map<string, ServiceRow>();
  const staff = new Map<string, StaffRow>();
  for (const record of records) {
    const { service_id, service_name, staff_id, staff_name } = fieldsOf(Booking, record);
    const [service, person] = [service_id ?? '', staff_id ?? ''];
    addNamed(services, placeholderService(record.teamId, service), service_name, record);
    addNamed(staff, placeholderStaff(record.teamId, person), staff_name, record);
  }
  if (services.size === 0) return;
  await tx
    .insertInto('services')
    .values([...services.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('staff')
    .values([...staff.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await rename(tx, 'services', services);
  await rename(tx, 'staff', staff);
}

/** Adds a placeholder with the name that a booking states: one that states none leaves that of others. */
function addNamed<R extends ServiceRow | StaffRow>(
  rows: Map<string, R>,
  unnamed: R,
  name: string | null | undefined,
  { toStorable }: Mirrored,
): void {
  const named = name ? toStorable({ ...unnamed, name }) : undefined;
  if (named || !rows.has(unnamed.id)) rows.set(unnamed.id, named ?? unnamed);
}

/** What no list of the platform names has the name that bookings state at last. */
async function rename(
  tx: Db,
  kind: 'services' | 'staff',
  rows: ReadonlyMap<string, { id: string; name: string }>,
): Promise<void> {
  const named = [...rows.values()].filter(({ id, name }) => name !== id);
  if (named.length === 0) return;
  const ids = named.map(({ id }) => id);
  const stored = await tx.selectFrom(kind).select(['id', 'name']).where('id', 'in', ids).execute();
  const listed = await withMirrorTables(tx)
    .selectFrom('mirror_records')
    .select('id')
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute();
  const names = new Map(stored.map(({ id, name }) => [id, name]));
  for (const { id, name } of named) {
    if (names.get(id) === name || listed.some((record) => record.id === id)) continue;
    await tx.updateTable(kind).set({ name }).where('id', '=', id).execute();
  }
}

/** Deletes the row of a record that the platform no longer has. Rows that bookings are read together with remain. */
export async function deleteRow(tx: Db, kind: MirroredKind, id: string): Promise<void> {
  if (kind === 'contacts' || kind === 'bookings' || kind === 'calls') {
    await wordIndexOf(tx)?.remove(tx, kind, id);
    await tx.deleteFrom(kind).where('id', '=', id).execute();
  }
}

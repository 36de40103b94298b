import { CallDetail, type Read, type Resource, readRecord } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Db } from '../store/schema.ts';
import { changeProgress, type ListProgress } from './lists.ts';
import { deleteRow, LISTED, WRITE_ROW } from './rows.ts';
import { type MirroredKind, type MirrorRecordRow, withMirrorTables } from './schema.ts';

/** A record that was read from the platform. */
export interface SourceRecord {
  id: string;
  read: Read<Resource>;
}

/** What one response of the platform, or one write, says about records of a list. */
export interface SourceRecords {
  kind: MirroredKind;
  records: readonly SourceRecord[];
  /** When the request began: a record that was read by a later one is newer. */
  readAt: number;
  /** `detail`: calls with their transcript, as single records have it. */
  form: 'list' | 'detail';
}

/** The fields of a record as the platform sent them. Reading them again gives the same record. */
const rawOf = ({ fields, other }: Read<Resource>): JsonObject => ({ ...other, ...fields });

/** Ids per statement. */
const CHUNK = 500;

/**
 * Stores records in the rows of the platform's own tables and as they were sent. A record that a later request has read
 * stays as it is.
 * @param change the progress of the list's reading, in the same transaction.
 */
export async function storeRecords(
  tx: Db,
  teamId: string,
  { kind, records, readAt, form }: SourceRecords,
  change: (before: ListProgress) => ListProgress = (before) => before,
): Promise<void> {
  const db = withMirrorTables(tx);
  const known = new Map(
    (
      await recordRows(
        tx,
        kind,
        records.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const stated = new Set<string>();
  let added = 0;
  for (const { id, read } of records) {
    for (const name of Object.keys(read.fields)) stated.add(name);
    const before = known.get(id);
    if (before && before.read_at > readAt) continue;
    const changed = changedColumns(kind, form, read, before, readAt);
    let { position } = before ?? {};
    if (position === undefined) {
      const inserted = {
        kind,
        id,
        read_at: readAt,
        searchable: 1,
        detail_json: null,
        detail_at: NO_DETAIL[kind],
        raw_json: '{}',
      };
      const row = await db
        .insertInto('mirror_records')
        .values({ ...inserted, ...changed })
        .returning('position')
        .executeTakeFirstOrThrow();
      position = row.position;
      added++;
    } else {
      await db
        .updateTable('mirror_records')
        .set({ read_at: readAt, ...changed })
        .where('position', '=', position)
        .execute();
    }
    if (before && Object.keys(changed).length === 0) continue;
    const isSearchable = await WRITE_ROW[kind](tx, { teamId, position, id, read });
    if (!isSearchable) await deleteRow(tx, kind, id);
    const searchable = isSearchable ? 1 : 0;
    if ((before?.searchable ?? 1) !== searchable) {
      await db.updateTable('mirror_records').set({ searchable }).where('position', '=', position).execute();
    }
    // The same record twice in one response.
    known.set(id, {
      id,
      position,
      read_at: readAt,
      searchable,
      raw_json: '',
      detail_json: null,
      detail_at: null,
      ...changed,
      kind,
    });
  }
  await changeProgress(tx, kind, (before) =>
    change({
      ...before,
      records: before.records + added,
      stated: [...new Set([...before.stated, ...stated])],
    }),
  );
}

/** Only calls have a form of their own for single records: of all others nothing is to be read after the list. */
const NO_DETAIL: Record<MirroredKind, number | null> = { services: 0, staff: 0, contacts: 0, bookings: 0, calls: null };

/** The columns of a record that differ from what is stored; none if the record did not change. */
function changedColumns(
  kind: MirroredKind,
  form: SourceRecords['form'],
  read: Read<Resource>,
  before: MirrorRecordRow | undefined,
  readAt: number,
): Partial<MirrorRecordRow> {
  const raw = rawOf(read);
  if (kind !== 'calls' || form === 'list') {
    const raw_json = JSON.stringify(raw);
    if (before?.raw_json === raw_json) return {};
    return kind === 'calls' ? { raw_json, detail_at: null } : { raw_json };
  }
  const { transcript, ...facts } = raw;
  const detail = Array.isArray(read.fields['transcript' as never]) ? facts : raw;
  return {
    detail_json: JSON.stringify(detail),
    detail_at: readAt,
    raw_json: JSON.stringify(listForm(raw, before)),
  };
}

/**
 * The list form of a call that was read alone: without the fields that only the single form has, as far as an earlier reading
 * of both shows them.
 */
function listForm(detail: JsonObject, before: MirrorRecordRow | undefined): JsonObject {
  const listed = Object.keys(
    before
      ? (JSON.parse(before.raw_json) as JsonObject)
      : Object.fromEntries(Object.keys(LISTED.calls.chosen).map((name) => [name, null])),
  );
  const known = before?.detail_json ? new Set(Object.keys(JSON.parse(before.detail_json) as JsonObject)) : undefined;
  const isListed = (name: string) =>
    name === 'id' || listed.includes(name) || (known !== undefined && name !== 'transcript' && !known.has(name));
  return Object.fromEntries(Object.entries(detail).filter(([name]) => isListed(name)));
}

/** Removes records that the platform no longer has, as far as no later request has read them. */
export async function removeRecords(tx: Db, kind: MirroredKind, ids: readonly string[], readAt: number): Promise<void> {
  const gone = (await recordRows(tx, kind, ids)).filter(({ read_at }) => read_at <= readAt);
  if (gone.length === 0) return;
  for (const { id, position } of gone) {
    await deleteRow(tx, kind, id);
    await withMirrorTables(tx).deleteFrom('mirror_records').where('position', '=', position).execute();
  }
  await changeProgress(tx, kind, (before) => ({ ...before, records: before.records - gone.length }));
}

/** Makes the next answer that shows these records read them again: they may have changed. */
export async function distrustRecords(tx: Db, kind: MirroredKind, ids: readonly string[]): Promise<void> {
  for (const { position } of await recordRows(tx, kind, ids)) {
    await withMirrorTables(tx)
      .updateTable('mirror_records')
      .set(kind === 'calls' ? { read_at: 0, detail_at: null } : { read_at: 0 })
      .where('position', '=', position)
      .execute();
  }
}

/** The stored rows of records, in no particular order. */
export async function recordRows(db: Db, kind: MirroredKind, ids: readonly string[]): Promise<MirrorRecordRow[]> {
  const rows: MirrorRecordRow[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = await withMirrorTables(db)
      .selectFrom('mirror_records')
      .selectAll()
      .where('kind', '=', kind)
      .where('id', 'in', ids.slice(start, start + CHUNK))
      .execute();
    rows.push(...chunk);
  }
  return rows;
}

/** A stored record, read as a response of the platform. */
export interface StoredRecord {
  read: Read<Resource>;
  /** When the platform was asked for it, in the requested form. */
  readAt: number;
}

/** Returns records in the form of lists or, with `detail`, calls with their transcripts. */
export async function storedRecords(
  db: Db,
  kind: MirroredKind,
  ids: readonly string[],
  form: SourceRecords['form'],
): Promise<Map<string, StoredRecord>> {
  const rows = await recordRows(db, kind, ids);
  if (form === 'list' || kind !== 'calls') {
    return new Map(
      rows.map((row) => [row.id, { read: readRecord(LISTED[kind], JSON.parse(row.raw_json)), readAt: row.read_at }]),
    );
  }
  const transcripts = await transcriptsOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap((row) => {
      if (row.detail_json === null) return [];
      const detail = JSON.parse(row.detail_json) as JsonObject;
      // A transcript that is not one stayed in the detail.
      const transcript = transcripts.get(row.id);
      const listed = JSON.parse(row.raw_json) as JsonObject;
      const whole = { ...listed, ...(transcript === undefined ? {} : { transcript }), ...detail };
      return [[row.id, { read: readRecord(CallDetail, whole), readAt: row.detail_at ?? 0 }]];
    }),
  );
}

async function transcriptsOf(db: Db, ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('calls').select(['id', 'transcript_json']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, transcript_json }) => [id, JSON.parse(transcript_json)]));
}

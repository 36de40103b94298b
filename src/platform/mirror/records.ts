import { CallDetail, type Read, type Resource, readRecord } from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import { canonicalJson } from '../../lib/crypto/canonical-json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { Db } from '../store/schema/schema.ts';
import { changeProgress, type ListProgress } from './lists.ts';
import type { Pack } from './packed-texts.ts';
import { LISTED } from './rows.ts';
import { type MirroredKind, type MirrorRecordRow, withMirrorTables } from './schema.ts';
import type { ToStorable } from './storable.ts';
import { deleteRow, type WrittenRecord, writeRows } from './write-rows.ts';

/** A record that was read from the platform. */
export interface PlatformRecord {
  id: string;
  read: Read<Resource>;
}

/** What one response of the platform, or one write, says about records of a list. */
export interface PlatformRecords {
  kind: MirroredKind;
  records: readonly PlatformRecord[];
  /** When the request began: a record that was read by a later one is newer. */
  readAt: number;
  /** `detail`: calls with their transcript, as single records have it. */
  form: 'list' | 'detail';
  /** Number of the list's page that they stand on, with `MAX_PER_PAGE` records a page. */
  page?: number;
}

/** The fields of a record as the platform sent them. Reading them again gives the same record. */
const rawOf = ({ fields, other }: Read<Resource>): JsonObject => ({ ...other, ...fields });

/** Ids per statement. */
const CHUNK = 500;

/** Whose records are stored, and how their telephone numbers are read. */
interface Team {
  id: string;
  /** The time of the mirror's clock. */
  now: number;
  /** Country of telephone numbers without +. */
  country: string | undefined;
  /** Converts rows for the database of the mirror. */
  toStorable: ToStorable;
  pack: Pack;
}

/**
 * Stores records in the rows of the platform's own tables and as they were sent. A record that a later request has read
 * stays as it is.
 * @param change the progress of the list's reading, in the same transaction.
 */
export async function storeRecords(
  tx: Db,
  team: Team,
  { kind, records, readAt, form, page }: PlatformRecords,
  change: (before: ListProgress) => ListProgress = (before) => before,
): Promise<void> {
  const { country, toStorable, pack } = team;
  // The last of those that a response has twice.
  const byId = new Map(records.map(({ id, read }) => [id, read]));
  const known = new Map((await recordRows(tx, kind, [...byId.keys()])).map((row) => [row.id, row]));
  const news: NewRecord[] = [];
  const unchanged: number[] = [];
  const written: WrittenRecord[] = [];
  const seen = { read_at: readAt, ...(page === undefined ? {} : { list_page: page }) };
  const row = (id: string, position: number, read: Read<Resource>, isNew: boolean) =>
    written.push({ teamId: team.id, country, toStorable, pack, position, id, read, isNew });
  for (const [id, read] of byId) {
    const before = known.get(id);
    const isOlder = before !== undefined && before.read_at > readAt && before.read_at <= team.now;
    if (isOlder && !completesList(kind, form, read, readAt, before)) continue;
    const columns = changedColumns(kind, form, read, before, readAt);
    if (!before) {
      news.push(pack({ kind, id, ...EMPTY, detail_at: NO_DETAIL[kind], ...seen, ...columns }));
    } else if (isOlder) {
      const { raw_json: _, started_at: __, ...detail } = columns;
      await updateRecords(tx, [before.position], pack(detail));
      row(id, before.position, read, false);
    } else if (Object.keys(columns).length === 0) {
      unchanged.push(before.position);
    } else {
      await updateRecords(tx, [before.position], { ...seen, ...pack(columns) });
      row(id, before.position, read, false);
    }
  }
  if (unchanged.length > 0) await updateRecords(tx, unchanged, seen);
  for (const [id, position] of await insertRecords(tx, news)) row(id, position, byId.get(id) as Read<Resource>, true);
  const unsearchable = await writeRows(tx, kind, written);
  for (const { id, position, isNew } of written) {
    const searchable = unsearchable.has(id) ? 0 : 1;
    const before = isNew ? 1 : known.get(id)?.searchable;
    if (before !== searchable) await updateRecords(tx, [position], { searchable });
  }
  const reads = [...byId.values()];
  await changeProgress(tx, kind, (before) =>
    change({
      ...before,
      records: before.records + news.length,
      stated: withNames(before.stated, reads),
      listed: form === 'list' ? withNames(before.listed, reads) : before.listed,
      priced: before.priced || reads.some(({ other }) => kind === 'bookings' && 'price_cents' in other),
      changedAt: written.some(({ isNew }) => !isNew) ? team.now : before.changedAt,
    }),
  );
}

const withNames = (names: readonly string[], reads: readonly Read<Resource>[]): string[] => [
  ...new Set([...names, ...reads.flatMap(({ fields }) => Object.keys(fields))]),
];

type NewRecord = Omit<MirrorRecordRow, 'position'>;

/** Adds records with one statement. Returns their positions by id. */
async function insertRecords(tx: Db, records: readonly NewRecord[]): Promise<Map<string, number>> {
  if (records.length === 0) return new Map();
  const rows = await withMirrorTables(tx)
    .insertInto('mirror_records')
    .values(records)
    .returning(['id', 'position'])
    .execute();
  return new Map(rows.map(({ id, position }) => [id, position]));
}

async function updateRecords(tx: Db, positions: readonly number[], columns: Partial<NewRecord>): Promise<void> {
  if (positions.length === 0) return;
  await withMirrorTables(tx).updateTable('mirror_records').set(columns).where('position', 'in', positions).execute();
}

/** Only calls have a form of their own for single records: of all others nothing is to be read after the list. */
const NO_DETAIL: Record<MirroredKind, number | null> = { services: 0, staff: 0, contacts: 0, bookings: 0, calls: null };

/** Of a record about which nothing is known. */
const EMPTY = {
  list_page: null,
  searchable: 1,
  detail_json: null,
  detail_read_at: null,
  unreadable_at: null,
  started_at: 0,
  raw_json: '{}',
};

/**
 * True if the single form of a call was read before its list form that is stored, says the same, and is the latest single form: the
 * transcript is the call's although its list was read meanwhile.
 */
const completesList = (
  kind: MirroredKind,
  form: PlatformRecords['form'],
  read: Read<Resource>,
  readAt: number,
  before: MirrorRecordRow,
): boolean =>
  kind === 'calls' &&
  form === 'detail' &&
  (before.detail_read_at ?? 0) < readAt &&
  isSameJson(before.raw_json, JSON.stringify(listForm(rawOf(read), before)));

/** The columns of a record that differ from what is stored; none if the record did not change. */
function changedColumns(
  kind: MirroredKind,
  form: PlatformRecords['form'],
  read: Read<Resource>,
  before: MirrorRecordRow | undefined,
  readAt: number,
): Partial<MirrorRecordRow> {
  const raw = rawOf(read);
  const started_at = epochMs((read.fields as { started_at?: string | null }).started_at) ?? 0;
  if (kind !== 'calls' || form === 'list') {
    const raw_json = JSON.stringify(raw);
    if (before && isSameJson(before.raw_json, raw_json)) return {};
    return kind === 'calls' ? { raw_json, detail_at: null, unreadable_at: null, started_at } : { raw_json };
  }
  const { transcript, ...facts } = raw;
  const detail = Array.isArray((read.fields as { transcript?: unknown }).transcript) ? facts : raw;
  return {
    detail_json: JSON.stringify(detail),
    detail_at: readAt,
    detail_read_at: readAt,
    unreadable_at: null,
    started_at,
    raw_json: JSON.stringify(listForm(raw, before)),
  };
}

/** The fields of a call come in another order from its list than from its single form. */
const isSameJson = (before: string, after: string): boolean =>
  before === after || canonicalJson(JSON.parse(before)) === canonicalJson(JSON.parse(after));

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

/**
 * Removes records that the platform no longer has, as far as no later request has read them.
 * @param now the time of the mirror's clock: a later time was stored before the clock was set back
 */
export async function removeRecords(
  tx: Db,
  kind: MirroredKind,
  ids: readonly string[],
  readAt: number,
  now: number,
): Promise<void> {
  const gone = (await recordRows(tx, kind, ids)).filter(({ read_at }) => read_at <= readAt || read_at > now);
  if (gone.length === 0) return;
  for (const { id, position } of gone) {
    await deleteRow(tx, kind, id);
    await withMirrorTables(tx).deleteFrom('mirror_records').where('position', '=', position).execute();
  }
  await changeProgress(tx, kind, (before) => {
    const records = before.records - gone.length;
    // The length that the platform stated last may count them, or not.
    const total = before.total === null ? null : Math.max(records, before.total - gone.length);
    return { ...before, records, total, changedAt: now };
  });
}

/** Sets the time at which copies were read to an earlier one, and has the transcripts of calls read again. */
export async function distrustRecords(
  tx: Db,
  kind: MirroredKind,
  ids: readonly string[],
  readAt: number,
): Promise<void> {
  const rows = await recordRows(tx, kind, ids);
  const newer = rows.filter(({ read_at }) => read_at > readAt).map(({ position }) => position);
  await updateRecords(tx, newer, { read_at: readAt });
  const detail = { detail_at: null, unreadable_at: null };
  if (kind === 'calls')
    await updateRecords(
      tx,
      rows.map(({ position }) => position),
      detail,
    );
}

/** Ids of records that were last read before a time. */
export async function readBefore(db: Db, kind: MirroredKind, time: number, limit: number): Promise<string[]> {
  const rows = await withMirrorTables(db)
    .selectFrom('mirror_records')
    .select('id')
    .where('kind', '=', kind)
    .where('read_at', '<', time)
    .orderBy('read_at')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Number of records that were last read before a time. */
export async function countReadBefore(db: Db, kind: MirroredKind, time: number): Promise<number> {
  const { count } = await withMirrorTables(db)
    .selectFrom('mirror_records')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('read_at', '<', time)
    .executeTakeFirstOrThrow();
  return count;
}

/** The stored rows of records, in no particular order. */
async function recordRows(db: Db, kind: MirroredKind, ids: readonly string[]): Promise<MirrorRecordRow[]> {
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
  /** The page of its list on which it was seen last; null if on none. */
  page: number | null;
}

/** Returns records in the form of lists or, with `detail`, calls with their transcripts. */
export async function storedRecords(
  db: Db,
  kind: MirroredKind,
  ids: readonly string[],
  form: PlatformRecords['form'],
): Promise<Map<string, StoredRecord>> {
  const rows = await recordRows(db, kind, ids);
  if (form === 'list' || kind !== 'calls') {
    return new Map(
      rows.map((row) => [
        row.id,
        { read: readRecord(LISTED[kind], JSON.parse(row.raw_json)), readAt: row.read_at, page: row.list_page },
      ]),
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
      // A transcript in another form stayed in the detail.
      const transcript = transcripts.get(row.id);
      const listed = JSON.parse(row.raw_json) as JsonObject;
      // While the detail is to be read again, the list was read later.
      const fields = row.detail_at === null ? { ...detail, ...listed } : { ...listed, ...detail };
      const own = readRecord(CallDetail, fields);
      const isComplete = 'transcript' in detail || transcript === undefined || transcriptOf(own) !== undefined;
      const read = isComplete ? own : readRecord(CallDetail, { ...fields, transcript });
      return [[row.id, { read, readAt: row.detail_read_at ?? 0, page: row.list_page }]];
    }),
  );
}

async function transcriptsOf(db: Db, ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('calls').select(['id', 'transcript_json']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, transcript_json }) => [id, JSON.parse(transcript_json)]));
}

import { sql } from 'kysely';
import type { Migration } from '../store/migrations/index.ts';
import type { Db } from '../store/schema.ts';

/** The migration that only mirrors have: its name in a database says that the database is one. */
export const MIRROR_MIGRATION = 'mirror-001';

/** The database in which a mirror is. */
type Dialect = 'sqlite' | 'postgres';

/** Never change a released migration: add another one. */
async function mirrorTables(tx: Db, dialect: Dialect): Promise<void> {
  await tx.schema
    .createTable('mirror_records')
    .addColumn('position', 'integer', (column) => {
      const key = column.primaryKey().notNull();
      return dialect === 'sqlite' ? key.autoIncrement() : key.generatedByDefaultAsIdentity();
    })
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('detail_at', 'bigint')
    .addColumn('searchable', 'integer', (column) => column.notNull())
    .addColumn('raw_json', 'text', (column) => column.notNull())
    .addColumn('detail_json', 'text')
    .addUniqueConstraint('mirror_records_by_id', ['kind', 'id'])
    .execute();
  await tx.schema
    .createIndex('mirror_records_by_read_at')
    .on('mirror_records')
    .columns(['kind', 'read_at', 'position'])
    .execute();
  await tx.schema
    .createIndex('mirror_records_unsearchable')
    .on('mirror_records')
    .columns(['kind'])
    .where(sql<boolean>`searchable = 0`)
    .execute();
  await tx.schema
    .createIndex('mirror_records_without_detail')
    .on('mirror_records')
    .columns(['kind', 'position'])
    .where(sql<boolean>`detail_at is null`)
    .execute();
  await tx.schema
    .createTable('mirror_lists')
    .addColumn('kind', 'text', (column) => column.primaryKey().notNull())
    .addColumn('progress_json', 'text', (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable('mirror_leases')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable('mirror_source')
    .addColumn('address', 'text', (column) => column.primaryKey().notNull())
    .addColumn('credential', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .execute();
  // Those of `placeholders.ts` that no index of the platform finds.
  await tx.schema
    .createIndex('mirror_bookings_without_created_at')
    .on('bookings')
    .columns(['team_id'])
    .where(sql<boolean>`created_at = 0`)
    .execute();
  await tx.schema
    .createIndex('mirror_bookings_without_contact')
    .on('bookings')
    .columns(['team_id'])
    .where(sql<boolean>`contact_id = ''`)
    .execute();
  await tx.schema
    .createIndex('mirror_calls_without_duration')
    .on('calls')
    .columns(['team_id'])
    .where(sql<boolean>`duration_seconds = -1`)
    .execute();
}

async function listPages(tx: Db): Promise<void> {
  await tx.schema.alterTable('mirror_records').addColumn('list_page', 'integer').execute();
}

async function sourceUse(tx: Db): Promise<void> {
  await tx.schema
    .alterTable('mirror_source')
    .addColumn('used_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Transcripts are read from the newest call backwards, and searched that far. */
async function callStarts(tx: Db): Promise<void> {
  await tx.schema
    .alterTable('mirror_records')
    .addColumn('started_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update mirror_records set started_at = coalesce(
    (select calls.started_at from calls where calls.id = mirror_records.id), 0) where kind = 'calls'`.execute(tx);
  await tx.schema.dropIndex('mirror_records_without_detail').execute();
  await tx.schema
    .createIndex('mirror_records_without_detail')
    .on('mirror_records')
    .columns(['kind', 'started_at', 'position'])
    .where(sql<boolean>`detail_at is null`)
    .execute();
}

/** Before, searches without filters stated a total of 0. */
async function totals(tx: Db): Promise<void> {
  for (const kind of ['contacts', 'bookings', 'calls'] as const) {
    await tx.deleteFrom('totals').where('kind', '=', kind).execute();
    await sql`insert into totals (team_id, kind, total)
      select team_id, ${sql.lit(kind)}, count(*) from ${sql.table(kind)} group by team_id`.execute(tx);
  }
}

/** A transcript that the platform does not return keeps those of the other calls from nothing. */
async function unreadableCalls(tx: Db): Promise<void> {
  await tx.schema.alterTable('mirror_records').addColumn('unreadable_at', 'bigint').execute();
  await tx.schema.dropIndex('mirror_records_without_detail').execute();
  await tx.schema
    .createIndex('mirror_records_without_detail')
    .on('mirror_records')
    .columns(['kind', 'started_at', 'position'])
    .where(sql<boolean>`detail_at is null and unreadable_at is null`)
    .execute();
  await tx.schema
    .createIndex('mirror_records_unreadable')
    .on('mirror_records')
    .columns(['kind', 'unreadable_at', 'started_at'])
    .where(sql<boolean>`unreadable_at is not null`)
    .execute();
}

/** An answer that shows an earlier detail of a call, because a later one cannot be read, states when it was read. */
async function detailTimes(tx: Db): Promise<void> {
  await tx.schema.alterTable('mirror_records').addColumn('detail_read_at', 'bigint').execute();
  await sql`update mirror_records set detail_read_at = coalesce(detail_at, 0) where detail_json is not null`.execute(
    tx,
  );
}

/**
 * Marks databases whose texts are compressed (`packed-texts.ts`), so that an earlier version refuses them. Texts of before remain as
 * they are until their record changes.
 */
async function packedTexts(): Promise<void> {}

/** A mirror books nothing: no other appointment of the same person is looked up. */
async function withoutBusyTimes(tx: Db): Promise<void> {
  await tx.schema.dropIndex('bookings_by_staff_id_status_busy_start_busy_end').execute();
}

/** The bookings of one contact are few: the first after a promise is found without an index of its own, which each booking would change. */
async function withoutCreationTimes(tx: Db): Promise<void> {
  await tx.schema.dropIndex('bookings_by_contact_id_created_at_id').execute();
}

export const mirrorMigrations = (dialect: Dialect): readonly Migration[] => [
  { name: MIRROR_MIGRATION, up: (tx) => mirrorTables(tx, dialect) },
  { name: 'mirror-002-list-pages', up: (tx) => listPages(tx) },
  { name: 'mirror-003-source-use', up: (tx) => sourceUse(tx) },
  { name: 'mirror-004-call-starts', up: (tx) => callStarts(tx) },
  { name: 'mirror-005-totals', up: (tx) => totals(tx) },
  { name: 'mirror-006-unreadable-calls', up: (tx) => unreadableCalls(tx) },
  { name: 'mirror-007-detail-times', up: (tx) => detailTimes(tx) },
  { name: 'mirror-008-packed-texts', up: packedTexts },
  { name: 'mirror-009-without-busy-times', up: withoutBusyTimes },
  { name: 'mirror-010-without-creation-times', up: withoutCreationTimes },
];

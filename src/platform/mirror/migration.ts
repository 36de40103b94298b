import { sql } from 'kysely';
import type { Migration } from '../store/migrations/index.ts';
import type { Db } from '../store/schema/schema.ts';

/** The migration that only mirrors have: its name in a database says that the database is one. */
export const MIRROR_MIGRATION = 'mirror-001';

/** The database in which a mirror is. */
type Dialect = 'sqlite' | 'postgres';

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
    .addColumn('detail_read_at', 'bigint')
    .addColumn('unreadable_at', 'bigint')
    .addColumn('list_page', 'integer')
    .addColumn('started_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('searchable', 'integer', (column) => column.notNull())
    // The long texts are the last columns, so that others are found without reading them.
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
    // Transcripts are read from the newest call backwards, and searched that far.
    .columns(['kind', 'started_at', 'position'])
    .where(sql<boolean>`detail_at is null and unreadable_at is null`)
    .execute();
  await tx.schema
    .createIndex('mirror_records_unreadable')
    .on('mirror_records')
    .columns(['kind', 'unreadable_at', 'started_at'])
    .where(sql<boolean>`unreadable_at is not null`)
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
    .addColumn('used_at', 'bigint', (column) => column.notNull().defaultTo(0))
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
  // A mirror books nothing: no other appointment of the same person is looked up.
  await tx.schema.dropIndex('bookings_by_staff_id_status_busy_start_busy_end').execute();
  // The bookings of one contact are few: the first after a promise is found without an index, which each booking would change.
  await tx.schema.dropIndex('bookings_by_contact_id_created_at_id').execute();
}

export const mirrorMigrations = (dialect: Dialect): readonly Migration[] => [
  { name: MIRROR_MIGRATION, up: (tx) => mirrorTables(tx, dialect) },
];

import {
  assertKnown,
  MIGRATIONS_TABLE,
  type Migration,
  type MigrationTarget,
  migrate,
} from '../lib/database/migrations.ts';
import { STATE_SCHEMA } from '../lib/postgres/advisory-locks.ts';

/** Runs one statement and returns its rows. */
export type Query = <Row>(sql: string, ...parameters: unknown[]) => Promise<Row[]>;

/** A schema of its own: it can live in the embedded platform's database or in any other. */
const SCHEMA = 'rcpt_state';

/** The database's clock in epoch milliseconds. Replicas compare times by this clock only. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const runAll =
  (...statements: string[]) =>
  async (query: Query) => {
    for (const statement of statements) await query(statement);
  };

/** Never change a released migration: replicas of two versions run side by side. */
const MIGRATIONS: readonly Migration<Query>[] = [
  {
    name: '001-idempotency',
    up: runAll(
      `create table ${SCHEMA}.secrets (name text primary key, value text not null)`,
      `create table ${SCHEMA}.idempotency_keys (
        key text primary key,
        claim text not null,
        status text not null check (status in ('claimed', 'completed', 'indeterminate')),
        record_id text,
        requested_at bigint not null,
        lease_until bigint not null
      )`,
      `create index on ${SCHEMA}.idempotency_keys (requested_at)`,
    ),
  },
  {
    name: '002-events-and-leases',
    up: runAll(
      `create table ${SCHEMA}.event_log (
        server text not null,
        position bigint not null,
        id text not null,
        added_at bigint not null,
        entry text not null,
        primary key (server, position),
        unique (server, id)
      )`,
      `create table ${SCHEMA}.leases (
        name text primary key,
        holder text not null,
        note text not null,
        lease_until bigint not null
      )`,
    ),
  },
];

/** Brings the schema up to this program's version. */
export async function prepareSchema(
  read: Query,
  transaction: (work: (query: Query) => Promise<void>) => Promise<void>,
): Promise<void> {
  const target: MigrationTarget<Query> = {
    read: (work) => work(read),
    exclusively: (work) =>
      transaction(async (query) => {
        await query('select pg_advisory_xact_lock($1, $2)', ...STATE_SCHEMA);
        await work(query);
      }),
    applied: appliedMigrations,
    async createTable(query) {
      // Creating a schema needs a privilege that a user of an existing one may lack.
      const found = await query('select from pg_namespace where nspname = $1', SCHEMA);
      if (found.length === 0) await query(`create schema ${SCHEMA}`);
      await query(
        `create table if not exists ${SCHEMA}.${MIGRATIONS_TABLE} (name text primary key, applied_at bigint not null)`,
      );
    },
    async record(query, name) {
      await query(`insert into ${SCHEMA}.${MIGRATIONS_TABLE} values ($1, ${NOW})`, name);
    },
    newerVersion,
  };
  await migrate(target, MIGRATIONS);
}

const newerVersion = () =>
  `The schema ${SCHEMA} was migrated by a newer version of this program. Update the program, or drop the schema when no replica runs: it is created again.`;

async function appliedMigrations(query: Query): Promise<string[]> {
  // Not to_regclass: it can keep a negative result in its cache after another process has created the table.
  const found = await query(
    'select from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = $1 and relname = $2',
    SCHEMA,
    MIGRATIONS_TABLE,
  );
  if (found.length === 0) return [];
  const rows = await query<{ name: string }>(`select name from ${SCHEMA}.${MIGRATIONS_TABLE} order by name`);
  return rows.map(({ name }) => name);
}

/**
 * Returns the number of applied migrations; 0 if the schema does not exist.
 * @throws DatabaseError if a newer version of this program has migrated it.
 */
export async function schemaVersion(query: Query): Promise<number> {
  const applied = await appliedMigrations(query);
  assertKnown(MIGRATIONS, applied, newerVersion);
  return applied.length;
}

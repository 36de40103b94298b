import { DatabaseError } from '../lib/database-error.ts';
import type { Query } from './query.ts';

/** Everything is in a schema of its own, so that it can be in the embedded platform's database, or in any other. */
const SCHEMA = 'rcpt_state';
/** Of advisory locks: "rcpt", and one that nothing else of ours uses. */
const LOCK = [0x72637074, 1] as const;

/** The database's clock in epoch milliseconds: what replicas compare goes by it. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** The last one there is is this program's version. None is ever changed: replicas of two versions run side by side. */
const VERSIONS: readonly (readonly string[])[] = [
  [
    `create table ${SCHEMA}.secrets (name text primary key, value text not null)`,
    `create table ${SCHEMA}.intents (
      key text primary key,
      claim text not null,
      status text not null check (status in ('making', 'made', 'unknown')),
      record_id text,
      late boolean not null default false,
      asked_at bigint not null,
      lease_until bigint not null
    )`,
    `create index on ${SCHEMA}.intents (asked_at)`,
  ],
  [
    `create table ${SCHEMA}.log (
      server text not null,
      position bigint not null,
      id text not null,
      added_at bigint not null,
      entry text not null,
      primary key (server, position),
      unique (server, id)
    )`,
    `create table ${SCHEMA}.turns (
      name text primary key,
      holder text not null,
      note text not null,
      lease_until bigint not null
    )`,
  ],
];

/** Makes what is missing: one process at a time, all of it or nothing. */
export async function prepareSchema(
  read: Query,
  transaction: (work: (query: Query) => Promise<void>) => Promise<void>,
): Promise<void> {
  // Most starts find nothing to do, and may have no right to do anything.
  if ((await versionOf(read)) === VERSIONS.length) return;
  await transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1, $2)', ...LOCK);
    const version = await versionOf(query);
    // To make a schema takes a right that those who use one need not have.
    const made = await query('select from pg_namespace where nspname = $1', SCHEMA);
    if (made.length === 0) await query(`create schema ${SCHEMA}`);
    if (version === 0) await query(`create table if not exists ${SCHEMA}.version (version integer not null)`);
    for (const statement of VERSIONS.slice(version).flat()) await query(statement);
    await query(`delete from ${SCHEMA}.version`);
    await query(`insert into ${SCHEMA}.version values ($1)`, VERSIONS.length);
  });
}

/** The schema's version that is there; 0: none. */
export async function versionOf(query: Query): Promise<number> {
  // Not to_regclass: what it once did not find it may go on not finding, after another process has made it.
  const found = await query(
    'select from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = $1 and relname = $2',
    SCHEMA,
    'version',
  );
  if (found.length === 0) return 0;
  const [row] = await query<{ version: number }>(`select version from ${SCHEMA}.version`);
  const version = row?.version ?? 0;
  if (version <= VERSIONS.length) return version;
  throw new DatabaseError(
    `The schema ${SCHEMA} was made by a newer version of this program. Update the program, or drop the schema when no replica runs: it is made anew.`,
  );
}

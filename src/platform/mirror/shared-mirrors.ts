import { type RawBuilder, sql } from 'kysely';
import { MIGRATIONS_TABLE } from '../../lib/database/migrations.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { WEEK_MS } from '../../lib/time/units.ts';
import type { Engine } from '../store/engine.ts';
import type { Db } from '../store/schema/schema.ts';
import type { MirrorState } from './inspect.ts';
import type { ListProgress } from './lists.ts';
import { schemaBytes } from './place.ts';
import type { MirroredKind } from './schema.ts';
import { SCHEMA_PREFIX } from './shared-engine.ts';

/** The state of a mirror in a PostgreSQL database. */
export interface SharedMirrorState extends MirrorState {
  schema: string;
  /** The platform whose records it has; undefined if its creation was not completed. */
  address: string | undefined;
  /** When a server used it last, to the hour, in epoch milliseconds; undefined as above. */
  usedAt: number | undefined;
}

/** A mirror that no server has used for so long is deleted: that of an earlier credential, for example. In milliseconds. */
const UNUSED_MS = WEEK_MS;
/** The clock of the database server, in epoch milliseconds. */
const NOW: RawBuilder<number> = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Returns the state of each mirror in a database, without changing it. @throws DatabaseError */
export async function inspectSharedMirrors(database: string): Promise<SharedMirrorState[]> {
  return withEngine(database, (engine) =>
    engine.read(async (db) => {
      const states: SharedMirrorState[] = [];
      for (const schema of await mirrorSchemas(db)) states.push(await inspectSchema(db, schema));
      return states;
    }),
  );
}

/** True if the user may create a schema in a database. @throws DatabaseError */
export async function mayCreateMirror(database: string): Promise<boolean> {
  return withEngine(database, (engine) =>
    engine.read(async (db) => {
      const { rows } = await sql<{ may: boolean }>`
        select has_database_privilege(current_database(), 'create') as may`.execute(db);
      return rows[0]?.may === true;
    }),
  );
}

/** Deletes mirrors of a database. @throws DatabaseError */
export async function deleteSharedMirrors(database: string, schemas: readonly string[]): Promise<void> {
  await withEngine(database, async (engine) => {
    for (const schema of schemas) {
      await engine.write(async (tx) => {
        if ((await mirrorSchemas(tx)).includes(schema)) await dropSchema(tx, schema);
      }, 'all');
    }
  });
}

/** Deletes the mirrors of a database that no server has used for a week. Never rejects. */
export async function deleteUnusedMirrors(database: string, logger: Logger): Promise<void> {
  try {
    await withEngine(database, async (engine) => {
      for (const schema of await engine.read(unusedSchemas)) {
        await engine.write(async (tx) => {
          // Read again: a server may have begun to use it.
          if ((await unusedSchemas(tx)).includes(schema)) await dropSchema(tx, schema);
        }, 'all');
        logger.info('an index that no server has used for a week is deleted', { schema });
      }
    });
  } catch (error) {
    logger.debug('unused indexes were not looked for', { error });
  }
}

async function withEngine<T>(database: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await (await import('../store/postgres/engine.ts')).postgresEngine(database);
  try {
    return await work(engine);
  } catch (error) {
    throw engine.explain(error);
  } finally {
    await engine.close();
  }
}

/** The schemas of mirrors that belong to this user, or to a role of it. */
async function mirrorSchemas(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname as name from pg_namespace n
    where starts_with(n.nspname, ${SCHEMA_PREFIX}) and pg_has_role(n.nspowner, 'usage')
      and (select count(*) from pg_class c where c.relnamespace = n.oid
        and c.relname in (${MIGRATIONS_TABLE}, 'mirror_source', 'mirror_records', 'mirror_lists', 'mirror_leases')) = 5
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function unusedSchemas(db: Db): Promise<string[]> {
  const unused: string[] = [];
  for (const schema of await mirrorSchemas(db)) {
    const { rows } = await sql`
      select from ${sql.id(schema, 'mirror_source')} where used_at < ${NOW} - ${UNUSED_MS}::bigint`.execute(db);
    if (rows.length > 0) unused.push(schema);
  }
  return unused;
}

async function dropSchema(tx: Db, schema: string): Promise<void> {
  await sql`drop schema ${sql.id(schema)} cascade`.execute(tx);
}

async function inspectSchema(db: Db, schema: string): Promise<SharedMirrorState> {
  const table = (name: string) => sql.id(schema, name);
  const [source] = (
    await sql<{ address: string; used_at: number }>`select address, used_at from ${table('mirror_source')}`.execute(db)
  ).rows;
  const lists = await sql<{ kind: MirroredKind; progress_json: string }>`
    select kind, progress_json from ${table('mirror_lists')}`.execute(db);
  const { rows } = await sql<{ read: boolean; missing: number; unreadable: number }>`
    select exists (select from ${table('mirror_leases')} where lease_until >= ${NOW}) as read,
      count(*) as missing, count(unreadable_at) as unreadable
    from ${table('mirror_records')} where kind = 'calls' and detail_at is null`.execute(db);
  return {
    schema,
    address: source?.address,
    usedAt: source?.used_at,
    bytes: await schemaBytes(db, schema),
    lists: lists.rows.map(({ kind, progress_json }) => ({ kind, progress: JSON.parse(progress_json) as ListProgress })),
    callsWithoutDetail: (rows[0]?.missing ?? 0) - (rows[0]?.unreadable ?? 0),
    unreadableCalls: rows[0]?.unreadable ?? 0,
    // Each key and country has its own schema.
    unconfirmedRecords: 0,
    isRead: rows[0]?.read === true,
  };
}

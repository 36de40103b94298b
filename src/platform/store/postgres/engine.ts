import { Kysely, sql } from 'kysely';
import { DatabaseError } from '../../../lib/database-error.ts';
import { readAddress } from '../../../lib/postgres/address.ts';
import { watchChannel } from '../../../lib/postgres/channel.ts';
import { explainError } from '../../../lib/postgres/errors.ts';
import { openPools } from '../../../lib/postgres/pool.ts';
import { retried } from '../../../lib/postgres/retry.ts';
import type { Engine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import { announce, CHANNEL } from './changes.ts';
import { PlatformDialect } from './dialect.ts';
import { lock } from './locks.ts';
import { isOverlapError, OVERLAP_CONSTRAINT } from './overlap.ts';
import { createQueues } from './queues.ts';

/** The store on a PostgreSQL server: `postgres://user@host:5432/name`, with parameters as in `address.ts`. */
export async function postgresEngine(database: string): Promise<Engine> {
  const address = readAddress(database);
  const pools = await openPools(address);
  const reader: Db = new Kysely<Schema>({ dialect: new PlatformDialect(pools.reader) });
  const writer: Db = new Kysely<Schema>({ dialect: new PlatformDialect(pools.writer) });
  const queues = createQueues();
  const changes = watchChannel(address.client, CHANNEL);
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  const tracked = <T>(begin: () => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(new Error('The database is closed.'));
    const run = begin();
    const settled = run.catch(() => {}).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return run;
  };

  return {
    read: (work) =>
      tracked(() =>
        retried(() =>
          reader.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
        ),
      ),
    readEach: (work) => tracked(() => retried(() => work(reader))),
    write: (work, reach) =>
      tracked(() =>
        queues.inTurn(reach, () =>
          retried(() =>
            writer
              .transaction()
              .setIsolationLevel('read committed')
              .execute(async (tx) => {
                await lock(tx, reach);
                return work(tx);
              }),
          ),
        ),
      ),
    prepareMigration,
    tableNames,
    forbidOverlaps,
    isOverlap: isOverlapError,
    now,
    lockFreeWebhooks,
    announce,
    onChange: changes.listen,
    explain: (error) => explainError(address.shown, error),
    async close() {
      closed = true;
      await changes.close();
      // Whoever uses or waits for a connection comes first.
      await Promise.all(underWay);
      await reader.destroy();
      await writer.destroy();
      await pools.close();
    },
  };
}

/** A migration of a large database takes longer than any request may. */
async function prepareMigration(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`.execute(tx);
  if (rows[0]?.encoding !== 'UTF8') {
    throw new DatabaseError(`The database must have the encoding UTF8, not ${rows[0]?.encoding}. Create it anew.`);
  }
}

/** Those in the schema that is used by default, without what extensions brought. */
async function tableNames(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )`.execute(db);
  return tables.rows.map((table) => table.name);
}

/** An exclusion constraint: an index of each person's confirmed times, which takes none that overlap. */
async function forbidOverlaps(tx: Db): Promise<void> {
  await sql`create extension if not exists btree_gist`.execute(tx).catch((cause: unknown) => {
    throw new DatabaseError(
      'The database needs the extension btree_gist, which this user may not create there or which its server does not ' +
        'have. Ask its administrator for: create extension btree_gist',
      { cause },
    );
  });
  await sql`
    alter table bookings add constraint ${sql.id(OVERLAP_CONSTRAINT)}
    exclude using gist (staff_id with =, int8range(start_time, end_time) with &&)
    where (status = 'confirmed')`.execute(tx);
}

/** The server's clock, which goes on during a transaction. */
async function now(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

/** A weaker lock than for update: bookings go on, which only refer to the webhooks that they are told to. */
async function lockFreeWebhooks(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

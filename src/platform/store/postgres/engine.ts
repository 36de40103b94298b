import { Kysely, sql } from 'kysely';
import { type Address, readAddress } from '../../../lib/postgres/address.ts';
import { CommitLostError, explainError } from '../../../lib/postgres/errors.ts';
import { listenForNotifications } from '../../../lib/postgres/notifications.ts';
import { openPools } from '../../../lib/postgres/pool.ts';
import { createRetries } from '../../../lib/postgres/retry.ts';
import type { Engine, PostgresOptions } from '../engine.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { assertEncoding, assertSchema, assertWritableNow, missingExtension } from './assert-writable.ts';
import { logChanges } from './change-log.ts';
import { createDecisionStore, isContradicted } from './decide.ts';
import { PlatformDialect } from './dialect.ts';
import { acquireLocks } from './locks.ts';
import { CHANGES_CHANNEL, mayAnnounce } from './notify.ts';
import { isOverlapError, OVERLAP_CONSTRAINT } from './overlap.ts';
import { createWriteQueues } from './queues.ts';
import { addSequenceTable } from './sequences.ts';
import { createTransactions } from './transactions.ts';
import { addWordTables, postgresWords } from './words.ts';

/** How often a decision is made without the lock, under which others wait for all round trips of it. */
const UNLOCKED_DECISIONS = 2;

/** The PostgreSQL engine: `postgres://user@host:5432/name`, with the parameters of `lib/postgres/address.ts`. */
export async function postgresEngine(database: string, options?: PostgresOptions): Promise<Engine> {
  const address = withOptions(readAddress(database), options);
  const pools = await openPools(address);
  const dialect = new PlatformDialect(pools.reader);
  const reader: Db = new Kysely<Schema>({ dialect });
  const transactions = createTransactions(dialect, pools);
  const queues = createWriteQueues();
  const changes = listenForNotifications(address.client, CHANGES_CHANNEL);
  const retry = createRetries();
  const inFlight = new Set<Promise<unknown>>();
  let isClosed = false;
  const tracked = <T>(start: () => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(new Error('The database is closed.'));
    const run = start();
    const settled = run.catch(() => {}).finally(() => inFlight.delete(settled));
    inFlight.add(settled);
    return run;
  };
  const write: Engine['write'] = (work, scope) =>
    queues.run(scope, () =>
      retry(() =>
        transactions.write(work, {
          lock: (tx) => acquireLocks(tx, scope),
          releasesEarly: typeof scope === 'object' && 'team' in scope,
        }),
      ),
    );
  const storeDecision = createDecisionStore(transactions, retry);
  const decide: Engine['decide'] = async (team, work) => {
    const assertContradicted = (error: unknown) => {
      if (!isContradicted(error)) throw error;
    };
    for (let attempt = 1; attempt <= UNLOCKED_DECISIONS; attempt++) {
      const decision = await retry(() => transactions.readWithoutTransaction((db) => work(db, false))).catch(
        assertContradicted,
      );
      // Only a decision under the lock can refuse.
      if (!decision) break;
      const stored = await storeDecision(team, decision).then((value) => ({ value }), assertContradicted);
      if (stored) return stored.value;
    }
    return write(async (tx) => (await work(tx, true)).store(tx), { team });
  };

  const read: Engine['read'] = (work) => tracked(() => retry(() => transactions.read(work)));
  const readUncoordinated: Engine['readUncoordinated'] = (work) => tracked(() => retry(() => work(reader)));

  return {
    read,
    readUncoordinated,
    write: (work, scope) => tracked(() => write(work, scope)),
    decide: (team, work) => tracked(() => decide(team, work)),
    prepareMigration,
    // Its own process analyzes tables.
    writeStatistics: async () => {},
    async tableNames(db) {
      const names = await tableNames(db);
      // The migration creates the schema that options name.
      if (names.length === 0 && !options) await assertSchema(db);
      return names;
    },
    addOverlapConstraint,
    resetOnUpdate,
    logChanges,
    hasSequenceTable: true,
    async addWords(tx) {
      await addWordTables(tx);
      await addSequenceTable(tx);
    },
    async purgeDeleted() {
      const { purgeWords } = await import('./purge.ts');
      await purgeWords(read, (work) => tracked(() => write(work, 'rows')));
    },
    openWords: async () => postgresWords(read),
    isOverlap: isOverlapError,
    now,
    lockWebhooksSkipLocked: lockWebhooksSkipLocked,
    onChange: (change, listener) =>
      changes.listen((payload) => {
        if (mayAnnounce(payload, change)) listener();
      }),
    // The server itself detects what is wrong with its files.
    assertUsable: () => {},
    assertWritable: () => readUncoordinated(assertWritableNow),
    // The server rolls back what it has not committed. Only the answer to a commit can be missing.
    isUndone: (error) => !(error instanceof CommitLostError),
    explain: (error) => explainError(address.shown, error),
    async close() {
      isClosed = true;
      await changes.close();
      // Drain: work that uses or waits for a connection finishes first.
      await Promise.all(inFlight);
      await reader.destroy();
      await pools.close();
    },
  };
}

/** Each connection begins with the schema: a statement never reaches tables of another one. */
function withOptions(address: Address, options: PostgresOptions | undefined): Address {
  if (!options) return address;
  const { schema, maxConnections } = options;
  const configured = address.client.options ?? process.env.PGOPTIONS ?? '';
  return {
    ...address,
    poolSize: Math.min(address.poolSize, maxConnections),
    client: { ...address.client, options: `${configured} -c search_path=${schema}`.trim() },
  };
}

/** Lifts the statement timeout, because migrating a large database takes longer than any request may. */
async function prepareMigration(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await assertEncoding(tx);
}

/** Tables of the current schema, without those that belong to extensions. */
async function tableNames(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )`.execute(db);
  return tables.rows.map((table) => table.name);
}

/** Adds an exclusion constraint: no two confirmed bookings of one staff member may overlap. */
async function addOverlapConstraint(tx: Db): Promise<void> {
  await sql`create extension if not exists btree_gist`.execute(tx).catch((cause: unknown) => {
    throw missingExtension(cause);
  });
  await sql`
    alter table bookings add constraint ${sql.id(OVERLAP_CONSTRAINT)}
    exclude using gist (staff_id with =, int8range(busy_start, busy_end) with &&)
    where (status = 'confirmed')`.execute(tx);
}

const resetOnUpdate: Engine['resetOnUpdate'] = async (tx, { table, column, of }) => {
  const name = sql.id(`${table}_reset_${column}`);
  await sql`
    create or replace function ${name}() returns trigger language plpgsql as
    ${sql.lit(`begin new.${column} := 0; return new; end`)}`.execute(tx);
  await sql`drop trigger if exists ${name} on ${sql.id(table)}`.execute(tx);
  await sql`
    create trigger ${name} before update of ${sql.join(of.map((one) => sql.id(one)))} on ${sql.id(table)}
    for each row execute function ${name}()`.execute(tx);
};

/** The server's clock. Unlike `now()`, `clock_timestamp()` advances during a transaction. */
async function now(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

/** FOR NO KEY UPDATE instead of FOR UPDATE, because deliveries that new bookings add only take a key-share lock. */
async function lockWebhooksSkipLocked(tx: Db, ids: readonly string[]): Promise<string[]> {
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

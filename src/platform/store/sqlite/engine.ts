import { resolve } from 'node:path';
import { Kysely, sql } from 'kysely';
import { createSemaphore, type Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { SequenceSet } from '../../../lib/search/sequences.ts';
import { directQueries } from '../direct.ts';
import type { Engine } from '../engine.ts';
import { sendTotals } from '../paging.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { sentBy } from '../sent.ts';
import { logChanges } from './change-log.ts';
import { watchChanges } from './change-watcher.ts';
import { assertRoom, assertWritable, createPrivateFile } from './create-file.ts';
import { type DecodeRow, SQLITE, sqliteDialect } from './dialect.ts';
import { loadSqlite } from './driver.ts';
import { explainError, isOverlapError, isUndone, OVERLAP_MESSAGE } from './errors.ts';
import { groupedWriters, writeAlone } from './group-commit.ts';
import { type GroupTransactions, groupTransactions } from './group-transactions.ts';
import { checkpoint, IN_MEMORY, openReader, openWriter, type Writer } from './open.ts';
import { emptyWal, purgeWords } from './purge.ts';
import { realFile } from './real-file.ts';
import type { SqliteConnection, SqliteConstructor } from './sqlite-api.ts';
import { writeStatistics } from './statistics.ts';
import { rollbackTransactions, type Transactions, walTransactions } from './transactions.ts';
import { ALWAYS_USABLE, watchUsability } from './usability.ts';
import { createVocabulary } from './vocabulary.ts';
import { addWordColumns, addWordTables, hasFullTextSearch, sqliteWords, WORD_GRAMS } from './words.ts';

/**
 * With a WAL, commits that do not wait cannot damage the database (https://sqlite.org/pragma.html#pragma_synchronous). A cache of
 * 8 MB and a WAL of 16 MB instead of 2 and 4: filling many indexes reads and writes the same pages again and again.
 */
const NOT_DURABLE = 'pragma synchronous = normal; pragma cache_size = -8000; pragma wal_autocheckpoint = 4000';

/**
 * The SQLite engine on one file, or in memory with `:memory:`.
 * @param options.constraints false: foreign keys and checks are not enforced; default: true.
 * @param options.durable false: with a WAL, a commit does not wait for the disk; default: true.
 * @param options.decode converts each row that is read, in place.
 * @param options.sequences those among the words of calls.
 */
export async function sqliteEngine(
  database: string,
  { constraints = true, durable = true, decode, sequences = 'all' }: SqliteOptions = {},
): Promise<Engine> {
  // Absolute, so that SQLite does not interpret a path as a URI.
  const shown = database === IN_MEMORY ? database : resolve(database);
  const path = database === IN_MEMORY ? database : realFile(database);
  const explain = (error: unknown) => explainError(shown, error);
  const Sqlite = await loadSqlite();
  const { journal, lock, ...connections } = await openConnections(Sqlite, path).catch((error: unknown) => {
    throw explain(error);
  });
  if (!constraints) connections.writer.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on');
  if (!durable && journal === 'wal') connections.writer.exec(NOT_DURABLE);
  const { writer, reader, transactions } = databases(path, journal, connections, decode);
  const changes = watchChanges(connections.reader);
  const usability = journal === 'memory' ? ALWAYS_USABLE : watchUsability({ path, shown }, journal);
  const read: Engine['read'] = (work) =>
    usability.guard(() =>
      reader.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
    );
  // With a rollback journal, only the begin of a transaction waits for the commit of another process.
  const readUncoordinated: Engine['readUncoordinated'] =
    journal === 'rollback' ? read : (work) => usability.guard(() => work(reader));
  const writers = groupedWriters(writer, transactions, usability);

  const on = directQueries(SQLITE);
  const vocabulary = createVocabulary();
  let hasWords = false;
  const write = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    let committing: Db | undefined;
    const complete = (transaction: Db) =>
      transaction.getExecutor().provideConnection(async (connection) => {
        const tx = on(connection);
        try {
          const result = await work(tx);
          sendTotals(tx);
          await vocabulary.store(tx);
          await Promise.all(sentBy(tx));
          committing = tx;
          return result;
        } finally {
          // None may run after the transaction, or its savepoint, was rolled back.
          await Promise.allSettled(sentBy(tx));
        }
      });
    // A database in memory has nothing to wait for at a commit, and its readers use the connection of the writers.
    const result = await (journal === 'memory' ? writeAlone(writer, usability, complete) : writers.write(complete));
    if (committing) vocabulary.remember(committing);
    return result;
  };

  return {
    read,
    readUncoordinated,
    write,
    // There is one writer at a time, so nothing changes between decision and storing.
    decide: (_team, decide) => write(async (tx) => (await decide(tx, true)).store(tx)),
    assertUsable: usability.assert,
    assertWritable: async () => {
      if (journal === 'memory') return;
      assertWritable(path);
      assertRoom(path);
    },
    prepareMigration: async () => {},
    writeStatistics,
    tableNames,
    addOverlapConstraint,
    resetOnUpdate,
    logChanges,
    addWords: addWordColumns,
    hasSequenceTable: false,
    async openWords() {
      if (!(await readUncoordinated(hasFullTextSearch))) return undefined;
      if (!(await readUncoordinated(tableNames)).includes(WORD_GRAMS))
        await writer.transaction().execute(addWordTables);
      hasWords = true;
      return sqliteWords(readUncoordinated, vocabulary, sequences);
    },
    isOverlap: isOverlapError,
    now,
    async purgeDeleted() {
      if (hasWords) await purgeWords(write, vocabulary);
      // With the connection, so that this process writes nothing meanwhile.
      if (journal === 'wal')
        await usability.guard(() => writer.connection().execute(() => emptyWal(connections.writer)));
    },
    // There is only one writer, so no webhook can be locked by another.
    lockWebhooksSkipLocked: async (_tx, ids) => [...ids],
    // Another process can have committed anything.
    onChange: (_change, listener) => changes.listen(listener),
    isUndone,
    explain,
    async close() {
      changes.close();
      await writers.drain();
      for (const db of new Set([reader, writer])) {
        // Drain: work that holds or waits for the connection finishes first.
        await db.connection().execute(async () => {});
        await db.destroy();
      }
      // The writer last: the last connection to close checkpoints the WAL, which a query-only one may not.
      for (const connection of [connections.reader, connections.writer]) {
        // A WAL that was deleted must not be written into a file that other processes use with another one.
        if (connection && journal === 'wal' && usability.isUsable()) checkpoint(connection);
        connection?.close();
      }
      lock?.close();
    },
  };
}

interface SqliteOptions {
  constraints?: boolean;
  durable?: boolean;
  decode?: DecodeRow;
  sequences?: SequenceSet;
}

interface Connections {
  writer: SqliteConnection;
  /** Absent for a database in memory, which only one connection can use. */
  reader?: SqliteConnection;
}

async function openConnections(
  Sqlite: SqliteConstructor,
  path: string,
): Promise<Connections & Pick<Writer, 'journal' | 'lock'>> {
  if (path !== IN_MEMORY) createPrivateFile(path);
  const { connection: writer, journal, lock } = await openWriter(Sqlite, path);
  if (journal === 'memory') return { writer, journal };
  try {
    return { writer, reader: openReader(Sqlite, path, journal), journal, ...(lock ? { lock } : {}) };
  } catch (error) {
    writer.close();
    lock?.close();
    throw error;
  }
}

function databases(
  path: string,
  journal: Writer['journal'],
  { writer, reader }: Connections,
  decode: DecodeRow | undefined,
): { writer: Db; reader: Db; transactions: GroupTransactions } {
  const database = (connection: SqliteConnection, mutex: Semaphore, transactions: Transactions) =>
    new Kysely<Schema>({ dialect: sqliteDialect(connection, mutex, transactions, decode) });
  const readers = createSemaphore({ permits: 1 });
  const writers = createSemaphore({ permits: 1 });
  const transactionsOf = (connection: SqliteConnection, others?: Semaphore) =>
    journal === 'rollback' ? rollbackTransactions(connection, path, others) : walTransactions(connection);
  const transactions = groupTransactions(writer, transactionsOf(writer, readers));
  const writing = database(writer, writers, transactions);
  return {
    writer: writing,
    reader: reader ? database(reader, readers, transactionsOf(reader)) : writing,
    transactions,
  };
}

const resetOnUpdate: Engine['resetOnUpdate'] = async (tx, { table, column, of }) => {
  const [name, reset] = [sql.id(`${table}_reset_${column}`), sql.id(column)];
  await sql`drop trigger if exists ${name}`.execute(tx);
  await sql`
    create trigger ${name} after update of ${sql.join(of.map((one) => sql.id(one)))} on ${sql.id(table)}
    when new.${reset} <> 0
    begin
      update ${sql.id(table)} set ${reset} = 0 where id = new.id;
    end`.execute(tx);
};

/** The clock of the machine, because all processes on one file run on the same machine. */
async function now(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select cast(unixepoch('subsec') * 1000 as integer) as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

async function tableNames(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(db);
  return tables.rows.map((table) => table.name);
}

/**
 * Adds triggers as a substitute for an exclusion constraint. Existing bookings of one person never overlap, so only
 * the last one that starts before the new booking's end can overlap it: the check reads one index entry, regardless
 * of the number of bookings.
 */
async function addOverlapConstraint(tx: Db): Promise<void> {
  for (const [name, event] of [
    ['bookings_no_overlap_insert', sql`insert`],
    ['bookings_no_overlap_update', sql`update of staff_id, busy_start, busy_end, status`],
  ] as const) {
    await sql`
      create trigger ${sql.id(name)} before ${event} on bookings
      when new.status = 'confirmed'
        and new.busy_start < (
          select busy_end from bookings
          where staff_id = new.staff_id and status = 'confirmed' and busy_start < new.busy_end and id <> new.id
          order by busy_start desc limit 1
        )
      begin
        select raise(abort, ${sql.lit(OVERLAP_MESSAGE)});
      end`.execute(tx);
  }
}

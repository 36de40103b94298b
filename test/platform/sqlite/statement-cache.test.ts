import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { createSemaphore } from '../../../src/lib/concurrency/semaphore.ts';
import { sqliteDialect } from '../../../src/platform/store/sqlite/dialect.ts';
import type { SqliteConnection } from '../../../src/platform/store/sqlite/sqlite-api.ts';
import type { Transactions } from '../../../src/platform/store/sqlite/transactions.ts';

/** As in dialect.ts. */
const MAX_CACHED_STATEMENTS = 200;

it('a SQLite connection prepares a cached statement once, and evicts the least recently used one', async () => {
  const prepared: string[] = [];
  const connection: SqliteConnection = {
    exec() {},
    close() {},
    prepare(sql) {
      prepared.push(sql);
      return { columns: () => [], all: () => [], run: () => ({ changes: 0 }) };
    },
  };
  const { executeQuery } = await sqliteDialect(connection, createSemaphore({ permits: 1 }), {} as Transactions)
    .createDriver()
    .acquireConnection();
  const run = (number: number) => executeQuery(CompiledQuery.raw(`statement ${number}`));
  const timesPrepared = (number: number) => prepared.filter((sql) => sql === `statement ${number}`).length;

  for (let number = 0; number < MAX_CACHED_STATEMENTS; number++) await run(number);
  // The first one is used again, so that the second is the oldest when one more needs room.
  await run(0);
  await run(MAX_CACHED_STATEMENTS);
  await run(0);
  await run(1);
  expect([0, 1, 2, MAX_CACHED_STATEMENTS].map(timesPrepared)).toEqual([1, 2, 1, 1]);
});

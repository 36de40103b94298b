import { silentLogger } from '../../../src/lib/logging/logger.ts';
import type { Clock } from '../../../src/lib/time/clock.ts';
import { bookingDaySteps } from '../../../src/platform/derived/booking-days.ts';
import {
  deriveAdded,
  hasUnderived,
  storeMissingSequences,
  versionToAdd,
} from '../../../src/platform/derived/derive.ts';
import { keysOf } from '../../../src/platform/derived/keys.ts';
import { SEQUENCED_VERSION } from '../../../src/platform/derived/versions.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { incrementTotal } from '../../../src/platform/store/paging.ts';
import type { Db, NumberedKind, Schema } from '../../../src/platform/store/schema/schema.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { type Invented, type LargeBusiness, NOW } from './business.ts';

/** SQLite allows 32,766 parameters in a statement, PostgreSQL 65,535. */
const ROWS_PER_STATEMENT = 1_000;
const ROWS_PER_TRANSACTION = 50_000;
/** Calls are much larger. */
const CALLS_PER_TRANSACTION = 2_000;

const clock: Clock = { now: () => NOW, monotonic: () => performance.now() };

/** Fills a new database with a business, through the platform's own store. */
export async function fill(database: string, business: LargeBusiness): Promise<void> {
  const platform = await openPlatform({
    database,
    clock,
    logger: silentLogger,
    business: business.base,
    deliveries: false,
  });
  await platform.close();
  const store = await openStore(database, NOW);
  await fillKind(store, business, 'contacts', business.contact);
  await fillKind(store, business, 'bookings', business.booking);
  await fillKind(store, business, 'calls', business.call);
  await fillSequences(store);
  await storeDays(store);
  await store.close();
}

/** What a worker of the platform does in the background. */
async function fillSequences(store: Store): Promise<void> {
  if (!store.words?.putSequences) return;
  while (await store.readUncoordinated((db) => hasUnderived(db, 'calls', SEQUENCED_VERSION)))
    await store.write((tx) => storeMissingSequences(tx, CALLS_PER_TRANSACTION / 10), 'rows');
}

/** Bookings by day, as a worker of the platform stores them: until then, answers read rows, and the worker is busy. */
async function storeDays(store: Store): Promise<void> {
  const storeNext = bookingDaySteps(store);
  while (await storeNext());
}

async function fillKind<K extends NumberedKind>(
  store: Store,
  { base, sizes }: LargeBusiness,
  kind: K,
  inventedAt: (position: number) => Invented[K],
): Promise<void> {
  const begin = performance.now();
  const perTransaction = kind === 'calls' ? CALLS_PER_TRANSACTION : ROWS_PER_TRANSACTION;
  for (let done = 0; done < sizes[kind]; done += perTransaction) {
    const size = Math.min(perTransaction, sizes[kind] - done);
    await store.write(async (tx) => {
      await incrementTotal(tx, base.team.id, kind, size);
      const derived_version = versionToAdd(tx, kind);
      for (let from = done; from < done + size; from += ROWS_PER_STATEMENT) {
        const rows: Schema[K][] = [];
        for (let position = from + 1; position <= Math.min(from + ROWS_PER_STATEMENT, done + size); position++) {
          const invented = inventedAt(position) as unknown as Schema[K];
          rows.push({ ...invented, ...(await keysOf(kind, invented)), derived_version });
        }
        await insert(tx, kind, rows);
        await deriveAdded(tx, kind, rows);
      }
    }, 'all');
    const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
    console.error(`${kind}: ${done + size} of ${sizes[kind]} in ${seconds} s`);
  }
}

// Kysely cannot infer the row type of a table that is a type parameter.
const insert = async (tx: Db, kind: NumberedKind, rows: object[]) =>
  void (await tx
    .insertInto<keyof Schema>(kind)
    .values(rows as never)
    .execute());

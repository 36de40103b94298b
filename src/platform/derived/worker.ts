import { createWorkLoop } from '../../lib/concurrency/work-loop.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { marksWithoutWords } from '../store/promises/promise-marks.ts';
import type { NumberedKind } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { bookingDaySteps } from './booking-days.ts';
import { deriveMissing, hasUnderived, storeMissingSequences } from './derive.ts';
import { DERIVED_VERSION, SEQUENCED_VERSION } from './versions.ts';

export interface DerivedWorker {
  /** Waits for the transaction in progress. */
  close(): Promise<void>;
}

/** Rows of one transaction: some 20 to 40 ms, after which other writers get their turn. */
const BATCH_ROWS = { contacts: 100, bookings: 100, calls: 3 } as const satisfies Record<NumberedKind, number>;
/** The kinds in the order of their work. */
const KINDS = Object.keys(BATCH_ROWS) as NumberedKind[];
/** Calls whose sequences are stored in one transaction: some 50 ms. */
const BATCH_SEQUENCES = 10;
/** Marks of promises whose words are stored in one transaction. */
const BATCH_MARKS = 10;
/** How often rows are looked for that are underived or have no sequences yet, and changed bookings. */
const POLL_MS = 30_000;
/** Delay after a database failure. */
const FAILURE_DELAY_MS = 30_000;

/**
 * Computes what is missing or outdated of existing rows: after an update of the program, of all of them. After each step it
 * pauses for as long as the step took, so that requests are answered meanwhile. A process that ends leaves the rest to the next one.
 */
export function startDerivedWorker(store: Store, logger: Logger): DerivedWorker {
  const database = createFailureLog(logger, {
    failure: 'the search index of existing records is not continued: the database is unavailable',
    recovery: 'the search index of existing records is continued',
  });
  let isClosed = false;
  const loop = createWorkLoop(step, POLL_MS);
  const storeNextDay = bookingDaySteps(store);

  async function step(): Promise<void> {
    try {
      const started = performance.now();
      const hasDerived = await deriveNext(store);
      const hasStored = await storeNextDay();
      database.succeeded();
      loop.sleep(hasDerived || hasStored ? performance.now() - started : POLL_MS);
    } catch (error) {
      if (isClosed) return;
      database.failed(error);
      loop.sleep(FAILURE_DELAY_MS);
    }
  }

  loop.wake();
  return {
    async close() {
      isClosed = true;
      await loop.close();
    },
  };
}

/** It needs the words of promises in six languages. */
const loadMarks = () => import('../follow-ups/words-of-marks.ts');

/** Computes what is missing of some rows. Resolves with false if nothing is. */
async function deriveNext(store: Store): Promise<boolean> {
  // Without full-text search nothing is computed, and rows wait for a server that has it.
  if (!store.words) return false;
  const pending = await store.readUncoordinated(async (db) => {
    if ((await marksWithoutWords(db, 1)).length > 0) return 'marks';
    for (const kind of KINDS) if (await hasUnderived(db, kind, DERIVED_VERSION[kind])) return kind;
    if (store.words?.putSequences && (await hasUnderived(db, 'calls', SEQUENCED_VERSION))) return 'sequences';
    return undefined;
  });
  if (!pending) return false;
  await store.write(async (tx) => {
    if (pending === 'marks') await (await loadMarks()).nameMarkedPromises(tx, BATCH_MARKS);
    else if (pending === 'sequences') await storeMissingSequences(tx, BATCH_SEQUENCES);
    else await deriveMissing(tx, pending, BATCH_ROWS[pending]);
  }, 'rows');
  return true;
}

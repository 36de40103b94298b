import { bookingDaySteps } from '../../src/platform/derived/booking-days.ts';
import { hasUnderived, storeMissingSequences } from '../../src/platform/derived/derive.ts';
import { SEQUENCED_VERSION } from '../../src/platform/derived/versions.ts';
import { openPlatform } from '../../src/platform/index.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { manualClock } from './clock.ts';

/** Calls of one transaction. */
const BATCH_CALLS = 100;

/**
 * Fills a new database with the demo business, and computes what servers compute in the background. Otherwise each server that a
 * test starts on a copy would: half as much work again as the start.
 */
export async function fillWithDemo(database: string, now = Date.now()): Promise<void> {
  await (await openPlatform({ database, clock: manualClock(now), deliveries: false })).close();
  const store = await openStore(database, now);
  try {
    const storeNextDays = bookingDaySteps(store);
    while (await storeNextDays());
    if (!store.words?.putSequences) return;
    const areMissing = () => store.readUncoordinated((db) => hasUnderived(db, 'calls', SEQUENCED_VERSION));
    while (await areMissing()) await store.write((tx) => storeMissingSequences(tx, BATCH_CALLS), 'rows');
  } finally {
    await store.close();
  }
}

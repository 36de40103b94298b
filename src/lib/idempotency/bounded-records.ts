import { raceAbort } from '../concurrency/abort.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { KeyRecords } from './key-records.ts';

/**
 * Limits how long callers wait for records in a database, which may be locked. A write continues after that; a claim that
 * it records then is released, because no caller has it.
 * @param maxWaitMs in milliseconds; after it the methods throw a `DatabaseError`
 */
export function boundedRecords(records: KeyRecords, maxWaitMs: number): KeyRecords {
  async function within<T>(work: Promise<T>): Promise<T> {
    const deadline = new Deadline(maxWaitMs);
    try {
      return await raceAbort(work, deadline.signal);
    } catch (error) {
      if (!deadline.expired) throw error;
      throw new DatabaseError(`The database did not answer within ${maxWaitMs / 1_000} seconds.`, { cause: error });
    } finally {
      deadline.end();
    }
  }
  async function claimWithin(claiming: Promise<boolean>, release: () => Promise<void>): Promise<boolean> {
    try {
      return await within(claiming);
    } catch (error) {
      void claiming
        .then((claimed) => (claimed ? release() : undefined))
        // It has failed like this claim.
        .catch(() => {});
      throw error;
    }
  }
  return {
    ...records,
    acquire: (key, claim, options) =>
      claimWithin(records.acquire(key, claim, options), () => records.end(key, claim, { status: 'released' })),
    hold: (keys, claim) => claimWithin(records.hold(keys, claim), () => records.release(keys, claim)),
    release: (keys, claim) => within(records.release(keys, claim)),
    read: (key) => within(records.read(key)),
    end: (key, claim, end) => within(records.end(key, claim, end)),
  };
}

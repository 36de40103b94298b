/** A claim whose holder has not renewed it for this long is taken to be abandoned, in milliseconds. */
export const LEASE_MS = 15_000;

/** What is recorded about one idempotency key. Times are those of the clock that all processes on the records share. */
export interface KeyRecord {
  /** Id of the claim to which the record belongs until another one replaces it. */
  claim: string;
  status: 'claimed' | 'completed' | 'indeterminate';
  /** Id of what was created; null unless completed. */
  recordId: string | null;
  requestedAt: number;
  /** Until then the holder of the claim is known to live. */
  leaseUntil: number;
}

/** How a claim ends. `released`: nothing was created, so that the record is deleted. */
export type ClaimEnd = { status: 'completed'; recordId: string } | { status: 'indeterminate' } | { status: 'released' };

export interface AcquireOptions {
  /** The claim whose outcome no longer holds, and is replaced. */
  staleClaim: string | undefined;
}

/** Records of idempotency keys that several processes share. Each method is atomic, and safe to repeat. */
export interface KeyRecords {
  /** Records a claim, unless another record of the key is in force. Returns whether it did. */
  acquire(key: string, claim: string, options: AcquireOptions): Promise<boolean>;
  /** Reads the record of a key, and the time of the shared clock. */
  read(key: string): Promise<{ record: KeyRecord | undefined; now: number }>;
  /**
   * Records one claim on all keys, unless another claim on one of them is in flight. Returns whether it did.
   * @param keys in ascending order, so that no two processes wait for each other
   */
  hold(keys: readonly string[], claim: string): Promise<boolean>;
  /** Deletes the records of a claim that holds keys. */
  release(keys: readonly string[], claim: string): Promise<void>;
  /** Extends the lease of a claim, unless it was replaced or has ended. */
  renew(keys: readonly string[], claim: string): Promise<void>;
  /** Records the end of a claim, unless it was replaced. */
  end(key: string, claim: string, end: ClaimEnd): Promise<void>;
  /** Deletes expired records; absent if something else does. Called once a minute while claims are made. */
  prune?(): Promise<void>;
}

export const isInFlight = ({ status, leaseUntil }: KeyRecord, now: number) => status === 'claimed' && leaseUntil > now;

export const isExpired = (record: KeyRecord, now: number, ttlMs: number) =>
  record.requestedAt < now - ttlMs && !isInFlight(record, now);

/**
 * Returns the record with no time that the shared clock cannot have shown yet: otherwise it would be in force for as long
 * as the clock was set back. The same object if there is none.
 */
export function withoutFuture(record: KeyRecord, now: number): KeyRecord {
  const requestedAt = Math.min(record.requestedAt, now);
  const leaseUntil = Math.min(record.leaseUntil, now + LEASE_MS);
  const isPlausible = requestedAt === record.requestedAt && leaseUntil === record.leaseUntil;
  return isPlausible ? record : { ...record, requestedAt, leaseUntil };
}

/** Records that can be read and replaced, but that have no conditional writes of their own. */
interface RecordStorage {
  read: KeyRecords['read'];
  /**
   * Replaces the records of keys by what `change` returns for them, undefined for none, while no other process changes them.
   * Writes no record for which it returns the same object. `change` may be called several times.
   * @param keys in ascending order, each once
   */
  modify(keys: readonly string[], change: RecordChange): Promise<void>;
}

/** Returns the new records of keys, in the order of the old ones. */
export type RecordChange = (
  records: readonly (KeyRecord | undefined)[],
  now: number,
) => readonly (KeyRecord | undefined)[];

/** @param ttlMs how long an outcome is in force, in milliseconds */
export function keyRecordsIn({ read, modify }: RecordStorage, ttlMs: number): KeyRecords {
  const modifyOne = (key: string, change: (record: KeyRecord | undefined, now: number) => KeyRecord | undefined) =>
    modify([key], ([record], now) => [change(record, now)]);
  /** Changes the records of a claim that was not replaced. */
  const modifyOwn = (
    keys: readonly string[],
    claim: string,
    change: (record: KeyRecord, now: number) => KeyRecord | undefined,
  ) =>
    modify(keys, (records, now) => records.map((record) => (record?.claim === claim ? change(record, now) : record)));
  const claimed = (claim: string, now: number): KeyRecord => ({
    claim,
    status: 'claimed',
    recordId: null,
    requestedAt: now,
    leaseUntil: now + LEASE_MS,
  });
  return {
    async acquire(key, claim, { staleClaim }) {
      let acquired = false;
      await modifyOne(key, (found, now) => {
        const record = found && withoutFuture(found, now);
        acquired =
          record === undefined ||
          record.claim === claim ||
          (!isInFlight(record, now) && (record.claim === staleClaim || isExpired(record, now, ttlMs)));
        if (!acquired) return record;
        return claimed(claim, now);
      });
      return acquired;
    },
    async read(key) {
      const found = await read(key);
      if (!found.record || withoutFuture(found.record, found.now) === found.record) return found;
      await modifyOne(key, (record, now) => record && withoutFuture(record, now));
      return read(key);
    },
    async hold(keys, claim) {
      let holds = false;
      await modify(keys, (found, now) => {
        const records = found.map((record) => record && withoutFuture(record, now));
        holds = records.every((record) => !record || record.claim === claim || !isInFlight(record, now));
        return holds ? keys.map(() => claimed(claim, now)) : records;
      });
      return holds;
    },
    release: (keys, claim) => modifyOwn(keys, claim, () => undefined),
    renew: (keys, claim) =>
      modifyOwn(keys, claim, (record, now) =>
        record.status === 'claimed' ? { ...record, leaseUntil: now + LEASE_MS } : record,
      ),
    end: (key, claim, end) =>
      modifyOwn([key], claim, (record, now) => {
        if (end.status === 'released') return undefined;
        if (end.status === 'completed') return { ...record, ...end };
        return { ...record, ...end, requestedAt: now };
      }),
  };
}

import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { dataFolder } from '../config/folders.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import { IDEMPOTENCY_TTL_MS, type IdempotencyStore } from '../lib/idempotency/store.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createMemoryIdempotencyStore } from '../tools/index.ts';

/** Returns a store that other processes share, whose keys must be hashes; undefined if there is none. */
export type SharedIdempotency = () => Promise<IdempotencyStore | undefined>;

/**
 * Creates the idempotency store of the callers with one signing key: on a store that other processes share, otherwise in
 * the memory of this one.
 */
export function callerIdempotency(shared: SharedIdempotency, signingKey: () => Promise<Buffer>): IdempotencyStore {
  const own = createMemoryIdempotencyStore(systemClock);
  /** An HMAC with the caller's key: records reveal nothing without it, and no two callers share one. */
  const hashed = async (request: string) =>
    createHmac('sha256', await signingKey())
      .update(`idempotency ${request}`)
      .digest('base64url');
  return {
    async claim(request, options) {
      const store = await shared();
      return store ? store.claim(await hashed(request), options) : own.claim(request, options);
    },
    async hold(requests, signal) {
      const store = await shared();
      return store ? store.hold(await Promise.all(requests.map(hashed)), signal) : own.hold(requests, signal);
    },
  };
}

/** When the folder is opened at the latest, in milliseconds: not while a client waits for the first answer. */
const OPEN_DELAY_MS = 1_000;

/** A store of files, which opens its folder by itself unless it is closed before. */
interface UserIdempotency {
  open: SharedIdempotency;
  close(): void;
}

/**
 * The create requests of all servers of this user on this computer, in files of the user's data folder. If it cannot be
 * used, the log has a warning within a second, and each server remembers its own.
 */
export function userIdempotency(logger: Logger): UserIdempotency {
  const store = lazy(async () => {
    try {
      const { openFileRecords } = await import('../lib/idempotency/file-records.ts');
      const { createSharedIdempotencyStore } = await import('../lib/idempotency/shared-store.ts');
      const records = await openFileRecords({
        folder: join(dataFolder(), 'idempotency'),
        clock: systemClock,
        ttlMs: IDEMPOTENCY_TTL_MS,
      });
      return createSharedIdempotencyStore({ records, clock: systemClock, logger });
    } catch (error) {
      logger.warn(
        'create requests are remembered by this process only, because their folder cannot be used: the same request to another server, or after a restart, can create a second record',
        { reason: error instanceof Error ? error.message : String(error) },
      );
      return undefined;
    }
  });
  const timer = setTimeout(() => void store.get(), OPEN_DELAY_MS).unref();
  return { open: store.get, close: () => clearTimeout(timer) };
}

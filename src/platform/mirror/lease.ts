import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '../store/schema/schema.ts';
import type { MirrorStore } from './place.ts';
import { withMirrorTables } from './schema.ts';

/** A process that has not renewed its lease for this long loses it, in milliseconds. */
const LEASE_MS = 15_000;
const READER = 'reader';

/** The right of one process to read the platform's lists into the mirror. */
export interface ReaderLease {
  /** Acquires or renews the lease. Returns false while another process holds it. */
  acquire(): Promise<boolean>;
  /** @throws LeaseLostError in a transaction of a process that does not hold the lease any more. */
  assertHeld(tx: Db): Promise<void>;
  release(): Promise<void>;
}

/** Another process reads the platform now: what this one read is not stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** How exact `mirror_source.used_at` is, in milliseconds. */
const USE_MS = 3_600_000;

/** True if a holder was a process of this machine that was killed: its lease need not end first. */
function hasEnded(holder: string): boolean {
  const [host, pid] = JSON.parse(holder) as [host: string, pid: number, id: string];
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

export function readerLease({ store, isShared, scope, now: timeOf }: MirrorStore): ReaderLease {
  const holder = JSON.stringify([hostname(), process.pid, randomUUID()]);
  return {
    acquire: () =>
      store.write(async (tx) => {
        const now = await timeOf(tx);
        const held = await withMirrorTables(tx)
          .selectFrom('mirror_leases')
          .selectAll()
          .where('name', '=', READER)
          .executeTakeFirst();
        // A lease that ends later than one can was taken before the clock was set back.
        const isOver = !held || held.lease_until < now || held.lease_until > now + LEASE_MS;
        // Machines that share a mirror may have the same name.
        const isFree = isOver || (!isShared && hasEnded(held.holder));
        if (!isFree && held.holder !== holder) return false;
        const taken = { holder, lease_until: now + LEASE_MS };
        await withMirrorTables(tx)
          .insertInto('mirror_leases')
          .values({ name: READER, ...taken })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(taken))
          .execute();
        await withMirrorTables(tx)
          .updateTable('mirror_source')
          .set({ used_at: now })
          .where('used_at', '<', now - USE_MS)
          .execute();
        return true;
      }, scope),
    async assertHeld(tx) {
      const held = await withMirrorTables(tx)
        .selectFrom('mirror_leases')
        .select('holder')
        .where('name', '=', READER)
        .executeTakeFirst();
      if (held?.holder !== holder) throw new LeaseLostError('Another process reads the platform now.');
    },
    release: () =>
      store.write(async (tx) => {
        await withMirrorTables(tx)
          .deleteFrom('mirror_leases')
          .where('name', '=', READER)
          .where('holder', '=', holder)
          .execute();
      }, scope),
  };
}

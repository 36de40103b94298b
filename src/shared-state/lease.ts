import { randomUUID } from 'node:crypto';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** A holder that has not renewed the lease for this long loses it, in milliseconds. */
const LEASE_MS = 15_000;

/** The right of one replica to do something that the others must not do concurrently. */
export interface Lease {
  /**
   * Acquires or renews the lease. Returns false while another replica holds it.
   * @param note text for the other replicas.
   */
  acquire(note: string): Promise<boolean>;
  /** The note of the current holder; undefined if no replica holds the lease. */
  currentHolderNote(): Promise<string | undefined>;
  /** Releases the lease if this process holds it. */
  release(): Promise<void>;
}

export function createLease({ read, write }: StateDatabase, name: string): Lease {
  const holderId = randomUUID();
  return {
    async acquire(note) {
      // A lease that ends later than one can was taken before the clock was set back.
      const held = await write(
        `insert into rcpt_state.leases as l (name, holder, note, lease_until) values ($1, $2, $3, ${NOW} + ${LEASE_MS})
        on conflict (name) do update
          set holder = excluded.holder, note = excluded.note, lease_until = excluded.lease_until
          where l.holder = excluded.holder or l.lease_until < ${NOW} or l.lease_until > ${NOW} + ${LEASE_MS}
        returning name`,
        name,
        holderId,
        note,
      );
      return held.length > 0;
    },
    async currentHolderNote() {
      const sql = `select note from rcpt_state.leases where name = $1 and lease_until >= ${NOW}`;
      return (await read<{ note: string }>(sql, name))[0]?.note;
    },
    release: async () =>
      void (await write('delete from rcpt_state.leases where name = $1 and holder = $2', name, holderId)),
  };
}

import { randomUUID } from 'node:crypto';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** How long the one whose turn it is may say nothing, in milliseconds. */
const LEASE_MS = 15_000;

/** Something that one of the replicas does at a time. */
export interface SharedTurn {
  /**
   * Takes the turn, or keeps it; false while it is another's.
   * @param note for the others to read.
   */
  hold(note: string): Promise<boolean>;
  /** What the one whose turn it is has noted; undefined: nobody's. */
  look(): Promise<string | undefined>;
  /** Gives the turn away, if it is this process's. */
  release(): Promise<void>;
}

export function createSharedTurn({ read, write }: StateDatabase, name: string): SharedTurn {
  const mine = randomUUID();
  return {
    async hold(note) {
      const held = await write(
        `insert into rcpt_state.turns as t (name, holder, note, lease_until) values ($1, $2, $3, ${NOW} + ${LEASE_MS})
        on conflict (name) do update
          set holder = excluded.holder, note = excluded.note, lease_until = excluded.lease_until
          where t.holder = excluded.holder or t.lease_until < ${NOW}
        returning name`,
        name,
        mine,
        note,
      );
      return held.length > 0;
    },
    async look() {
      const sql = `select note from rcpt_state.turns where name = $1 and lease_until >= ${NOW}`;
      return (await read<{ note: string }>(sql, name))[0]?.note;
    },
    release: async () => void (await write('delete from rcpt_state.turns where name = $1 and holder = $2', name, mine)),
  };
}

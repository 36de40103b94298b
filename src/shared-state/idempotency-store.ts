import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** How long a replica that says nothing more is taken to be at work, in milliseconds. */
const LEASE_MS = 15_000;
const HEARTBEAT_MS = LEASE_MS / 3;
/** Between looks at what another replica is doing, in milliseconds. */
const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 300;

/** A wish that was fulfilled, or of which nobody knows: what `src/tools/idempotency/idempotency-store.ts` calls so. */
export type SharedKnown = { id: string } | { at: number; late: boolean };

export interface SharedClaim {
  made(made: { id: string | undefined }): Promise<void>;
  unknown(late: boolean): Promise<void>;
  dropped(): Promise<void>;
}

export interface SharedIntents {
  /**
   * Gives a wish to one of those who ask for it, in whichever process; the others wait until it is known what came of it.
   * @param key stands for the wish, and tells nothing of it.
   * @throws DatabaseError when it cannot be known who else asks, or the signal's reason.
   */
  claim(
    key: string,
    options: { again: boolean; instead: SharedKnown | undefined; signal: AbortSignal },
  ): Promise<{ claim: SharedClaim } | { known: SharedKnown }>;
}

export interface SharedIntentsOptions {
  database: StateDatabase;
  clock: Clock;
  logger: Logger;
  /** How long a wish is remembered, in milliseconds. */
  keptMs: number;
}

interface Row {
  claim: string;
  status: 'making' | 'made' | 'unknown';
  record_id: string | null;
  late: boolean;
  asked_at: number;
  lease_until: number;
  now: number;
}

const LIVE = `(i.status = 'making' and i.lease_until > ${NOW})`;

/** One row a wish. It is the caller's whose claim stands in it, while that caller's lease lasts. */
const TAKE = `
  insert into rcpt_state.intents as i (key, claim, status, asked_at, lease_until)
  values ($1, $2, 'making', ${NOW}, ${NOW} + ${LEASE_MS})
  on conflict (key) do update set claim = excluded.claim, status = 'making', record_id = null, late = false,
    asked_at = excluded.asked_at, lease_until = excluded.lease_until
  where i.claim = excluded.claim or $3::boolean
    or (not ${LIVE} and (i.claim = $4::text or i.asked_at < ${NOW} - $5::bigint))
  returning i.claim`;

const LOOK = `
  select claim, status, record_id, late, asked_at, lease_until, ${NOW} as now from rcpt_state.intents where key = $1`;

export function createSharedIntents({ database, clock, logger, keptMs }: SharedIntentsOptions): SharedIntents {
  /** Which claim something that was given out is known of. */
  const claimOf = new WeakMap<SharedKnown, string>();

  function claimed(key: string, claim: string): SharedClaim {
    const lost = (error: unknown) =>
      logger.warn('what became of a request to create could not be noted: other replicas look for it', { error });
    const beat = setInterval(() => {
      const stay = `update rcpt_state.intents set lease_until = ${NOW} + ${LEASE_MS} where key = $1 and claim = $2 and status = 'making'`;
      void database.write(stay, key, claim).catch(lost);
    }, HEARTBEAT_MS).unref();
    const end = async (sql: string, ...values: unknown[]) => {
      clearInterval(beat);
      await database.write(`${sql} where key = $1 and claim = $2`, key, claim, ...values).catch(lost);
    };
    const unknown = (late: boolean) =>
      end(`update rcpt_state.intents set status = 'unknown', late = $3, asked_at = ${NOW}`, late);
    return {
      // Without an id only the list tells what was made.
      made: ({ id }) =>
        id === undefined ? unknown(false) : end(`update rcpt_state.intents set status = 'made', record_id = $3`, id),
      unknown,
      dropped: () => end('delete from rcpt_state.intents'),
    };
  }

  function known(row: Row): SharedKnown {
    const ago = (time: number) => clock.now() - (row.now - time);
    const found: SharedKnown =
      row.status === 'made' && row.record_id !== null
        ? { id: row.record_id }
        : // Whoever was at work is gone: what it sent may have been sent last when its lease was last renewed, or later.
          row.status === 'making'
          ? { at: ago(row.lease_until), late: true }
          : { at: ago(row.asked_at), late: row.late };
    claimOf.set(found, row.claim);
    return found;
  }

  /** What is known of a wish once nobody is at work on it; undefined: nothing. */
  async function settled(key: string, signal: AbortSignal): Promise<Row | undefined> {
    for (let wait = SHORTEST_PAUSE; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE)) {
      const [row] = await database.read<Row>(LOOK, key);
      if (row?.status !== 'making' || row.lease_until <= row.now) return row;
      await pause(wait, undefined, { signal });
    }
  }

  return {
    async claim(key, { again, instead, signal }) {
      const mine = randomUUID();
      const before = instead && claimOf.get(instead);
      for (;;) {
        signal.throwIfAborted();
        const [taken] = await database.write(TAKE, key, mine, again, before ?? null, keptMs);
        if (taken) return { claim: claimed(key, mine) };
        const row = await settled(key, signal);
        if (row) return { known: known(row) };
      }
    },
  };
}

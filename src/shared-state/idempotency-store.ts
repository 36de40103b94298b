import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Claim, IdempotencyStore, RecordedOutcome } from '../lib/idempotency-store.ts';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** A claim whose holder has not renewed it for this long is taken to be abandoned, in milliseconds. */
const LEASE_MS = 15_000;
const HEARTBEAT_MS = LEASE_MS / 3;
/** Delays between queries while another replica executes the request, in milliseconds. */
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 300;

export interface PostgresIdempotencyOptions {
  database: StateDatabase;
  clock: Clock;
  logger: Logger;
  /** How long an outcome is recorded, in milliseconds. */
  ttlMs: number;
}

interface Row {
  claim: string;
  status: 'claimed' | 'completed' | 'indeterminate';
  record_id: string | null;
  requested_at: number;
  lease_until: number;
  now: number;
}

const IN_FLIGHT = `(i.status = 'claimed' and i.lease_until > ${NOW})`;

/** There is one row per key. It belongs to the holder of the claim named in it, until the lease expires. */
const ACQUIRE = `
  insert into rcpt_state.idempotency_keys as i (key, claim, status, requested_at, lease_until)
  values ($1, $2, 'claimed', ${NOW}, ${NOW} + ${LEASE_MS})
  on conflict (key) do update set claim = excluded.claim, status = 'claimed', record_id = null,
    may_still_be_processing = false, requested_at = excluded.requested_at, lease_until = excluded.lease_until
  where i.claim = excluded.claim or $3::boolean
    or (not ${IN_FLIGHT} and (i.claim = $4::text or i.requested_at < ${NOW} - $5::bigint))
  returning i.claim`;

const SELECT_OUTCOME = `
  select claim, status, record_id, requested_at, lease_until, ${NOW} as now
  from rcpt_state.idempotency_keys where key = $1`;

/** The idempotency store that replicas share. Keys must be hashed by the caller: rows must not reveal requests. */
export function createPostgresIdempotencyStore(options: PostgresIdempotencyOptions): IdempotencyStore {
  const { database, clock, logger, ttlMs } = options;
  /** The claim that each returned outcome was recorded by. */
  const claimOf = new WeakMap<RecordedOutcome, string>();

  function heldClaim(key: string, claim: string): Claim {
    const warn = (error: unknown) =>
      logger.warn('the outcome of a create request could not be recorded: other replicas will search for it', {
        error,
      });
    const heartbeat = setInterval(() => {
      const renew = `update rcpt_state.idempotency_keys set lease_until = ${NOW} + ${LEASE_MS} where key = $1 and claim = $2 and status = 'claimed'`;
      void database.write(renew, key, claim).catch(warn);
    }, HEARTBEAT_MS).unref();
    const end = async (sql: string, ...values: unknown[]) => {
      clearInterval(heartbeat);
      await database.write(`${sql} where key = $1 and claim = $2`, key, claim, ...values).catch(warn);
    };
    // Replicas of an earlier version wait for a request only if it may still be processing.
    const markIndeterminate = () =>
      end(
        `update rcpt_state.idempotency_keys set status = 'indeterminate', may_still_be_processing = true, requested_at = ${NOW}`,
      );
    return {
      // Without an id, only the platform's list shows what was created.
      complete: ({ id }) =>
        id === undefined
          ? markIndeterminate()
          : end(`update rcpt_state.idempotency_keys set status = 'completed', record_id = $3`, id),
      markIndeterminate,
      release: () => end('delete from rcpt_state.idempotency_keys'),
    };
  }

  function outcomeOf(row: Row): RecordedOutcome {
    /** Converts a time of the database's clock to one of this process's monotonic clock. */
    const toLocal = (time: number) => clock.monotonic() - (row.now - time);
    let outcome: RecordedOutcome;
    if (row.status === 'completed' && row.record_id !== null) outcome = { id: row.record_id };
    else if (row.status === 'claimed') {
      // The holder died: it may have sent its request after it renewed the lease for the last time.
      outcome = { lastSentAt: toLocal(row.lease_until) };
    } else outcome = { lastSentAt: toLocal(row.requested_at) };
    claimOf.set(outcome, row.claim);
    return outcome;
  }

  /** Waits while another replica executes the request. Undefined: nothing is recorded. */
  async function settledRow(key: string, signal: AbortSignal): Promise<Row | undefined> {
    for (let ms = MIN_POLL_MS; ; ms = Math.min(ms * 1.5, MAX_POLL_MS)) {
      const [row] = await database.read<Row>(SELECT_OUTCOME, key);
      if (row?.status !== 'claimed' || row.lease_until <= row.now) return row;
      await delay(ms, undefined, { signal });
    }
  }

  return {
    async claim(key, { allowDuplicate, staleOutcome, signal }) {
      const claimId = randomUUID();
      const staleClaim = staleOutcome && claimOf.get(staleOutcome);
      for (;;) {
        signal.throwIfAborted();
        const [acquired] = await database.write(ACQUIRE, key, claimId, allowDuplicate, staleClaim ?? null, ttlMs);
        if (acquired) return { claim: heldClaim(key, claimId) };
        const row = await settledRow(key, signal);
        if (row) return { recorded: outcomeOf(row) };
      }
    },
  };
}

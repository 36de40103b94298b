import { type KeyRecord, type KeyRecords, LEASE_MS, withoutFuture } from '../lib/idempotency/key-records.ts';
import type { StateDatabase } from './database.ts';
import { NOW } from './schema.ts';

/** Nulls, except the time, if there is no record. */
interface Row {
  claim: string | null;
  status: KeyRecord['status'];
  record_id: string | null;
  requested_at: number;
  lease_until: number;
  now: number;
}

const IN_FLIGHT = `(i.status = 'claimed' and i.lease_until > ${NOW})`;

const INSERT = 'insert into rcpt_state.idempotency_keys as i (key, claim, status, requested_at, lease_until)';
const REPLACE = `on conflict (key) do update set claim = excluded.claim, status = 'claimed', record_id = null,
    requested_at = excluded.requested_at, lease_until = excluded.lease_until`;

/** There is one row per key. It belongs to the holder of the claim named in it, until the lease expires. */
const ACQUIRE = `
  ${INSERT}
  values ($1, $2, 'claimed', ${NOW}, ${NOW} + ${LEASE_MS})
  ${REPLACE}
  where i.claim = excluded.claim or (not ${IN_FLIGHT} and (i.claim = $3::text or i.requested_at < ${NOW} - $4::bigint))
  returning i.claim`;

/** The rows are written in the order of the keys, so that no two statements wait for each other. */
const HOLD = `
  ${INSERT}
  select key, $2, 'claimed', ${NOW}, ${NOW} + ${LEASE_MS} from unnest($1::text[]) as held (key) order by key
  ${REPLACE}
  where i.claim = excluded.claim or not ${IN_FLIGHT}
  returning i.key`;

/** Locks the rows of a claim in the order of `HOLD`. */
const OWN_ROWS =
  'select key from rcpt_state.idempotency_keys where key = any($1::text[]) and claim = $2 order by key for update';

const RELEASE = `
  with held as (${OWN_ROWS})
  delete from rcpt_state.idempotency_keys as i using held where i.key = held.key`;

const SELECT_RECORD = `
  select claim, status, record_id, requested_at, lease_until, now
  from (select ${NOW} as now) as clock left join rcpt_state.idempotency_keys on key = $1`;

const RENEW = `
  with held as (${OWN_ROWS})
  update rcpt_state.idempotency_keys as i set lease_until = ${NOW} + ${LEASE_MS}
  from held where i.key = held.key and i.status = 'claimed'`;

/** As `withoutFuture` does. Locks the rows in the order of `HOLD`. */
const REMOVE_FUTURE = `
  with future as (
    select key from rcpt_state.idempotency_keys
    where key = any($1::text[]) and (requested_at > ${NOW} or lease_until > ${NOW} + ${LEASE_MS})
    order by key for update)
  update rcpt_state.idempotency_keys as i
  set requested_at = least(requested_at, ${NOW}), lease_until = least(lease_until, ${NOW} + ${LEASE_MS})
  from future where i.key = future.key`;

/** How each end of a claim changes its row. */
const ENDS = {
  completed: `update rcpt_state.idempotency_keys set status = 'completed', record_id = $3 where key = $1 and claim = $2`,
  indeterminate: `
    update rcpt_state.idempotency_keys
    set status = 'indeterminate', requested_at = ${NOW} where key = $1 and claim = $2`,
  released: 'delete from rcpt_state.idempotency_keys where key = $1 and claim = $2',
};

/**
 * The records that replicas share.
 * @param ttlMs how long an outcome is recorded, in milliseconds
 */
export function postgresKeyRecords(database: StateDatabase, ttlMs: number): KeyRecords {
  const select = async (key: string) => {
    const [row] = (await database.read<Row>(SELECT_RECORD, key)) as [Row];
    return { record: recordOf(row), now: row.now };
  };
  return {
    async acquire(key, claim, { staleClaim }) {
      const rows = await database.write(ACQUIRE, key, claim, staleClaim ?? null, ttlMs);
      return rows.length > 0;
    },
    async read(key) {
      const found = await select(key);
      if (!found.record || withoutFuture(found.record, found.now) === found.record) return found;
      await database.write(REMOVE_FUTURE, [key]);
      return select(key);
    },
    async hold(keys, claim) {
      const rows = await database.write(HOLD, keys, claim);
      if (rows.length === keys.length) return true;
      if (rows.length > 0) await database.write(RELEASE, keys, claim);
      // So that no lease outlasts a clock that is set back.
      await database.write(REMOVE_FUTURE, keys);
      return false;
    },
    async release(keys, claim) {
      await database.write(RELEASE, keys, claim);
    },
    async renew(keys, claim) {
      await database.write(RENEW, keys, claim);
    },
    async end(key, claim, end) {
      const values = end.status === 'completed' ? [end.recordId] : [];
      await database.write(ENDS[end.status], key, claim, ...values);
    },
  };
}

function recordOf({ claim, status, record_id, requested_at, lease_until }: Row): KeyRecord | undefined {
  if (claim === null) return undefined;
  return { claim, status, recordId: record_id, requestedAt: requested_at, leaseUntil: lease_until };
}

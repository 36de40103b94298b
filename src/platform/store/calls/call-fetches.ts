import { SET_BACK_FACTOR } from '../leases.ts';
import type { CallReportRow, CallSourceRow, Db } from '../schema/schema.ts';

/** A report whose call is to be fetched from its vendor. */
export interface PendingFetch
  extends Pick<CallReportRow, 'id' | 'source_id' | 'team_id' | 'call_reference' | 'body' | 'attempts'>,
    Pick<CallSourceRow, 'vendor' | 'credential'> {}

interface FetchClaim {
  workerId: string;
  /** The time of the shared clock. */
  now: number;
  leaseMs: number;
  /** The longest time between two attempts. */
  maxDelayMs: number;
  limit: number;
}

const pending = (db: Db) => db.selectFrom('call_reports').where('call_reports.status', '=', 'pending');

/** Reports that are due, and whose lease is free. */
export async function listDueFetches(
  db: Db,
  { now, leaseMs, maxDelayMs, limit }: Omit<FetchClaim, 'workerId'>,
): Promise<PendingFetch[]> {
  return pending(db)
    .innerJoin('call_sources', 'call_sources.id', 'call_reports.source_id')
    .select([
      'call_reports.id',
      'call_reports.source_id',
      'call_reports.team_id',
      'call_reports.call_reference',
      'call_reports.body',
      'call_reports.attempts',
      'call_sources.vendor',
      'call_sources.credential',
    ])
    .where(({ or, eb }) => or([eb('next_at', '<=', now), eb('next_at', '>', now + SET_BACK_FACTOR * maxDelayMs)]))
    .where(({ or, eb }) =>
      or([eb('leased_until', '<=', now), eb('leased_until', '>', now + SET_BACK_FACTOR * leaseMs)]),
    )
    .orderBy('next_at')
    .orderBy('call_reports.id')
    .limit(limit)
    .execute();
}

/**
 * Claims reports that are due. Their attempts count from now on, so that one that ends the process is not repeated for ever.
 */
export async function claimFetches(tx: Db, claim: FetchClaim): Promise<PendingFetch[]> {
  const { workerId: leased_by, now, leaseMs } = claim;
  const claimed: PendingFetch[] = [];
  for (const report of await listDueFetches(tx, claim)) {
    const attempts = report.attempts + 1;
    const { numUpdatedRows } = await tx
      .updateTable('call_reports')
      .set({ leased_by, leased_until: now + leaseMs, attempts })
      .where('id', '=', report.id)
      .where('status', '=', 'pending')
      .where(({ or, eb }) =>
        or([eb('leased_until', '<=', now), eb('leased_until', '>', now + SET_BACK_FACTOR * leaseMs)]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 1n) claimed.push({ ...report, attempts });
  }
  return claimed;
}

/** The next time at which a report will be due or a lease will end; undefined if there is none. */
export async function nextFetchTime(db: Db, now: number): Promise<number | undefined> {
  const due = await pending(db)
    .select(({ fn }) => fn.min('next_at').as('time'))
    .where('next_at', '>', now)
    .executeTakeFirst();
  const free = await pending(db)
    .select(({ fn }) => fn.min('leased_until').as('time'))
    .where('leased_until', '>', now)
    .executeTakeFirst();
  const times = [due?.time, free?.time].flatMap((time) => (time === null || time === undefined ? [] : [Number(time)]));
  return times.length === 0 ? undefined : Math.min(...times);
}

type FetchOutcome = Partial<
  Pick<CallReportRow, 'status' | 'problem' | 'next_at' | 'attempts' | 'fetched_json' | 'call_reference'>
>;

/** Stores the outcome of an attempt and ends the lease. Returns false if another process took it over. */
export async function recordFetch(
  tx: Db,
  { id, workerId }: { id: string; workerId: string },
  outcome: FetchOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('call_reports')
    .set({ ...outcome, leased_by: null, leased_until: 0 })
    .where('id', '=', id)
    .where('leased_by', '=', workerId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

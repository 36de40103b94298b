import type { Clock } from '../../lib/time/clock.ts';
import { eraseEventsOfErasedCalls } from '../store/erasure/erase-events.ts';
import { eraseReports } from '../store/erasure/erase-reports.ts';
import { IS_TO_ERASE } from '../store/erasure/erasure.ts';
import type { CallRow, Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { eraseCall, eraseInEvents } from './erase-call.ts';

/** Calls of a transaction, so that other writers do not wait for long. */
const BATCH_CALLS = 100;

/** Counts the calls that began before a time (epoch milliseconds) and still tell something about the caller. */
export async function countCallsBefore(db: Db, teamId: string, time: number): Promise<number> {
  const { count } = await callsBefore(db, teamId, time)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Overwrites these calls, the oldest first, with their reports and events. They stay those of their contacts. */
export async function eraseCallsBefore(store: Store, teamId: string, time: number, clock: Clock) {
  const erased = { calls: 0, reports: 0, events: 0 };
  let from = 0;
  for (;;) {
    const batch = await store.write((tx) => eraseBatch(tx, teamId, { from, to: time }, clock.now()), { team: teamId });
    if (!batch) break;
    erased.calls += batch.calls;
    erased.reports += batch.reports;
    // So that no batch passes again over the calls that are erased.
    from = batch.from;
  }
  erased.events = await eraseInEvents(store, teamId, (tx, range) => eraseEventsOfErasedCalls(tx, teamId, range));
  return erased;
}

/** @param period epoch milliseconds; the end is exclusive */
async function eraseBatch(tx: Db, teamId: string, period: { from: number; to: number }, now: number) {
  const calls = await callsBefore(tx, teamId, period.to)
    .where('calls.started_at', '>=', period.from)
    .selectAll('calls')
    .orderBy('calls.started_at')
    .limit(BATCH_CALLS)
    .execute();
  const last: CallRow | undefined = calls.at(-1);
  if (!last) return undefined;
  let reports = 0;
  for (const call of calls) {
    reports += await eraseReports(tx, call);
    await eraseCall(tx, call, call.contact_id, now);
  }
  return { calls: calls.length, reports, from: last.started_at };
}

const callsBefore = (db: Db, teamId: string, time: number) =>
  db.selectFrom('calls').where('calls.team_id', '=', teamId).where('calls.started_at', '<', time).where(IS_TO_ERASE);

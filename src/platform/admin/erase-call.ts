import { callEventRecord, updateCall } from '../store/calls/calls.ts';
import type { EventRange } from '../store/erasure/erase-events.ts';
import { ERASED_CALL } from '../store/erasure/erasure.ts';
import { appendEvent } from '../store/events.ts';
import { readTotal } from '../store/paging.ts';
import { removeMarks } from '../store/promises/promise-marks.ts';
import type { CallRow, Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

/** Events of a transaction, so that other writers do not wait for long. */
const BATCH_EVENTS = 5_000;

/** Overwrites what a call tells about the caller. It becomes that of a contact, or of none. */
export async function eraseCall(tx: Db, call: CallRow, contact_id: string | null, now: number): Promise<void> {
  const { isCallbackOutcome } = await import('../../lib/promises/candidates.ts');
  const { defaultOutcome } = await import('../intake/reported-call.ts');
  // A promise to someone unknown cannot be kept.
  const outcome = isCallbackOutcome(call.outcome) ? defaultOutcome(call.status) : call.outcome;
  // Marked, because a later report would fill it again.
  const erased: CallRow = { ...call, ...ERASED_CALL, outcome, contact_id, erased_at: now };
  await updateCall(tx, erased);
  await removeMarks(tx, call.id);
  await appendEvent(tx, { teamId: call.team_id, type: 'call.updated', time: now, data: callEventRecord(erased) });
}

/** Runs `erase` over all events of a team, in transactions of a part. Returns how many were changed. */
export async function eraseInEvents(
  store: Store,
  teamId: string,
  erase: (tx: Db, range: EventRange) => Promise<number>,
): Promise<number> {
  const last = await store.readUncoordinated((db) => readTotal(db, teamId, 'events'));
  let erased = 0;
  for (let after = 0; after < last; after += BATCH_EVENTS) {
    erased += await store.write((tx) => erase(tx, { after, to: after + BATCH_EVENTS }), { team: teamId });
  }
  return erased;
}

import { nextSlice } from '../../lib/concurrency/slices.ts';
import type { Candidate } from '../../lib/promises/candidates.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/language.ts';
import { MAX_WORD_LENGTH } from '../../lib/promises/outcome-words.ts';
import { sendInChunks } from '../store/insert.ts';
import type { CallRow, Db, Unnumbered } from '../store/schema/schema.ts';
import type { FollowUpCallRow, LongTranscriptRow, PromiseRow } from '../store/schema/schema-promises.ts';
import { send } from '../store/sent.ts';
import { toStored } from './stored-candidates.ts';
import { spokenTurns } from './transcript.ts';

/** Calls per statement: SQLite allows 32,766 parameters in one. */
const CHUNK_CALLS = 1_000;

/** Stores what calls may promise, and which of them show contact with a person, without waiting for the answers. */
export async function derivePromises(tx: Db, calls: readonly Unnumbered<CallRow>[]): Promise<void> {
  for (let start = 0; start < calls.length; start += CHUNK_CALLS) {
    if (start > 0) await nextSlice();
    await deriveChunk(tx, calls.slice(start, start + CHUNK_CALLS));
  }
}

async function deriveChunk(tx: Db, calls: readonly Unnumbered<CallRow>[]): Promise<void> {
  const ids = calls.map(({ id }) => id);
  for (const table of ['promises', 'follow_up_calls', 'long_transcripts'] as const) {
    send(tx, tx.deleteFrom(table).where('call_id', 'in', ids));
  }
  const promises: PromiseRow[] = [];
  const followUps: FollowUpCallRow[] = [];
  const long: LongTranscriptRow[] = [];
  for (const call of calls) {
    const derived = await deriveCall(call);
    promises.push(...derived.promises);
    if (derived.followUp) followUps.push(derived.followUp);
    if (derived.isLong) long.push({ call_id: call.id, team_id: call.team_id, started_at: call.started_at });
  }
  sendInChunks(tx, 'promises', promises);
  sendInChunks(tx, 'follow_up_calls', followUps);
  sendInChunks(tx, 'long_transcripts', long);
}

/** Loaded with the first call: a start of the program needs no telephone numbers and no words of six languages. */
const loadRules = async () => {
  const [candidates, parts, events, phones, context] = await Promise.all([
    import('../../lib/promises/candidates.ts'),
    import('../../lib/promises/promise-parts.ts'),
    import('../../lib/promises/contact-events.ts'),
    import('../../lib/phone/phone.ts'),
    import('../../lib/turn-context.ts'),
  ]);
  return { ...candidates, ...parts, ...events, ...phones, ...context };
};

async function deriveCall(call: Unnumbered<CallRow>) {
  const rules = await loadRules();
  const { id: call_id, team_id, started_at, contact_id, direction, status, booking_id } = call;
  const turns = spokenTurns(call.transcript_json);
  const outcome = call.outcome.slice(0, MAX_WORD_LENGTH);
  const summary = call.summary ?? undefined;
  const candidates = await rules.findCandidates({ turns, summary, status, outcome });
  const hasParts = (one: Candidate) => rules.hasSeveralParts(rules.sentenceOf(one, { turns, summary }) ?? '', one);
  const phone = call.phone === null ? null : (rules.normalizePhone(call.phone, undefined) ?? call.phone);
  const promises = PROMISE_KINDS.flatMap((kind): PromiseRow[] => {
    const found = candidates.filter((one) => one.kind === kind);
    if (found.length === 0 && !(kind === 'callback' && rules.isCallbackOutcome(outcome))) return [];
    return [
      {
        ...{ call_id, kind, team_id, started_at, contact_id, phone },
        booking_id: kind === 'booking' && rules.isBookedIn(booking_id, outcome) ? booking_id : null,
        candidates_json: toStored(found),
        may_be_several: found.length > 1 || found.some(hasParts) ? 1 : 0,
      },
    ];
  });
  const type = rules.eventTypeOf({ direction, status, outcome: call.outcome, duration_seconds: call.duration_seconds });
  const followUp: FollowUpCallRow | undefined = type && { call_id, team_id, type, contact_id, phone, at: started_at };
  return { promises, followUp, isLong: rules.lengthOf(turns) > rules.MAX_TRANSCRIPT_LENGTH };
}

import type { BusinessRecord, CallDetail, Read } from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import { MAX_TRANSCRIPT_LENGTH } from '../../lib/promises/candidates.ts';
import { isBookedIn } from '../../lib/promises/contact-events.ts';
import { type CallPromise, promisesOf } from '../../lib/promises/promises.ts';
import { readOptionalBusiness } from '../availability/optional-business.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { readCallDetail, UnreadableCall } from '../search/call-details.ts';
import { newestFirst } from '../search/sort-key.ts';
import { type Activity, type ListedCall, readActivity } from './activity.ts';
import { occasionOf } from './occasion.ts';
import type { PromiseRow } from './promise-shape.ts';
import type { FollowUpQuestion, FoundFollowUps } from './question.ts';
import type { Event } from './resolution.ts';
import { presentPromise } from './rows.ts';

/** Calls whose details are read concurrently. */
const CONCURRENCY = 6;
/** Calls whose details one tool call reads. */
const MAX_CALLS = 300;
/** Time after which no further call is requested. */
const TIME_LIMIT_MS = 25_000;

/** Finds promises by reading every call of the window, and all lists of what may have kept them. */
export async function scanFollowUps(question: FollowUpQuestion, context: ToolContext): Promise<FoundFollowUps> {
  const { window, after, limit, maxTokens, ...filters } = question;
  const { clock } = context;
  const [activity, business] = await Promise.all([readActivity(window, context), readOptionalBusiness(context)]);
  const calls = after ? activity.calls.filter((call) => newestFirst(call, after) > 0) : activity.calls;

  const items: PromiseRow[] = [];
  let remainingTokens = maxTokens;
  /** Calls handled so far, in the order of `calls`. */
  let handled = 0;
  let unreadable = 0;
  let cut = 0;
  let wasRead = false;
  const deadline = clock.monotonic() + TIME_LIMIT_MS;
  while (handled < calls.length && handled < MAX_CALLS && clock.monotonic() < deadline) {
    const chunk = calls.slice(handled, handled + CONCURRENCY);
    const details = await Promise.all(chunk.map(({ id }) => readCallDetail(id, context)));
    wasRead ||= details.some((detail) => !(detail instanceof UnreadableCall));
    for (const [index, call] of chunk.entries()) {
      const detail = details[index];
      if (detail instanceof UnreadableCall) {
        // If no call can be read, the platform fails, not the record.
        if (!wasRead && detail.isServerError) throw detail.cause;
        unreadable++;
      }
      const { rows, isCut } = await rowsOf(call, detail, { activity, business, ...filters }, context);
      const tokens = rows.length > 0 ? estimateTokens(rows) : 0;
      const isFull = items.length + rows.length > limit || tokens > remainingTokens;
      // The promises of one call stay together, so that the cursor continues behind it.
      if (rows.length > 0 && items.length > 0 && isFull) return answer();
      remainingTokens -= tokens;
      items.push(...rows);
      if (isCut) cut++;
      handled++;
    }
    context.progress(handled, calls.length);
  }
  return answer();

  function answer(): FoundFollowUps {
    const last = calls[handled - 1];
    const isFinished = handled >= calls.length;
    return {
      items,
      read: handled - unreadable,
      callsInWindow: activity.calls.length,
      isComplete: isFinished && activity.isComplete && unreadable + cut === 0,
      next: !isFinished && last ? { key: last.key, id: last.id } : undefined,
      unread: activity.unread,
      undated: activity.undated,
      unreadable,
      cut,
    };
  }
}

/** What is read once for all calls. */
interface Known {
  activity: Activity;
  business: Read<typeof BusinessRecord> | undefined;
}

/** Returns the promises of a call that the filters let through, and whether its transcript was read only in part. */
async function rowsOf(
  listed: ListedCall,
  detail: Read<typeof CallDetail> | UnreadableCall | undefined,
  { activity, business, kind, status }: Known & Pick<FollowUpQuestion, 'kind' | 'status'>,
  context: ToolContext,
): Promise<{ rows: PromiseRow[]; isCut: boolean }> {
  // Deleted after it was listed.
  if (detail === undefined) return { rows: [], isCut: false };
  const readable = detail instanceof UnreadableCall ? undefined : detail;
  const call = withDetails(listed, readable);
  const person = activity.personOf(call);
  const turns = (readable && transcriptOf(readable)) ?? [];
  const summary = readable?.fields.summary || call.summary;
  const { direction, outcome } = call;
  const promises = await promisesOf(
    { turns, summary, direction, outcome, status: call.status, contactName: person.name },
    occasionOf(call.at, business, context),
  );
  const rows: PromiseRow[] = [];
  for (const promise of promises) {
    if (kind !== undefined && promise.kind !== kind) continue;
    const resolution = activity.events.resolve(promise, person, call, bookedInCall(promise, call, readable, context));
    if (status !== 'all' && resolution.status !== status) continue;
    rows.push(await presentPromise({ call, person, promise, resolution, turns, summary }, context));
  }
  return { rows, isCut: turns.reduce((length, { text }) => length + text.length, 0) > MAX_TRANSCRIPT_LENGTH };
}

/** Returns a call with what a list of few fields leaves to the details. */
function withDetails(call: ListedCall, detail: Read<typeof CallDetail> | undefined): ListedCall {
  if (!detail) return call;
  const { direction, status, outcome, phone, contact_id } = detail.fields;
  return {
    ...call,
    direction: call.direction ?? direction ?? undefined,
    status: call.status ?? status ?? undefined,
    outcome: call.outcome ?? outcome ?? undefined,
    phone: call.phone ?? phone ?? undefined,
    contactId: call.contactId ?? contact_id ?? undefined,
  };
}

/** Returns the booking that the call itself made, which keeps a promise to book. */
function bookedInCall(
  { kind }: CallPromise,
  { at, outcome }: ListedCall,
  detail: Read<typeof CallDetail> | undefined,
  context: ToolContext,
): Event | undefined {
  const id = detail?.fields.booking_id;
  if (kind !== 'booking' || !isBookedIn(id, outcome) || !mayShow('booking', context)) return undefined;
  return { kind: 'booking', id, at };
}

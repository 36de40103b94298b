import * as z from 'zod';
import type { CallDetail, Read } from '../../contract/index.ts';
import { MAX_TRANSCRIPT_LENGTH } from '../../lib/promises/candidates.ts';
import { isBookedIn } from '../../lib/promises/contact-events.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/index.ts';
import { type CallPromise, promisesOf } from '../../lib/promises/promises.ts';
import { pluralize } from '../../lib/text.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { nowLocal, nowSentence } from '../core/now.ts';
import { mayShow } from '../core/record-kinds.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { transcriptOf } from '../presenters/transcript.ts';
import { describeOmittedCalls, readCallDetail, UnreadableCall } from '../search/call-details.ts';
import { makeCursor, readCursor } from '../search/cursor.ts';
import { newestFirst } from '../search/sort-key.ts';
import { type Activity, type ListedCall, readActivity } from './activity.ts';
import { occasionOf } from './occasion.ts';
import type { Resolution } from './resolution.ts';
import { type PromiseRow, presentPromise, promiseShape, STATUSES } from './rows.ts';

/** Calls whose details are read concurrently. */
const CONCURRENCY = 6;
/** Calls whose details one tool call reads. */
const MAX_CALLS = 300;
/** Time after which no further call is requested. */
const TIME_LIMIT_MS = 25_000;
const DEFAULT_DAYS = 30;

const input = () =>
  z.strictObject({
    from: field.window().from.describe(`Default: ${DEFAULT_DAYS} days ago`),
    to: z.string().min(1).max(64).optional(),
    kind: z.enum(PROMISE_KINDS).optional(),
    status: z.enum([...STATUSES, 'all']).default('open'),
    limit: z.int().min(1).max(100).default(25),
    cursor: z.string().min(1).max(512).optional(),
  });
type Input = z.output<ReturnType<typeof input>>;

export const findFollowUps = defineTool({
  name: 'find_follow_ups',
  title: 'Find unkept promises',
  description: 'Find what was promised in calls and not done since, such as callbacks never made.',
  toolset: 'calls',
  effect: 'read',
  scope: 'read:calls',
  view: 'call-review',
  input,
  output: () =>
    z.object({
      items: z.array(promiseShape()),
      read: z.int().describe('Calls read now'),
      calls_in_window: z.int(),
      complete: z.boolean().describe('Whether every call of the window has been read'),
      window: z.object({ from: z.string().optional(), to: z.string().optional() }),
      now_local: z.string(),
      time_zone: z.string(),
      unread: z.array(z.string()).optional().describe('What could not be read: promises may have been kept there'),
      omitted: z.string().optional(),
      cursor: z.string().optional(),
    }),
  summary: ({ items, read, calls_in_window: calls, cursor, now_local: now }) => {
    const overdue = items.filter(({ overdue }) => overdue).length;
    const rest = cursor === undefined ? '' : ' Earlier calls are not read yet: continue with cursor.';
    return `${pluralize(items.length, 'promise')}, ${overdue} overdue; ${read} of ${calls} calls read now.${rest} ${nowSentence(now)}`;
  },
  async run({ cursor, limit, ...filters }, context) {
    const { time, settings, clock } = context;
    const window = windowOf(filters, context);
    const signingKey = await context.signingKey();
    const after = cursor === undefined ? undefined : readCursor(cursor, 'find_follow_ups', filters, signingKey).after;
    const activity = await readActivity(window, context);
    const calls = after ? activity.calls.filter((call) => newestFirst(call, after) > 0) : activity.calls;

    const items: PromiseRow[] = [];
    let remainingTokens = settings.maxTokens * 0.8;
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
        const { rows, isCut } = await rowsOf(call, detail, activity, filters, context);
        const tokens = estimateTokens(rows);
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

    function answer() {
      const last = calls[handled - 1];
      const isFinished = handled >= calls.length;
      const position = !isFinished && last ? { startPage: 1, after: { key: last.key, id: last.id } } : undefined;
      return {
        items,
        read: handled - unreadable,
        calls_in_window: activity.calls.length,
        complete: isFinished && activity.isComplete && unreadable + cut === 0,
        window,
        now_local: nowLocal(context),
        time_zone: time.zone,
        ...(activity.unread.length > 0 ? { unread: activity.unread } : {}),
        ...describeOmitted(activity.undated, unreadable, cut),
        ...(position ? { cursor: makeCursor(position, 'find_follow_ups', filters, signingKey) } : {}),
      };
    }
  },
});

/** Returns the window of the calls: by default the last days until now. */
function windowOf({ from, to }: Pick<Input, 'from' | 'to'>, { time, clock }: ToolContext) {
  const window = time.range({ from, to });
  if (window.from !== undefined) return window;
  const end = Math.min(epochMs(window.to) ?? clock.now(), clock.now());
  const start = time.describe(new Date(end - DEFAULT_DAYS * 86_400_000).toISOString());
  const date = start?.local.slice(0, 10) ?? '';
  return { ...window, ...time.range({ from: date }, time.zone) };
}

function describeOmitted(undated: number, unreadable: number, cut: number): { omitted?: string } {
  const { omitted } = describeOmittedCalls(undated, unreadable);
  if (cut === 0) return omitted === undefined ? {} : { omitted };
  const ends = `The ends of ${pluralize(cut, 'transcript')} beyond ${MAX_TRANSCRIPT_LENGTH} characters.`;
  return { omitted: omitted === undefined ? ends : `${omitted} ${ends}` };
}

/** Returns the promises of a call that the filters let through, and whether its transcript was read only in part. */
async function rowsOf(
  listed: ListedCall,
  detail: Read<typeof CallDetail> | UnreadableCall | undefined,
  activity: Activity,
  { kind, status }: Pick<Input, 'kind' | 'status'>,
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
    occasionOf(call.at, context),
  );
  const rows: PromiseRow[] = [];
  for (const promise of promises) {
    if (kind !== undefined && promise.kind !== kind) continue;
    const resolution =
      bookedInCall(promise, call, readable, context) ?? activity.events.resolve(promise.kind, person, call.at);
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

/** Returns the resolution of a promise to book, if the call itself made a booking. */
function bookedInCall(
  { kind }: CallPromise,
  { at, outcome }: ListedCall,
  detail: Read<typeof CallDetail> | undefined,
  context: ToolContext,
): Resolution | undefined {
  const id = detail?.fields.booking_id;
  if (kind !== 'booking' || !isBookedIn(id, outcome) || !mayShow('booking', context)) return undefined;
  return { status: 'done', by: { kind: 'booking', id, at } };
}

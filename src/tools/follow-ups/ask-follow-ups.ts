import {
  type BusinessRecord,
  type FollowUps,
  MAX_PER_PAGE,
  type PromisingCallRecord,
  type Read,
} from '../../contract/index.ts';
import { duePromise, type PromiseSentence } from '../../lib/promises/promises.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { Turn } from '../../lib/turns.ts';
import { readOptionalBusiness } from '../availability/optional-business.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { forbiddenNote } from '../search/read-list.ts';
import type { SortKey } from '../search/sort-key.ts';
import { BOOKINGS_NOT_SHOWN, shortName, shortPhone } from './activity.ts';
import { occasionOf } from './occasion.ts';
import type { PromiseRow } from './promise-shape.ts';
import type { FollowUpQuestion, FoundFollowUps } from './question.ts';
import { presentPromise } from './rows.ts';

type PromiseSentenceRecord = PromisingCallRecord['promises'][number]['readings'][number];

/** Finds promises by the extension `follow_ups`. Undefined if its response cannot be understood. */
export async function askFollowUps(
  question: FollowUpQuestion,
  context: ToolContext,
): Promise<FoundFollowUps | undefined> {
  // Each call of the response has at least one promise.
  const [first, business] = await Promise.all([
    request(question, Math.min(question.limit, MAX_PER_PAGE), context),
    readOptionalBusiness(context),
  ]);
  let answer = first;
  while (answer) {
    const { items, shown } = await rowsThatFit(answer.calls, question, business, context);
    if (shown === answer.calls.length) return found(answer, items, question, context);
    // What a response covers depends on its size, so the calls that fit are requested again.
    answer = await request(question, shown, context);
  }
  return undefined;
}

type Answer = FollowUps & { asOf: string | undefined };

async function request(
  { window, kind, status, after }: FollowUpQuestion,
  perPage: number,
  context: ToolContext,
): Promise<Answer | undefined> {
  const { api, signal } = context;
  const { fields, as_of: asOf } = await api.listFollowUps({
    query: {
      ...window,
      ...(kind === undefined ? {} : { kind }),
      ...(status === 'all' ? {} : { status }),
      ...(mayShow('booking', context) ? {} : { without_bookings: 'true' as const }),
      ...(mayShow('contact', context) ? {} : { without_contacts: 'true' as const }),
      ...(after === undefined ? {} : { after: `${after.key},${after.id}` }),
      per_page: perPage,
    },
    signal,
  });
  const { calls, calls_in_window, calls_read, cut_transcripts, unread, next } = fields;
  if (!calls || calls.length > perPage || calls_in_window == null || calls_read == null) return undefined;
  if (next === undefined || (next !== null && positionOf(next) === undefined)) return undefined;
  return {
    calls,
    calls_in_window,
    calls_read,
    cut_transcripts: cut_transcripts ?? 0,
    unread: unread ?? [],
    next,
    asOf,
  };
}

/** Returns the promises of the first calls that an answer has room for. Those of one call stay together. */
async function rowsThatFit(
  calls: readonly PromisingCallRecord[],
  { limit, maxTokens }: FollowUpQuestion,
  business: Read<typeof BusinessRecord> | undefined,
  context: ToolContext,
): Promise<{ items: PromiseRow[]; shown: number }> {
  const items: PromiseRow[] = [];
  let remainingTokens = maxTokens;
  for (const [shown, call] of calls.entries()) {
    const rows = await rowsOf(call, business, context);
    const tokens = estimateTokens(rows);
    const isFull = items.length + rows.length > limit || tokens > remainingTokens;
    if (items.length > 0 && isFull) return { items, shown };
    remainingTokens -= tokens;
    items.push(...rows);
  }
  return { items, shown: calls.length };
}

function rowsOf(
  record: PromisingCallRecord,
  business: Read<typeof BusinessRecord> | undefined,
  context: ToolContext,
): Promise<PromiseRow[]> {
  const at = epochMs(record.started_at) ?? 0;
  const call = { id: record.id, at, phone: shortPhone(record.phone) };
  const person = { name: shortName(record.contact_name), contactId: record.contact_id ?? undefined };
  const summary = record.summary ?? undefined;
  return Promise.all(
    record.promises.map(({ kind, number = 1, status, kept_by: event, marked_at: marked, readings }) => {
      const { reading, ...promise } = duePromise(
        { kind, number, readings: readings.map(promiseSentenceOf) },
        occasionOf(at, business, context),
      );
      const by = event && { kind: event.kind, id: event.id, at: epochMs(event.at) ?? at };
      const markedAt = epochMs(marked);
      const resolution = { status, ...(by ? { by } : {}), ...(markedAt === undefined ? {} : { markedAt }) };
      return presentPromise({ call, person, promise, resolution, turns: reading?.turns ?? [], summary }, context);
    }),
  );
}

/** Returns a sentence with the turns around it: `source` is an index of these. */
const promiseSentenceOf = ({
  sentence,
  language,
  turn,
  turns,
}: PromiseSentenceRecord): PromiseSentence & { turns: Turn[] } => ({
  sentence,
  language,
  source: turn === null ? 'summary' : { turn },
  turns: turns.map(({ speaker, text }, index) => ({ turn: index + 1, ...(speaker === null ? {} : { speaker }), text })),
});

async function found(
  { calls_in_window: callsInWindow, calls_read, cut_transcripts, unread, next: position, asOf }: Answer,
  items: PromiseRow[],
  { window, after }: FollowUpQuestion,
  context: ToolContext,
): Promise<FoundFollowUps> {
  const next = position === null ? undefined : positionOf(position);
  // From the newest call to the oldest.
  const covered = { ...window, ...(after && { to: after.key }), ...(next && { from: next.key }) };
  const unreadable = (await context.extensions.unreadableCalls?.('follow_ups', covered, context.signal)) ?? 0;
  return {
    items,
    read: calls_read - unreadable,
    callsInWindow,
    isComplete: next === undefined && cut_transcripts + unreadable === 0,
    next,
    unread: [
      ...(callsInWindow > 0 && !mayShow('booking', context) ? [BOOKINGS_NOT_SHOWN] : []),
      ...(['bookings', 'contacts'] as const).filter((records) => unread.includes(records)).map(forbiddenNote),
    ],
    undated: 0,
    unreadable,
    cut: cut_transcripts,
    asOf,
  };
}

/** Returns the position of a call as cursors have it; undefined for a text that is none. */
function positionOf(text: string): SortKey | undefined {
  const comma = text.indexOf(',');
  const at = epochMs(text.slice(0, Math.max(0, comma)));
  const id = text.slice(comma + 1);
  return at === undefined || id === '' ? undefined : { key: new Date(at).toISOString(), id };
}

import * as z from 'zod';
import { ApiError, InvalidIdError } from '../api/index.ts';
import { type Call, type CallDetail, freeText, phone, type Read } from '../contract/index.ts';
import { pluralize, truncate } from '../lib/text.ts';
import { normalizeText, tokenizeQuery } from '../lib/text-search.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { recordShape } from './core/record-kinds.ts';
import { redactFreeText, redactTurnTexts } from './output/redact.ts';
import { estimateTokens } from './output/token-budget.ts';
import { presentCall, turnShape } from './presenters/call.ts';
import { type Turn, transcriptOf } from './presenters/transcript.ts';
import { makeCursor, readCursor } from './search/cursor.ts';
import { withinWindow } from './search/filters.ts';
import { presentReadAt, readAtField } from './search/read-at.ts';
import { runSearch } from './search/run-search.ts';
import type { Found, SortKey } from './search/sort-key.ts';

/** Transcripts that are read concurrently. */
const CONCURRENCY = 6;
/** Transcripts that one tool call reads. */
const MAX_TRANSCRIPTS = 300;
/** Time after which no further transcript is requested. */
const TIME_LIMIT_MS = 25_000;
const MAX_TURNS_PER_CALL = 3;
const MAX_EXCERPT_CHARACTERS = 240;

const hitShape = () =>
  recordShape('call', {
    call_id: z.string(),
    started_local: z.string().optional(),
    weekday: z.string().optional(),
    outcome: z.string().optional(),
    phone: phone().optional(),
    contact_id: z.string().optional(),
    summary: freeText().optional().describe('Where the words occur in it'),
    turns: z.array(turnShape()),
  });
type Hit = z.input<ReturnType<typeof hitShape>>;

const input = () =>
  z.strictObject({
    query: z.string().trim().min(1).max(200).describe('Words, or a "phrase"; all must occur in a call'),
    ...field.window(),
    speaker: z.string().trim().min(1).max(64).optional().describe('Only what this speaker said, such as caller'),
    limit: z.int().min(1).max(50).default(10).describe('Calls to return'),
    cursor: z.string().min(1).max(512).optional(),
  });

export const searchCalls = defineTool({
  name: 'search_calls',
  title: 'Search transcripts',
  description:
    'Find calls in which words or a phrase were said, latest first, quoting the turns. Summaries are searched too.',
  toolset: 'calls',
  effect: 'read',
  scope: 'read:calls',
  input,
  output: () =>
    z.object({
      items: z.array(hitShape()),
      searched: z.int().describe('Calls whose transcript was read now'),
      calls_in_window: z.int(),
      complete: z.boolean().describe('Whether every call of the window has been searched'),
      window: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
      time_zone: z.string(),
      omitted: z.string().optional(),
      ...readAtField(),
      cursor: z.string().optional(),
    }),
  summary: (output) => {
    const rest = output.cursor === undefined ? '' : ' Older calls are not searched yet: continue with cursor.';
    return `${pluralize(output.items.length, 'call')} found; ${output.searched} of ${output.calls_in_window} searched now.${rest}`;
  },
  async run({ cursor, limit, ...filters }, context) {
    const { time, settings } = context;
    const terms = tokenizeQuery(filters.query);
    if (terms.length === 0) throw new ToolError('query: write at least one word to search for.');
    const window = time.range(filters);
    const signingKey = await context.signingKey();
    const after = cursor === undefined ? undefined : readCursor(cursor, 'search_calls', filters, signingKey).after;
    const calls = await findCalls(window, after, context);
    const { found, remaining, matched } = calls;

    const items: Hit[] = [];
    let remainingTokens = settings.maxTokens * 0.8;
    /** Calls handled so far, in the order of `found`. */
    let handled = 0;
    let unreadable = 0;
    let wasRead = false;
    const deadline = context.clock.monotonic() + TIME_LIMIT_MS;
    while (handled < found.length && handled < MAX_TRANSCRIPTS && context.clock.monotonic() < deadline) {
      const chunk = found.slice(handled, handled + CONCURRENCY);
      const details = await Promise.all(chunk.map((call) => readDetail(call.id, context)));
      wasRead ||= details.some((detail) => !(detail instanceof UnreadableCall));
      for (const [index, call] of chunk.entries()) {
        const detail = details[index];
        if (detail instanceof UnreadableCall) {
          // If no call can be read, the platform fails, not the record.
          if (!wasRead && detail.isServerError) throw detail.cause;
          unreadable++;
          handled++;
          continue;
        }
        const hit = searchTranscript(call, detail, terms, filters.speaker, context);
        const tokens = hit ? estimateTokens(hit) : 0;
        if (hit && (items.length >= limit || (items.length > 0 && tokens > remainingTokens))) {
          return answer(false);
        }
        remainingTokens -= tokens;
        if (hit) items.push(hit);
        handled++;
      }
      context.progress(matched - remaining + handled, matched);
    }
    return answer(handled >= remaining);

    function answer(isFinished: boolean) {
      const last = found[handled - 1];
      const position = !isFinished && last ? { startPage: 1, after: last } : undefined;
      if (position) calls.saveToCache();
      return {
        items,
        searched: handled - unreadable,
        calls_in_window: matched,
        complete: isFinished && calls.scan.complete && unreadable === 0,
        ...(window.from || window.to ? { window } : {}),
        time_zone: time.zone,
        ...describeOmitted(calls.undecided, unreadable),
        ...presentReadAt(calls),
        ...(position ? { cursor: makeCursor(position, 'search_calls', filters, signingKey) } : {}),
      };
    }
  },
});

type FoundCall = Found<typeof Call>;

/** Finds the calls of a window after a position, latest first. */
function findCalls(window: { from?: string; to?: string }, after: SortKey | undefined, context: ToolContext) {
  const { api, signal } = context;
  const inWindow =
    window.from || window.to ? withinWindow<typeof Call>(window, ({ fields }) => fields.started_at) : () => true;
  return runSearch<typeof Call>(
    {
      identity: ['search_calls', window],
      fetch: (query) => api.listCalls({ query, signal }),
      // The details of a call without id cannot be read.
      verdict: (read) => (read.fields.id ? inWindow(read) : false),
      sortKey: ({ fields }) => utcInstant(fields.started_at),
      order: 'desc',
      startPage: 1,
      after,
      limit: MAX_TRANSCRIPTS,
    },
    context,
  );
}

/** A call whose details cannot be read, while those of others can. */
class UnreadableCall {
  constructor(readonly cause: unknown) {}

  get isServerError(): boolean {
    return this.cause instanceof ApiError && this.cause.details.kind === 'server_error';
  }
}

/** Failures that may concern one record only. All others would repeat with the next one. */
const RECORD_FAILURES: readonly string[] = ['bad_request', 'invalid_response', 'server_error'];

/** Reads the details of a call; undefined if it was deleted after it was listed. */
async function readDetail(
  id: string,
  { api, callCache: calls, signal }: ToolContext,
): Promise<Read<typeof CallDetail> | UnreadableCall | undefined> {
  return calls
    .get(id, () => api.getCall({ id, signal }))
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.details.kind === 'not_found') return undefined;
      // The platform listed an id that no address can contain.
      if (error instanceof InvalidIdError) return new UnreadableCall(error);
      if (error instanceof ApiError && RECORD_FAILURES.includes(error.details.kind)) return new UnreadableCall(error);
      throw error;
    });
}

function describeOmitted(withoutTime: number, unreadable: number): { omitted?: string } {
  const sentences = [
    ...(withoutTime > 0 ? [`${pluralize(withoutTime, 'call')} without a readable time.`] : []),
    ...(unreadable > 0
      ? [`${pluralize(unreadable, 'call')} that the platform lists, but whose details cannot be read.`]
      : []),
  ];
  return sentences.length > 0 ? { omitted: sentences.join(' ') } : {};
}

function searchTranscript(
  { read, id }: FoundCall,
  detail: Read<typeof CallDetail> | undefined,
  terms: readonly string[],
  speaker: string | undefined,
  { time, settings }: ToolContext,
): Hit | undefined {
  if (!detail) return undefined;
  // Masked before the search and before excerpts are cut: a search must not find what it must not show.
  const allTurns = redactTurnTexts(transcriptOf(detail) ?? [], settings);
  const searchedTurns = allTurns.filter(
    (turn) => !speaker || normalizeText(turn.speaker ?? '') === normalizeText(speaker),
  );
  const scored = searchedTurns.map((turn) => ({
    turn,
    found: terms.filter((term) => normalizeText(turn.text).includes(term)),
  }));
  // A summary has no speaker, so it is not searched if the caller asks for one.
  const summary = speaker ? '' : redactFreeText(detail.fields.summary ?? '', settings);
  const fullText = normalizeText([summary, ...searchedTurns.map((turn) => turn.text)].join('\n'));
  if (!terms.every((term) => fullText.includes(term))) return undefined;

  const best = scored.filter(({ found }) => found.length > 0).sort((a, b) => b.found.length - a.found.length);
  const turns = best.slice(0, MAX_TURNS_PER_CALL).sort((a, b) => a.turn.turn - b.turn.turn);
  const { started_local, weekday, outcome, phone: number, contact_id } = presentCall(read, time);
  const hit = { call_id: id, started_local, weekday, outcome, phone: number, contact_id };
  return {
    ...(Object.fromEntries(Object.entries(hit).filter(([, value]) => value !== undefined)) as typeof hit),
    ...(terms.some((term) => normalizeText(summary).includes(term)) ? { summary: excerpt(summary, terms) } : {}),
    turns: turns.map(({ turn, found }) => ({ ...turn, text: excerpt(turn.text, found) }) satisfies Turn),
  } as Hit;
}

/** Returns the part of a text around the first occurrence of a term. */
function excerpt(text: string, terms: readonly string[]): string {
  if (text.length <= MAX_EXCERPT_CHARACTERS) return text;
  const normalized = normalizeText(text);
  const firstIndex = Math.min(
    ...terms.map((term) => normalized.indexOf(term)).filter((index) => index >= 0),
    text.length,
  );
  const start = Math.max(0, Math.min(firstIndex, text.length) - MAX_EXCERPT_CHARACTERS / 3);
  return `${start > 0 ? '…' : ''}${truncate(text.slice(start), MAX_EXCERPT_CHARACTERS)}`;
}

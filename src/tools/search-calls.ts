import * as z from 'zod';
import { ApiError } from '../api/index.ts';
import { type Call, type CallDetail, freeText, phone, type Read } from '../contract/index.ts';
import { pluralize, truncate } from '../lib/text.ts';
import { normalizeText, tokenizeQuery } from '../lib/text-search.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { redactFreeText, redactTurnTexts } from './output/redact.ts';
import { estimateTokens } from './output/token-budget.ts';
import { presentCall, turnShape } from './presenters/call.ts';
import { type Turn, transcriptOf } from './presenters/transcript.ts';
import { makeCursor, readCursor } from './search/cursor.ts';
import { withinWindow } from './search/filters.ts';
import { readAtField, readBefore } from './search/read-at.ts';
import { runSearch } from './search/run-search.ts';
import type { Found, SortKey } from './search/sort-key.ts';

/** Transcripts read at once, and by one call at most. */
const CONCURRENCY = 6;
const MAX_READ = 300;
/** Time after which no further transcript is asked for, in milliseconds. */
const TIME_LIMIT_MS = 25_000;
const HITS_PER_CALL = 3;
const QUOTE_CHARACTERS = 240;

const hitShape = () =>
  z.object({
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
    speaker: z.string().trim().min(1).max(64).optional().describe('Only what this one said, such as caller'),
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
    const rest = output.complete ? '' : ' Older calls are not searched yet: go on with cursor.';
    return `${pluralize(output.items.length, 'call')} found; ${output.searched} of ${output.calls_in_window} searched now.${rest}`;
  },
  async run({ cursor, limit, ...filters }, context) {
    const { time, settings } = context;
    const wanted = tokenizeQuery(filters.query);
    if (wanted.length === 0) throw new ToolError('query: write at least one word to look for.');
    const window = time.range(filters);
    const signing = await context.signingKey();
    const { after } =
      cursor === undefined ? { after: undefined } : readCursor(cursor, 'search_calls', filters, signing);
    const calls = await callsIn(window, after, context);
    const { found: rest, left, matching } = calls;

    const items: Hit[] = [];
    let tokens = settings.maxTokens * 0.8;
    let searched = 0;
    const giveUp = context.clock.now() + TIME_LIMIT_MS;
    while (searched < rest.length && searched < MAX_READ && context.clock.now() < giveUp) {
      const chunk = rest.slice(searched, searched + CONCURRENCY);
      const details = await Promise.all(chunk.map((one) => detail(one.id, context)));
      for (const [index, one] of chunk.entries()) {
        const hit = search(one, details[index], wanted, filters.speaker, context);
        const cost = hit ? estimateTokens(hit) : 0;
        if (hit && (items.length >= limit || (items.length > 0 && cost > tokens))) {
          return answer(false);
        }
        tokens -= cost;
        if (hit) items.push(hit);
        searched++;
      }
      context.progress(matching - left + searched, matching);
    }
    return answer(searched >= left);

    function answer(ended: boolean) {
      const last = rest[searched - 1];
      const goOn = !ended && last ? makeCursor({ page: 1, after: last }, 'search_calls', filters, signing) : undefined;
      if (goOn) calls.keep();
      return {
        items,
        searched,
        calls_in_window: matching,
        complete: ended && calls.scan.complete,
        ...(window.from || window.to ? { window } : {}),
        time_zone: time.zone,
        ...(calls.unknown > 0 ? { omitted: `${calls.unknown} calls have no readable time.` } : {}),
        ...readBefore(calls),
        ...(goOn ? { cursor: goOn } : {}),
      };
    }
  },
});

type FoundCall = Found<typeof Call>;

/** The calls of a window, latest first, from a position on. */
function callsIn(window: { from?: string; to?: string }, after: SortKey | undefined, context: ToolContext) {
  const { api, signal } = context;
  const inWindow =
    window.from || window.to ? withinWindow<typeof Call>(window, ({ fields }) => fields.started_at) : () => true;
  return runSearch<typeof Call>(
    {
      identity: ['search_calls', window],
      fetch: (query) => api.listCalls({ query, signal }),
      // What has no id cannot be read in detail.
      verdict: (read) => (read.fields.id ? inWindow(read) : false),
      sortKey: ({ fields }) => utcInstant(fields.started_at),
      order: 'desc',
      page: 1,
      after,
      wanted: MAX_READ,
    },
    context,
  );
}

/** A call in detail; undefined when it is gone since it was listed. */
async function detail(id: string, { api, calls, signal }: ToolContext): Promise<Read<typeof CallDetail> | undefined> {
  return calls
    .get(id, () => api.getCall({ id, signal }))
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.details.kind === 'not_found') return undefined;
      throw error;
    });
}

function search(
  { read, id }: FoundCall,
  detailed: Read<typeof CallDetail> | undefined,
  wanted: readonly string[],
  speaker: string | undefined,
  { time, settings }: ToolContext,
): Hit | undefined {
  if (!detailed) return undefined;
  // Masked before it is searched and cut: a search must not find what it may not show.
  const all = redactTurnTexts(transcriptOf(detailed) ?? [], settings);
  const said = all.filter((turn) => !speaker || normalizeText(turn.speaker ?? '') === normalizeText(speaker));
  const scored = said.map((turn) => ({
    turn,
    found: wanted.filter((term) => normalizeText(turn.text).includes(term)),
  }));
  // A summary is nobody's words: it does not count when only one speaker's are asked for.
  const summary = speaker ? '' : redactFreeText(detailed.fields.summary ?? '', settings);
  const everywhere = normalizeText([summary, ...said.map((turn) => turn.text)].join('\n'));
  if (!wanted.every((term) => everywhere.includes(term))) return undefined;

  const best = scored.filter(({ found }) => found.length > 0).sort((a, b) => b.found.length - a.found.length);
  const turns = best.slice(0, HITS_PER_CALL).sort((a, b) => a.turn.turn - b.turn.turn);
  const { started_local, weekday, outcome, phone: number, contact_id } = presentCall(read, time);
  const hit = { call_id: id, started_local, weekday, outcome, phone: number, contact_id };
  return {
    ...(Object.fromEntries(Object.entries(hit).filter(([, value]) => value !== undefined)) as typeof hit),
    ...(wanted.some((term) => normalizeText(summary).includes(term)) ? { summary: quote(summary, wanted) } : {}),
    turns: turns.map(({ turn, found }) => ({ ...turn, text: quote(turn.text, found) }) satisfies Turn),
  } as Hit;
}

/** The part of a text around the first of the words. */
function quote(text: string, found: readonly string[]): string {
  if (text.length <= QUOTE_CHARACTERS) return text;
  const folded = normalizeText(text);
  const at = Math.min(...found.map((term) => folded.indexOf(term)).filter((index) => index >= 0), text.length);
  const start = Math.max(0, Math.min(at, text.length) - QUOTE_CHARACTERS / 3);
  return `${start > 0 ? '…' : ''}${truncate(text.slice(start), QUOTE_CHARACTERS)}`;
}

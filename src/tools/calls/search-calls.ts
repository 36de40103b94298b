import * as z from 'zod';
import { listed, say } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { defineTool } from '../core/define.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { nowLocal, nowSentence } from '../core/now.ts';
import { sentence } from '../output/sentence.ts';
import { makeCursor, readCursor } from '../search/cursor.ts';
import { readAtField } from '../search/read-at.ts';
import type { CallSearch } from './call-match.ts';
import { hitShape } from './hit-shape.ts';

const NAME = 'search_calls';

const input = () =>
  z.strictObject({
    query: field.words().describe('Words, or a "phrase"; all must occur in a call'),
    ...field.window(),
    speaker: z.string().trim().min(1).max(64).optional().describe('Only what this speaker said, such as caller'),
    outcome: field.status(),
    language: field.status(),
    call_id: field.callId().describe('All matches in this call').optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit: z.int().min(1).max(50).default(10).describe('Calls to return'),
    cursor: z.string().min(1).max(512).optional(),
  });
/** Arguments that select calls. */
const SELECTING = ['from', 'to', 'outcome', 'language', 'order'] as const;

export const searchCalls = defineTool({
  name: NAME,
  title: 'Search transcripts',
  description:
    'Find calls by words or a phrase in transcripts and summaries, latest first. Quotes matching turns and answers to questions.',
  toolset: 'calls',
  effect: 'read',
  scope: 'read:calls',
  view: 'call-review',
  input,
  output: () =>
    z.object({
      items: z.array(hitShape()),
      now_local: z.string(),
      searched: z.int().describe('Calls that were searched now'),
      calls_in_window: z.int(),
      complete: z.boolean().describe('True: every call of the window was searched'),
      window: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
      time_zone: z.string(),
      omitted: sentence().optional(),
      ...readAtField(),
      cursor: z.string().optional(),
    }),
  textAdvice: 'get_call_transcript has the whole',
  summary: (output) => {
    const isWhole = output.searched === output.calls_in_window;
    const why = isWhole ? 'More calls can match' : 'Not everything is searched yet';
    const rest = output.cursor === undefined ? '' : ` ${why}: continue with cursor.`;
    const count = `${pluralize(output.items.length, 'call')} found; ${output.searched} of ${output.calls_in_window} searched now.`;
    return `${count}${rest} ${nowSentence(output.now_local)}`;
  },
  async run({ cursor, limit, ...filters }, context) {
    const { time, settings } = context;
    const { query, speaker, call_id: id, outcome, language, order = 'desc' } = filters;
    const { createTermFinder } = await import('../../lib/search/terms.ts');
    const finder = createTermFinder(query);
    if (finder.terms.length === 0) throw new ToolError('query: write at least one word to search for.');
    const surplus = SELECTING.filter((name) => id !== undefined && filters[name] !== undefined);
    if (surplus.length > 0) throw new ToolError(say`call_id searches one call: leave out ${listed(surplus)}.`);
    const window = await time.range(filters);
    const signingKey = await context.signingKey();
    const search: CallSearch = {
      query,
      finder,
      speaker,
      after: cursor === undefined ? undefined : readCursor(cursor, NAME, filters, signingKey).after,
      tokens: settings.maxTokens * 0.8,
      cursorAfter: (after) => makeCursor({ startPage: 1, after }, NAME, filters, signingKey),
    };
    const common = { now_local: nowLocal(context), time_zone: time.zone };
    if (id !== undefined) {
      const { searchOneCall } = await import('./search-one-call.ts');
      return { ...(await searchOneCall(id, search, context)), ...common };
    }
    const { searchManyCalls } = await import('./search-many-calls.ts');
    return { ...(await searchManyCalls(search, { window, outcome, language, order, limit }, context)), ...common };
  },
});

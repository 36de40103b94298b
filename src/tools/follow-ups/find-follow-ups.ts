import * as z from 'zod';
import { PROMISE_STATUSES } from '../../contract/index.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/language.ts';
import { pluralize } from '../../lib/text/text.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { nowLocal, nowSentence } from '../core/now.ts';
import { describeOmittedCalls } from '../search/call-details.ts';
import { makeCursor, readCursor } from '../search/cursor.ts';
import { readAtField } from '../search/read-at.ts';
import { promiseShape } from './promise-shape.ts';
import type { FollowUpQuestion, FoundFollowUps } from './question.ts';

const DEFAULT_DAYS = 30;

const statusFilter = () => z.enum([...PROMISE_STATUSES, 'all']);

const input = () =>
  z.strictObject({
    from: field.window().from.describe(`Default: ${DEFAULT_DAYS} days ago`),
    to: z.string().min(1).max(64).optional(),
    kind: z.enum(PROMISE_KINDS).optional(),
    status: statusFilter().default('open').describe('contacted: spoken to or booked since, not shown as done'),
    limit: z.int().min(1).max(100).default(25),
    cursor: z.string().min(1).max(512).optional(),
  });
type Input = z.output<ReturnType<typeof input>>;

export const findFollowUps = defineTool({
  name: 'find_follow_ups',
  title: 'Find unkept promises',
  description: 'Find promises made in calls, such as callbacks, that are still open.',
  toolset: 'calls',
  effect: 'read',
  scope: 'read:calls',
  view: 'call-review',
  input,
  output: () =>
    z.object({
      items: z.array(promiseShape()),
      status: statusFilter().describe('The status that was asked for'),
      read: z.int().describe('Calls read now'),
      calls_in_window: z.int(),
      complete: z.boolean().describe('True: every call of the window was read'),
      window: z.object({ from: z.string().optional(), to: z.string().optional() }),
      now_local: z.string(),
      time_zone: z.string(),
      unread: z.array(z.string()).optional().describe('What could not be read: promises may have been kept there'),
      omitted: z.string().optional(),
      ...readAtField(),
      cursor: z.string().optional(),
    }),
  textAdvice: 'get_call_transcript has the whole',
  summary: ({ items, status, read, calls_in_window: calls, cursor, now_local: now }) => {
    const overdue = items.filter(({ overdue }) => overdue).length;
    const rest = cursor === undefined ? '' : ' Earlier calls are not read yet: continue with cursor.';
    const promises = pluralize(items.length, status === 'all' ? 'promise' : `${status} promise`);
    const others = status === 'open' ? ' Those kept or contacted since: status all.' : '';
    return `${promises}, ${overdue} overdue; ${read} of ${calls} calls read now.${others}${rest} ${nowSentence(now)}`;
  },
  async run({ cursor, limit, ...filters }, context) {
    const { time, settings, extensions, signal } = context;
    const window = await windowOf(filters, context);
    const signingKey = await context.signingKey();
    const after = cursor === undefined ? undefined : readCursor(cursor, 'find_follow_ups', filters, signingKey).after;
    const question = { ...filters, window, after, limit, maxTokens: settings.maxTokens * 0.8 };
    const announced = await extensions.has('follow_ups', signal);
    const found = (announced ? await ask(question, context) : undefined) ?? (await scan(question, context));
    const position = found.next && { startPage: 1, after: found.next };
    return {
      items: found.items,
      status: filters.status,
      read: found.read,
      calls_in_window: found.callsInWindow,
      complete: found.isComplete,
      window,
      now_local: nowLocal(context),
      time_zone: time.zone,
      ...(found.unread.length > 0 ? { unread: found.unread } : {}),
      ...(await describeOmitted(found)),
      ...(found.asOf === undefined ? {} : { read_at: found.asOf }),
      ...(position ? { cursor: makeCursor(position, 'find_follow_ups', filters, signingKey) } : {}),
    };
  },
});

const ask = async (question: FollowUpQuestion, context: ToolContext) =>
  (await import('./ask-follow-ups.ts')).askFollowUps(question, context);
const scan = async (question: FollowUpQuestion, context: ToolContext) =>
  (await import('./scan-follow-ups.ts')).scanFollowUps(question, context);

/** Returns the window of the calls: by default the last days until now. */
async function windowOf({ from, to }: Pick<Input, 'from' | 'to'>, { time, clock }: ToolContext) {
  const window = await time.range({ from, to });
  if (window.from !== undefined) return window;
  const end = Math.min(epochMs(window.to) ?? clock.now(), clock.now());
  const start = time.describe(new Date(end - DEFAULT_DAYS * DAY_MS).toISOString());
  const date = start?.local.slice(0, 10) ?? '';
  return { ...window, ...(await time.range({ from: date }, time.zone)) };
}

async function describeOmitted({ undated, unreadable, cut }: FoundFollowUps): Promise<{ omitted?: string }> {
  const { omitted } = describeOmittedCalls(undated, unreadable);
  if (cut === 0) return omitted === undefined ? {} : { omitted };
  const { MAX_TRANSCRIPT_LENGTH } = await import('../../lib/promises/candidates.ts');
  const ends = `The ends of ${pluralize(cut, 'transcript')} beyond ${MAX_TRANSCRIPT_LENGTH} characters.`;
  return { omitted: omitted === undefined ? ends : `${omitted} ${ends}` };
}

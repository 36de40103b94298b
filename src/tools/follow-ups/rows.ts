import * as z from 'zod';
import { freeText, PROMISE_STATUSES, personName, phone } from '../../contract/index.ts';
import { MAX_SUMMARY_LENGTH } from '../../lib/promises/candidates.ts';
import { promisesIn, type Voice } from '../../lib/promises/detect.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/index.ts';
import type { CallPromise } from '../../lib/promises/promises.ts';
import { splitSentences } from '../../lib/promises/sentences.ts';
import { cleanLine, truncate } from '../../lib/text.ts';
import type { Turn } from '../../lib/turns.ts';
import type { ToolContext } from '../core/context.ts';
import { recordShape } from '../core/record-kinds.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactBeginning, redactTurnTexts } from '../output/redact.ts';
import { omitNullish } from '../presenters/record.ts';
import type { ListedCall, Person } from './activity.ts';
import type { Resolution } from './resolution.ts';

const MAX_SENTENCE_LENGTH = 200;

/** A promise in answers. */
export const promiseShape = () =>
  recordShape('call', {
    call_id: z.string(),
    weekday: z.string().optional(),
    called_local: z.string().optional(),
    contact_name: personName().optional(),
    phone: phone().optional(),
    contact_id: z.string().optional(),
    kind: z.enum(PROMISE_KINDS),
    status: z
      .enum(PROMISE_STATUSES)
      .describe('contacted: spoken to or booked since, but no record shows that it was done'),
    due_local: z.string(),
    due_assumed: z.boolean().optional().describe('No time was named: the end of the next opening day'),
    overdue: z.boolean().optional().describe('Open since due_local'),
    sentence: freeText().optional().describe('Absent: only the outcome of the call says so'),
    done_by: recordShape(['call', 'booking'], {
      kind: z.enum(['call', 'booking']),
      id: z.string(),
      local: z.string().optional(),
    }).optional(),
  });
export type PromiseRow = z.input<ReturnType<typeof promiseShape>>;

export interface ResolvedPromise {
  call: Pick<ListedCall, 'id' | 'at' | 'phone'>;
  person: Pick<Person, 'name' | 'contactId'>;
  promise: CallPromise;
  resolution: Resolution;
  /** Where the sentence stands. */
  turns: readonly Turn[];
  summary: string | undefined;
}

/** Presents a promise. Its sentence is masked with the turns around it before it is cut out. */
export async function presentPromise(resolved: ResolvedPromise, context: ToolContext): Promise<PromiseRow> {
  const { call, promise, resolution, person } = resolved;
  const { clock, settings } = context;
  const local = (at: number) => context.time.describe(new Date(at).toISOString());
  const called = local(call.at);
  const due = promise.due;
  const isOverdue = resolution.status === 'open' && due.at < clock.now();
  return {
    ...omitNullish({
      weekday: called?.weekday,
      called_local: called?.local,
      contact_name: person.name,
      phone: call.phone,
      contact_id: person.contactId,
      due_assumed: due.isAssumed || undefined,
      overdue: isOverdue || undefined,
      sentence: await maskedSentence(resolved, settings),
      done_by: resolution.by && omitNullish({ ...resolution.by, at: undefined, local: local(resolution.by.at)?.local }),
    }),
    call_id: call.id,
    kind: promise.kind,
    status: resolution.status,
    due_local: local(due.at)?.local ?? new Date(due.at).toISOString(),
  } as PromiseRow;
}

/** Returns the sentence of a promise, masked with the turns around it and shortened; undefined if it has none. */
export async function maskedSentence(
  { promise, turns, summary }: Pick<ResolvedPromise, 'promise' | 'turns' | 'summary'>,
  settings: ToolSettings,
): Promise<string | undefined> {
  const { source, sentence, kind } = promise;
  if (sentence === undefined) return undefined;
  const short = (text: string) => truncate(cleanLine(text), MAX_SENTENCE_LENGTH);
  if (settings.redact === 'off') return short(sentence);
  const isInTurn = typeof source === 'object';
  const masked = isInTurn
    ? ((await redactTurnTexts(turns, settings, { from: source.turn, to: source.turn + 1 }))[0]?.text ?? '')
    : redactBeginning(summary ?? '', MAX_SUMMARY_LENGTH, settings);
  const voice: Voice = isInTurn ? 'business' : 'summary';
  const sentences = splitSentences(masked).filter((one) => promisesIn(one, voice).some((found) => found.kind === kind));
  // The same sentence as before, if masking left it in place.
  return short(sentences.find((one) => one === sentence) ?? sentences.at(-1) ?? masked);
}

import { MAX_SUMMARY_LENGTH } from '../../lib/promises/candidates.ts';
import type { Voice } from '../../lib/promises/detect.ts';
import type { PromiseKind } from '../../lib/promises/languages/index.ts';
import { promiseFinder, promiseParts } from '../../lib/promises/promise-parts.ts';
import type { CallPromise } from '../../lib/promises/promises.ts';
import { splitSentences } from '../../lib/promises/sentences.ts';
import { cleanLine, cleanText, truncate } from '../../lib/text/text.ts';
import type { Turn } from '../../lib/turns.ts';
import type { ToolContext } from '../core/context.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactBeginning, redactTurnTexts } from '../output/redact.ts';
import { omitNullish } from '../presenters/record.ts';
import type { ListedCall, Person } from './activity.ts';
import type { PromiseRow } from './promise-shape.ts';
import type { Resolution } from './resolution.ts';

const MAX_SENTENCE_LENGTH = 200;

interface ResolvedPromise {
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
  const by = resolution.by && omitNullish({ ...resolution.by, at: undefined, local: local(resolution.by.at)?.local });
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
      ...(resolution.status === 'contacted' ? { contacted_by: by } : { done_by: by }),
      marked_local: resolution.markedAt === undefined ? undefined : local(resolution.markedAt)?.local,
    }),
    call_id: call.id,
    kind: promise.kind,
    ...(promise.number > 1 ? { number: promise.number } : {}),
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
  const whole = isInTurn ? cleanText(turns[source.turn]?.text ?? '') : (summary ?? '').slice(0, MAX_SUMMARY_LENGTH);
  const earlier = isInTurn ? earlierTurn(turns, source.turn) : '';
  const [before, after] = [whole, masked].map((text) => promisesOfKind({ earlier, text }, kind, voice)) as [
    string[],
    string[],
  ];
  // Masking leaves most promises in place, and their number the same.
  const same = before.length === after.length ? after[before.indexOf(sentence)] : undefined;
  return short(after.find((one) => one === sentence) ?? same ?? after.at(-1) ?? masked);
}

/** What the same speaker said before a turn, which a sentence of the turn may continue. */
function earlierTurn(turns: readonly Turn[], index: number): string {
  const earlier = turns.slice(0, index).findLast(({ speaker }) => speaker === turns[index]?.speaker);
  return cleanText(earlier?.text ?? '');
}

/** The sentences of a text, or parts of them, that make promises of a kind. */
function promisesOfKind(said: { earlier: string; text: string }, kind: PromiseKind, voice: Voice): string[] {
  const find = promiseFinder(voice);
  splitSentences(said.earlier).forEach(find);
  return splitSentences(said.text).flatMap((sentence) =>
    find(sentence).flatMap((found) =>
      found.kind === kind
        ? promiseParts(sentence, { kind, language: found.language.tag, voice }).map(({ text }) => text)
        : [],
    ),
  );
}
